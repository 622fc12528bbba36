import RowsmithModel
import RowsmithSchema
import Testing

/// What attributes become.
struct AttributeTests {
  @Test(
    arguments: [
      ("Int", .int), ("Double", .double), ("Decimal", .decimal), ("Bool", .bool), ("String", .string),
      ("Date", .date), ("UUID", .uuid), ("URL", .url), ("Data", .data), ("JSON", .json),
      ("Status", .enumeration("Status")),
    ] as [(String, Schema.ScalarType)])
  func `a type is written by its name`(name: String, type: Schema.ScalarType) throws {
    let list = name == "JSON" ? "Int" : name
    let schema = try schema(
      """
      enums: { Status: [a] }
      entities:
        A:
          attributes:
            a: \(name)
            b: \(name)?
            c: { type: \(name)? }
            d: [\(list)]
            e: "[\(list)]?"
            f: { type: "[\(list)]" }
            g: { type: [\(list)] }
      """)
    let item = type == .json ? .int : type
    for name in ["a", "b", "c"] { #expect(try schema.attribute("A.\(name)").type == .scalar(type)) }
    for name in ["d", "e", "f", "g"] { #expect(try schema.attribute("A.\(name)").type == .array(item)) }
    #expect(
      try ["a", "b", "c", "d", "e", "f", "g"].map { try schema.attribute("A.\($0)").isOptional }
        == [false, true, true, false, true, false, false])
  }

  @Test func `an attribute is imported from its name in the casing of the model, then from its name`() throws
  {
    let expected: [String: [[String]]] = [
      "snake_case": [["image_url", "imageURL"], ["line2_text", "line2Text"], ["name"]],
      "camelCase": [["imageUrl", "imageURL"], ["line2Text"], ["name"]],
      "PascalCase": [["ImageUrl", "imageURL"], ["Line2Text", "line2Text"], ["Name", "name"]],
      "kebab-case": [["image-url", "imageURL"], ["line2-text", "line2Text"], ["name"]],
      "exact": [["imageURL"], ["line2Text"], ["name"]],
    ]
    for (casing, paths) in expected.sorted(by: { $0.key < $1.key }) {
      let schema = try schema(
        """
        defaults: { casing: \(casing), MergePolicy: Merge }
        entities: { A: { attributes: { imageURL: URL, line2Text: String, name: String } } }
        """)
      let attributes = schema.entities[0].attributes
      #expect(attributes.map { Schema.written($0.importPaths) } == paths)
      #expect(attributes.map(\.exportPath) == paths.map { [$0[0]] })
    }
  }

  @Test(arguments: [
    ("snake_case", ["description", "band_description", "bandDescription"]),
    ("PascalCase", ["Description", "description", "BandDescription", "bandDescription"]),
    ("exact", ["description", "bandDescription"]),
  ])
  func `the reserved description is spelled in the casing of the model`(casing: String, paths: [String])
    throws
  {
    let schema = try schema(
      """
      defaults: { casing: \(casing) }
      entities: { Band: { attributes: { bandDescription: String } } }
      """)
    let attribute = try schema.attribute("Band.bandDescription")
    #expect(Schema.written(attribute.importPaths) == paths)
    #expect(attribute.exportPath == [paths[0]])
  }

  @Test func `ImportName replaces the spellings`() throws {
    let schema = try schema(
      #"""
      entities:
        A:
          attributes:
            a: { type: Int, ImportName: other }
            b: { type: Int, ImportName: image.size }
            c: { type: Int, ImportName: [released_at, info.released, odd\.key] }
            d: { type: Int, ImportName: [$index, place] }
            e: { type: Int, ImportName: $index, export: true, default: 0 }
            f: { type: Int, ImportName: secret, export: false }
            g: { type: Int, ImportName: 1 }
      """#.replacing("[$index, place]", with: "[place, $value]"))
    let attributes = schema.entities[0].attributes
    #expect(
      attributes.map { Schema.written($0.importPaths) } == [
        ["other"], ["image.size"], ["released_at", "info.released", #"odd\.key"#], ["place", "$value"],
        ["$index"],
        ["secret"], ["1"],
      ])
    #expect(
      attributes.map(\.exportPath) == [
        ["other"], ["image", "size"], ["released_at"], ["place"], nil, nil, ["1"],
      ])
  }

  @Test func `description is the key of an entity's description`() throws {
    let schema = try schema(
      """
      entities:
        Band: { attributes: { bandDescription: String? } }
        Album: { attributes: { description: String?, bandDescription: String? } }
        URLItem: { attributes: { urlItemDescription: String? } }
        Song: { attributes: { songDescription: { type: String, ImportName: text } } }
        Musician: { attributes: { id: Int, musicianDescription: String } }
        Guitarist: { extends: Musician }
      """)
    func paths(_ name: String) throws -> [String] { Schema.written(try schema.attribute(name).importPaths) }
    #expect(try paths("Band.bandDescription") == ["description", "band_description", "bandDescription"])
    #expect(try schema.attribute("Band.bandDescription").exportPath == ["description"])
    #expect(try paths("Album.description") == ["description"])
    #expect(try paths("Album.bandDescription") == ["band_description", "bandDescription"])
    #expect(try paths("URLItem.urlItemDescription").first == "description")
    #expect(try paths("Song.songDescription") == ["text"])
    #expect(try paths("Guitarist.musicianDescription").first == "description")
  }

  @Test func `a second spelling gives way to another attribute's first`() throws {
    let schema = try schema(
      """
      entities:
        A: { attributes: { bodyText: String, body: { type: String, ImportName: bodyText } } }
        B: { attributes: { body: { type: String, ImportName: bodyText }, bodyText: String } }
      """)
    #expect(Schema.written(try schema.attribute("A.bodyText").importPaths) == ["body_text"])
    #expect(Schema.written(try schema.attribute("B.bodyText").importPaths) == ["body_text"])
  }

  @Test func `an attribute may read a relationship's foreign key`() throws {
    let schema = try schema(
      """
      entities:
        Band: { attributes: { id: Int } }
        Album: { attributes: { id: Int, bandID: Int? }, relationships: { band: Band? } }
      """)
    #expect(Schema.written(try schema.attribute("Album.bandID").importPaths) == ["band_id", "bandID"])
    #expect(Schema.written(try schema.relationship("Album.band").foreignKeyPaths) == ["band_id"])
  }

  @Test func `dates take the attribute's format, else the model's, else ISO 8601`() throws {
    let text =
      """
      entities:
        A: { attributes: { a: Date, b: { type: [Date], DateFormat: [epochSeconds, yyyy-MM-dd] }, c: Int } }
      """
    let plain = try schema(text)
    #expect(
      plain.entities[0].attributes.map(\.dateFormats) == [
        [.iso8601], [.epochSeconds, .pattern("yyyy-MM-dd")], [],
      ])
    let custom = try schema("defaults: { DateFormat: [rfc1123, iso8601Basic, epochMilliseconds] }\n" + text)
    #expect(custom.entities[0].attributes[0].dateFormats == [.rfc1123, .iso8601Basic, .epochMilliseconds])
    #expect(custom.entities[0].attributes[1].dateFormats == [.epochSeconds, .pattern("yyyy-MM-dd")])
  }

  @Test func `the long form says the rest`() throws {
    let schema = try schema(
      """
      defaults: { coerce: true }
      entities:
        A:
          attributes:
            a: { type: String, index: true, Transform: trim, RenamedFrom: old, doc: What it is. }
            b: { type: Int, unique: true, coerce: false }
      """)
    let a = try schema.attribute("A.a")
    #expect(a.isIndexed && !a.isUnique && a.coerces)
    #expect([a.transform, a.renamedFrom, a.doc] == ["trim", "old", "What it is."])
    let b = try schema.attribute("A.b")
    #expect(!b.isIndexed && b.isUnique && !b.coerces)
    #expect([b.transform, b.renamedFrom, b.doc] == [nil, nil, nil])
  }

  @Test func `values of an enumeration are the words that are written`() throws {
    let schema = try schema(
      """
      enums:
        Country: [no, on, yes, null, true, 1, 1.50, ~, 'quoted']
        Level: { values: [low, high], doc: How much. }
      entities:
        A: { attributes: { a: { type: Country, default: no }, b: { type: Country, default: 1.50 } } }
      """)
    #expect(schema.enumerations[0].values == ["no", "on", "yes", "null", "true", "1", "1.50", "~", "quoted"])
    #expect(
      schema.enumerations[1] == Schema.Enumeration(name: "Level", values: ["low", "high"], doc: "How much."))
    #expect(try schema.attribute("A.a").defaultValue == .text("no"))
    #expect(try schema.attribute("A.b").defaultValue == .text("1.50"))
  }
}
