import Foundation
import Testing

// What is new in several places of one entity, or of one family.
extension HintedEntityTests {
  /// A model of two lists of one entity, with what an object in each of them adds.
  ///
  /// - Parameter more: another attribute of the entity.
  private func addingToLists(_ one: String, _ other: String, more: String = "z: Int?") throws -> String {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Item:
          attributes:
            id: Int
            x: Int?
            y: Int?
            \(more)
      documents:
        answer:
          a: [Item]
          b: [Item]

      """
    let json = """
      {"a": [{"id": 1, "x": 1, "size": 3, \(one)}], "b": [{"id": 2, "y": 1, "width": 4, \(other)}]}
      """
    return try adding(json, to: model)
  }

  @Test(arguments: [
    ("owner: Owner?", "owner: { to: Owner?, ForeignKey: owner }"),
    ("owner: { to: Owner?, inverse: none }", "owner: { to: Owner?, inverse: none, ForeignKey: owner }"),
  ])
  func `what is no key beside a record is kept, in a model that may be changed`(
    before: String, after: String
  ) throws {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Item:
          attributes:
            id: Int
          relationships:
            \(before)
        Owner:
          attributes:
            id: Int
            name: String

      """
    let json = """
      [{"id": 1, "owner": {"id": 5, "name": "x"}, "owner_id": "u-5"},
       {"id": 2, "owner": {"id": 6, "name": "y"}, "owner_id": "u-6"}]
      """
    let changed = model.replacing(before, with: after).replacing(
      "      id: Int\n    relationships", with: "      id: Int\n      ownerID: String?\n    relationships")
    #expect(try adding(json, to: "# Made from samples\n" + model) == "# Made from samples\n" + changed)
    #expect(try adding(json, to: model) == model)
  }

