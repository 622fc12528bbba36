import RowsmithSchema
import Testing

/// Discriminators with values, and mixed collections.
struct CollectionTests {
  private let family = """
    Media:
        Discriminator: { key: [type, meta.kind], values: { image: Image, photo: Image, 2: Video } }
        attributes: { id: Int }
      Image: { extends: Media }
      Video: { extends: Media }
      Clip: { extends: Video }
    """

  @Test func `values of a discriminator stand for entities, in the order of the model`() throws {
    let media = try #require(try schema("entities:\n  \(family)").entities.first)
    #expect(media.discriminator == [.key("type"), .keys(["meta", "kind"])])
    #expect(
      media.discriminatorValues == [
        .init("image", "Image"), .init("photo", "Image"), .init("2", "Video", isBare: true),
      ])
  }

  @Test func `values without a key have the key that every family has`() throws {
    let model = try schema(
      """
      entities:
        Media: { Discriminator: { values: { image: Image } }, attributes: { id: Int } }
        Image: { extends: Media }
      """)
    #expect(model.entities[0].discriminator == [.key("entity_name")])
    #expect(model.entities[0].discriminatorValues == [.init("image", "Image")])
  }

  @Test func `a member of a document may hold several entities`() throws {
    let model = try schema(
      """
      defaults: { casing: camelCase }
      entities:
        \(family)
        Person: { attributes: { id: Int } }
      documents:
        all:
          data: [Person]
          included: { oneOf: { people: Person, clips: Clip }, Discriminator: type }
          named: { oneOf: [Person, Image] }
          media: { oneOf: [Image, Video] }
      """)
    let members = model.documents[0].members
    #expect(members[0].oneOf == nil)
    #expect(
      members[1]
        == Schema.Document.Member(
          path: ["included"], entity: "Person", shape: .array,
          oneOf: Schema.OneOf(
            discriminator: [.key("type")], values: [.init("people", "Person"), .init("clips", "Clip")])))
    #expect(members[2].oneOf?.discriminator == [.key("entityName"), .key("entity_name")])
    #expect(members[2].oneOf?.values == [.init("Person", "Person"), .init("Image", "Image")])
    // All of one family: what tells the family apart.
    #expect(members[3].oneOf?.discriminator == [.key("type"), .keys(["meta", "kind"])])
  }

  @Test func `a mixed relationship leads to what its entities have in common`() throws {
    let model = try schema(
      """
      entities:
        Page:
          attributes: { id: Int }
          relationships:
            items: { oneOf: { i: Image, c: Clip }, Discriminator: kind, inverse: none }
            films: { oneOf: [Clip, Video], inverse: none }
            all: { to: {Media}, oneOf: [Image], inverse: none }
        \(family)
      """)
    let items = try model.relationship("Page.items")
    #expect(items.target == "Media")
    #expect(items.cardinality == .toMany)
    #expect(
      items.oneOf
        == Schema.OneOf(discriminator: [.key("kind")], values: [.init("i", "Image"), .init("c", "Clip")]))
    #expect(try model.relationship("Page.films").target == "Video")
    #expect(try model.relationship("Page.films").oneOf?.discriminator.first == .key("type"))
    #expect(try model.relationship("Page.all").isKeyed)
  }
}
