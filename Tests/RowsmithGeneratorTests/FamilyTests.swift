import Foundation
import Testing

@Suite struct FamilyTests {
  private let yaml = """
    entities:
      Media:
        attributes: { title: String? }
      Image: { extends: Media, attributes: { id: Int } }
      Film: { extends: Media }
      Shelf: { attributes: { name: String }, relationships: { media: { to: Media?, MergePolicy: Merge } } }
    """

  @Test func `a record that others extend stores its kind, one that none extends computes it`() throws {
    let snippets = try Snippets(yaml)
    let media = try snippets.declaration("nonisolated struct Media")
    #expect(media.contains("  let kind: Media.Kind\n"))
    #expect(media.contains("    self.kind = .media\n"))
    let image = try snippets.declaration("nonisolated struct Image")
    #expect(image.contains("  var kind: Media.Kind { .image }\n"))
    #expect(!snippets.records.contains("Shelf.Kind"))
  }

  @Test func `a kind is the name of an entity, which JSON may spell otherwise`() throws {
    #expect(
      try Snippets(yaml).declaration("nonisolated enum Kind") == """
        nonisolated enum Kind: OpenEnumeration {
          case media
          case image
          case film
          /// An entity that the model does not have.
          case unlisted(String)

          /// The entities of the family.
          static var listed: [Media.Kind] { [.media, .image, .film] }

          /// Creates the kind of the entity with this name.
          init(rawValue: String) {
            switch rawValue {
            case "Media": self = .media
            case "Image": self = .image
            case "Film": self = .film
            default: self = .unlisted(rawValue)
            }
          }

          /// The name of the entity in the model.
          var rawValue: String {
            switch self {
            case .media: "Media"
            case .image: "Image"
            case .film: "Film"
            case .unlisted(let rawValue): rawValue
            }
          }
        }
        """)
  }

  @Test func `the entities of a family are cases, and so are their records`() throws {
    #expect(
      try Snippets(yaml).declaration("nonisolated enum Family") == """
        nonisolated enum Family: RecordFamily, Identifiable {
          case media(Media)
          case image(Image)
          case film(Film)

          /// What every record of the family has.
          var base: Media {
            switch self {
            case .media(let record): record
            case .image(let record): Media(record)
            case .film(let record): Media(record)
            }
          }

          /// What identifies the record.
          var id: Media.ID { base.id }

          /// The types of the records.
          static var types: [any Record.Type] { [Media.self, Image.self, Film.self] }

          /// Reads the record that a row holds.
          init(row: FamilyRow) throws(RowDecodingError) {
            switch row.entity {
            case "Image": self = .image(try row.record())
            case "Film": self = .film(try row.record())
            default: self = .media(try row.record())
            }
          }
        }
        """)
  }

  @Test func `a parent takes its part of a record, whose row identifier may have another name`() throws {
    let media = try Snippets(yaml).declaration("nonisolated struct Media")
    #expect(
      media.contains(
        """
          /// What `Media` has of a record of `Image`.
          init(_ record: Image) {
            self.id = record.rowIdentifier
            self.title = record.title
            self.kind = record.kind
          }
        """))
  }

  @Test func `where an entity of the family has a kind, the property is called 'entityKind'`() throws {
    let snippets = try Snippets(
      """
      entities:
        Media: { attributes: { id: Int } }
        Image: { extends: Media, attributes: { kind: String } }
      """)
    #expect(try snippets.declaration("nonisolated struct Media").contains("  let entityKind: Media.Kind\n"))
    let image = try snippets.declaration("nonisolated struct Image")
    #expect(image.contains("  var entityKind: Media.Kind { .image }\n"))
  }

  @Test func `a relationship to one of several entities takes the name 'kind' from the property, too`() throws
  {
    let snippets = try Snippets(
      """
      entities:
        Media: { attributes: { id: Int } }
        Image: { extends: Media, relationships: { kind: { oneOf: [A, B] } } }
        A: { attributes: { id: Int } }
        B: { attributes: { id: Int } }
      """)
    #expect(try snippets.declaration("nonisolated struct Media").contains("  let entityKind: Media.Kind\n"))
    #expect(try snippets.declaration("nonisolated struct Image").contains("  var kind: Image.KindLink?\n"))
  }

  @Test func `where an entity has an 'entityKind', too, the property is numbered`() throws {
    let snippets = try Snippets(
      """
      entities:
        Media: { attributes: { id: Int, entityKind: String } }
        Image: { extends: Media, attributes: { kind: String } }
        Film: { extends: Media, attributes: { entityKind2: String } }
      """)
    #expect(try snippets.declaration("nonisolated struct Media").contains("  let entityKind3: Media.Kind\n"))
    #expect(try snippets.declaration("static var entityKind3").contains(#"Column("entityName")"#))
  }

  @Test func `an entity in the middle of a family has the records of those below it, and the root's kinds`()
    throws
  {
    let snippets = try Snippets(
      """
      entities:
        Media: { attributes: { id: Int } }
        Image: { extends: Media }
        Photo: { extends: Image }
        Film: { extends: Media }
      """)
    let families = snippets.records.components(separatedBy: "enum Family: ").dropFirst().map { text in
      text.split(separator: "\n").filter {
        $0.hasPrefix("    case ") && $0.contains("(") && !$0.contains("let")
      }
      .map { $0.dropFirst(9) }
    }
    #expect(
      families == [
        ["media(Media)", "image(Image)", "photo(Photo)", "film(Film)"], ["image(Image)", "photo(Photo)"],
      ])
    let image = try snippets.declaration("nonisolated struct Image")
    #expect(image.contains("  let kind: Media.Kind\n"))
    #expect(image.contains("    self.kind = .image\n"))
    #expect(image.contains("  init(_ record: Photo) {\n") && !image.contains("init(_ record: Film)"))
    #expect(snippets.records.components(separatedBy: "enum Kind: OpenEnumeration").count == 2)
    let media = try snippets.declaration("nonisolated struct Media")
    for child in ["Image", "Photo", "Film"] { #expect(media.contains("  init(_ record: \(child)) {\n")) }
  }

  @Test func `an enumeration called 'Kind' is named with its module where records have kinds`() throws {
    let kinds = "enums:\n  Kind: [a]\n"
    let plain = try Snippets(kinds + "entities:\n  Shelf: { attributes: { id: Int, kind: Kind } }\n")
    #expect(plain.records.contains("  var kind: Kind\n"))
    let family = try Snippets(
      kinds + "entities:\n  Media: { attributes: { id: Int, sort: Kind } }\n  Image: { extends: Media }\n")
    #expect(family.records.contains("  var sort: Shop.Kind\n"))
    #expect(family.records.contains("  let kind: Media.Kind\n"))
  }

  // Where the cases of the family were named anew for each of its entities, it took a minute, optimised.
  @Test(.timeLimit(.minutes(10))) func `a family of hundreds of entities is generated soon`() throws {
    let entities = (1...600).map { "  Image\($0): { extends: Media, attributes: { a\($0): String? } }\n" }
    let snippets = try Snippets("entities:\n  Media: { attributes: { id: Int } }\n" + entities.joined())
    #expect(snippets.records.contains("  var kind: Media.Kind { .image600 }\n"))
  }

  @Test func `a record of an entity further below is converted to that of the one between first`() throws {
    let snippets = try Snippets(
      """
      entities:
        Media: { attributes: { id: Int } }
        Image: { extends: Media, attributes: { width: Int } }
        Photo: { extends: Image, attributes: { lens: String } }
        Portrait: { extends: Photo }
        Film: { extends: Media }
      """)
    let media = try snippets.declaration("nonisolated struct Media")
    for entity in ["Photo", "Portrait"] {
      #expect(media.contains("  init(_ record: \(entity)) {\n    self.init(Image(record))\n  }\n"))
    }
    #expect(media.contains("  init(_ record: Film) {\n    self.id = record.id\n"))
    let image = try snippets.declaration("nonisolated struct Image")
    #expect(image.contains("  init(_ record: Photo) {\n    self.id = record.id\n    self.width = "))
    #expect(image.contains("  init(_ record: Portrait) {\n    self.init(Photo(record))\n  }\n"))
  }

  // With assignments in every conversion, they were three times as long.
  @Test(.timeLimit(.minutes(10))) func `the records of a long line of entities grow with its square only`()
    throws
  {
    let below = (1..<100).map { "  E\($0): { extends: E\($0 - 1), attributes: { a\($0): Int? } }\n" }
    let records = try Snippets("entities:\n  E0: { attributes: { id: Int } }\n" + below.joined()).records
    #expect(records.contains("  init(_ record: E99) {\n    self.init(E1(record))\n  }\n"))
    #expect(records.utf8.count < 4_000_000)
  }
}