  @Test(arguments: [("2", "Int"), ("2.5", "Double"), (#""b""#, "JSON")])
  func `what is new in two lists of one entity is added once`(other: String, type: String) throws {
    let text = try addingToLists(#""n": 1"#, #""n": \#(other)"#)
    for line in ["size: Int?", "width: Int?", "n: \(type)?"] {
      #expect(text.split(separator: "\n").count { $0 == "      \(line)" } == 1, "\(line) in \(text)")
    }
  }

  @Test(arguments: [
    ("null", "2", "Int?"), ("2", "null", "Int?"), ("[]", "[1]", #""[Int]?""#),
    ("[1]", "[2.5]", #""[Double]?""#), ("1", "0.1234567890123456789", "Decimal?"),
    (#""https://a.example/x""#, #""b""#, "String?"),
    (#""2020-01-01""#, #""2020-01-02T10:00:00Z""#, "Date?"), (#""2020-01-01""#, "true", "JSON?"),
    (#""2020-01-01T10:00:00""#, #""2020-01-02""#, "Date?"),
    (#""2020-01-01 10:00:00""#, #""2020-01-02T10:00:00Z""#, "Date?"),
    (#""20200101T100000""#, #""20200102T100000Z""#, "{ type: Date?, DateFormat: iso8601Basic }"),
    (#""2020-01-01""#, #""2020/01/02""#, "String?"),
    ("2", #"{"id": 1, "m": "c"}"#, "N?"), (#"{"id": 1, "m": "c"}"#, "2", "N?"),
    ("true", #"{"id": 1, "m": "c"}"#, "JSON?"), (#"{"id": 1, "m": "c"}"#, #""b""#, "JSON?"),
    (#"{"id": 1, "m": "c"}"#, #"[{"id": 1, "m": "c"}]"#, "JSON?"), ("[]", #"{"id": 1, "m": "c"}"#, "JSON?"),
  ])
  func `what is new in two lists has the type that it would have in one`(
    one: String, other: String, type: String
  ) throws {
    let text = try addingToLists(#""n": \#(one)"#, #""n": \#(other)"#)
    #expect(text.split(separator: "\n").contains("      n: \(type)"), "\(text)")
  }

  @Test(arguments: [("2", "Int"), ("2.5", "Double"), (#""b""#, "JSON")], ["", #""id": 7, "#])
  func `what is new inside an object that is read in part is added once for two lists`(
    other: (String, String), key: String
  ) throws {
    let text = try addingToLists(
      #""o": {\#(key)"m": 1, "n": 1}"#, #""o": {\#(key)"m": 2, "n": \#(other.0)}"#,
      more: "m: { type: Int?, ImportName: o.m }")
    // In quotes, as `on` is a truth value in YAML 1.1.
    #expect(text.contains("      \"oN\": { type: \(other.1)?, ImportName: o.n }\n"), "\(text)")
    #expect(text.components(separatedBy: "oN").count == 2, "\(text)")
  }

  @Test(arguments: [("null", #"{"id": 1, "m": "c"}"#), (#"{"id": 1, "m": "c"}"#, "null")])
  func `an object that is null in one of two lists is a relationship`(one: String, other: String) throws {
    let text = try addingToLists(#""o": \#(one)"#, #""o": \#(other)"#)
    #expect(text.contains("    relationships:\n      o: O?\n"), "\(text)")
    #expect(!text.contains("JSON"), "\(text)")
  }

  @Test(arguments: [#"{"id": 2, "m": "d"}"#, "null"])
  func `a new relationship of a kind and of its base is added to the base`(maker: String) throws {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Media:
          attributes:
            id: Int
            title: String
        Video:
          extends: Media
          attributes:
            secs: Int
            fps: Int
      documents:
        answer:
          videos: [Video]
          media: [Media]

      """
    let json = """
      {"videos": [{"id": 2, "title": "b", "secs": 1, "fps": 2, "maker": {"id": 1, "m": "c"}}],
       "media": [{"id": 1, "title": "a", "maker": \(maker)}]}
      """
    let text = try adding(json, to: model)
    #expect(text.contains("      title: String\n    relationships:\n      maker: Maker?\n"), "\(text)")
    #expect(text.components(separatedBy: "maker:").count == 2, "\(text)")
  }

  /// A model of a family, with what an object of each of two lists adds to it.
  private func addingToFamily(_ list: String, _ key: String, _ one: String, _ other: String) throws -> (
    model: String, text: String
  ) {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Media:
          attributes:
            id: Int
        Image:
          extends: Media
          attributes:
            w: Int?
            h: Int?
        Video:
          extends: Media
          attributes:
            secs: Int
            fps: Int
      documents:
        answer:
          \(list)
          videos: [Video]

      """
    let size = key == "images" ? #""w": 1, "h": 2, "# : ""
    let json = """
      {"\(key)": [{"id": 1, \(size)\(one)}], "videos": [{"id": 2, "secs": 1, "fps": 2, \(other)}]}
      """
    return (model, try adding(json, to: model))
  }

  private static let lists = [("images: [Image]", "images"), ("media: [Media]", "media")]

  @Test(arguments: lists)
  func `what is new in two entities of a family is added to its root`(list: String, key: String) throws {
    let (model, text) = try addingToFamily(list, key, #""credit": "x""#, #""credit": "y""#)
    #expect(text == model.replacing("      id: Int\n", with: "      id: Int\n      credit: String?\n"))
  }

  @Test(arguments: lists)
  func `a new relationship of two entities of a family is one of its root`(list: String, key: String) throws {
    let (_, text) = try addingToFamily(
      list, key, #""maker": {"id": 1, "m": "c"}"#, #""maker": {"id": 2, "m": "d"}"#)
    #expect(text.contains("      id: Int\n    relationships:\n      maker: Maker?\n"), "\(text)")
    #expect(text.components(separatedBy: "maker").count == 2, "\(text)")
  }

  @Test func `a relationship and something else in two kinds of a family stay two`() throws {
    let (_, text) = try addingToFamily(
      "images: [Image]", "images", #""maker": {"id": 1, "m": "c"}"#, #""maker": [{"id": 2, "m": "d"}]"#)
    #expect(text.contains("      maker: Maker?\n"), "\(text)")
    #expect(text.contains("      maker2: { to: [Maker], ImportName: maker, ordered: true }\n"), "\(text)")
  }
}
