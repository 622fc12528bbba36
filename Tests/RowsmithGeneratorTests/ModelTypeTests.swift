import Foundation
import RowsmithGenerator
import Testing

@Suite struct ModelTypeTests {
  @Test func `a model without the app's part needs nothing to be created`() throws {
    let snippets = try Snippets(
      "entities: { Thing: { attributes: { id: Int, name: { type: String, Transform: trim } } } }")
    #expect(
      snippets.model == """
        /// The model of Shop.
        nonisolated struct ShopModel: Model {
          /// Creates the model.
          init() {}
        }
        """)
  }

  @Test func `transforms and hooks of the app are requirements that the model's type takes`() throws {
    let snippets = try Snippets(
      """
      entities:
        Album:
          hooks: [didImport, shouldImport, willImport]
          attributes:
            id: Int
            price: { type: Decimal, Transform: cents }
            oldPrice: { type: Decimal?, Transform: cents }
      """, access: .public)
    #expect(
      snippets.model == """
        /// What the app does while records of `Album` are imported.
        public nonisolated protocol AlbumHooks: Sendable {
          /// Answers whether a record is wanted, before anything of it is mapped.
          func shouldImport(_ json: JSONValue) throws -> Bool

          /// Changes the JSON of a record before it is mapped.
          func willImport(_ json: inout JSONValue) throws

          /// Sees the stored record.
          func didImport(_ record: Album) throws
        }

        /// How the app turns JSON into values, and back.
        public nonisolated protocol ShopTransforms: Sendable {
          /// Makes the value of `Album.price` and `Album.oldPrice` from JSON; nil leaves it empty.
          func decodeCents(_ json: JSONValue) throws -> Decimal?

          /// Makes the JSON of `Album.price` and `Album.oldPrice` from the value.
          func encodeCents(_ value: Decimal) throws -> JSONValue
        }

        /// The model of Shop.
        public nonisolated struct ShopModel: Model {
          /// The transforms and hooks that the app implements.
          public let customizations: Customizations

          /// Creates the model with the app's part in it.
          public init(
            transforms: some ShopTransforms,
            albumHooks: some AlbumHooks
          ) {
            customizations = Customizations(
              transforms: [
                "Album.price": AttributeTransform(
                  decoding: { json in try transforms.decodeCents(json) },
                  encoding: { (value: Decimal) in try transforms.encodeCents(value) }),
                "Album.oldPrice": AttributeTransform(
                  decoding: { json in try transforms.decodeCents(json) },
                  encoding: { (value: Decimal) in try transforms.encodeCents(value) }),
              ],
              hooks: [
                "Album": EntityHooks(
                  shouldImport: { json in try albumHooks.shouldImport(json) },
                  willImport: { json in try albumHooks.willImport(&json) },
                  didImport: { row in try albumHooks.didImport(Album(row: row)) })
              ]
            )
          }
        }
        """)
  }

  @Test func `transforms whose names become the same have different functions`() throws {
    let snippets = try Snippets(
      """
      entities:
        A:
          attributes:
            id: Int
            a: { type: String, Transform: fooBar }
            b: { type: String, Transform: foo_bar }
      """)
    #expect(snippets.model.contains("func encodeFooBar(_ value: String)"))
    #expect(snippets.model.contains("func encodeFooBar2(_ value: String)"))
    #expect(snippets.model.contains("try transforms.decodeFooBar2(json)"))
  }
  @Test(.timeLimit(.minutes(10)))
  func `a model with thousands of transforms is generated in seconds`() throws {
    let entities = (0..<100).map { entity in
      let attributes = (0..<20).map { number in
        ", a\(number): { type: String, Transform: t\((entity * 20 + number) % 100) }"
      }
      return "  E\(entity): { attributes: { id: Int\(attributes.joined()) } }\n"
    }
    let model = try Snippets("entities:\n" + entities.joined()).model
    #expect(model.components(separatedBy: "  func decodeT").count == 101)
    #expect(model.components(separatedBy: "AttributeTransform(").count == 2001)
    #expect(model.contains("try transforms.encodeT99(value)"))
  }
}
