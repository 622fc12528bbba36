import Rowsmith
import RowsmithInference
import TestSupport
import Testing

/// Objects whose keys are data: maps of records, or JSON.
@Suite struct MapTests {
  private static let price = #"{"sum": 1, "unit": "a"}"#

  /// The draft of shops, each of which has an object with these keys, and the same value under each.
  private func shops(
    _ keys: [[String]], of value: String = price, named name: String = "prices", id: Bool = true,
    at location: SourceLocation = #_sourceLocation
  ) throws -> ModelDraft {
    let shops = keys.enumerated().map { index, keys in
      let members = keys.map { "\"\($0)\": \(value)" }.joined(separator: ", ")
      return #"{\#(id ? "\"id\": \(index + 1), " : "")"\#(name)": {\#(members)}}"#
    }
    return try .of("[\(shops.joined(separator: ", "))]", named: "shops", at: location)
  }

  @Test(
    arguments: [
      // Codes, slashes and spaces, digits, days and addresses.
      [["EUR", "USD"], ["EUR", "CHF"]], [["a/b"], ["c/d"]], [["2020", "2021"], ["2020"]],
      [["2020-01-01", "2020-01-02"], ["2020-01-01"]], [["a b", "c d"], ["a b"]], [["a@b.c"], ["d@e.f"]],
      [["x12345", "x67890"], ["x12345"]], [["Q42", "DE-BE"], ["Q42"]],
      [["-NqXlMb3Jk2aPqRsTuVw", "-NqXlMb4Kl3bQrStUvWx"], ["-NqXlMb3Jk2aPqRsTuVw"]],
      // Hardly any key is in two objects.
      [["red", "blue"], ["green", "black"]], [["red"], ["blue"], ["green", "black"]],
      // Very many keys.
      [(0..<12).map { "k\(Character(UnicodeScalar(UInt8(97 + $0))))" }, ["ka", "kb"]],
    ] as [[[String]]])
  func `objects under keys that are data are records, each known within its owner`(keys: [[String]]) throws {
    let draft = try shops(keys)
    #expect(draft.line("Shop", "prices") == "prices: {Price}")
    #expect(draft.entities.map(\.primaryKey) == [["id"], ["shop", "key"]])
    #expect(draft.line("Price", "key") == "key: { type: String, ImportName: $key }")
    #expect(draft.line("Price", "shop") == "shop: { to: Shop, export: false }")
  }

  @Test(
    arguments: [
      // Names, which each object has.
      [["red", "blue"], ["red", "blue"]], [["low", "high"], ["low"]],
      [["low", "high", "mid"], ["low", "mid"]],
    ] as [[[String]]])
  func `objects under names are values`(keys: [[String]]) throws {
    let draft = try shops(keys)
    #expect(draft.line("Shop", "prices") == "prices: Prices")
    #expect(draft.values.map(\.name) == ["Price", "Prices"])
    #expect(draft.entities.map(\.name) == ["Shop"])
  }

  @Test(arguments: [2, 3, 4])
  func `objects that repeat their keys are records, however few they are`(_ count: Int) throws {
    let packages = ["mocha", "glob", "debug", "yargs"].prefix(count).map {
      #""\#($0)": {"name": "\#($0)", "severity": "high", "direct": true}"#
    }
    let draft = try ModelDraft.of(
      #"{"id": 1, "packages": {\#(packages.joined(separator: ", "))}}"#, named: "audit")
    #expect(draft.line("Audit", "packages") == "packages: {Package}")
    #expect(draft.entities.map(\.primaryKey) == [["id"], ["audit", "name"]])
  }

  @Test(arguments: [
    "1", "\"a\"", "true", "[1]", "[]", #"[{"sum": 1}]"#,
  ])
  func `anything else under keys that are data is JSON`(value: String) throws {
    let draft = try shops([["EUR", "USD", "CHF"], ["EUR"]], of: value)
    #expect(draft.line("Shop", "prices") == "prices: JSON  # its keys are data")
  }

  @Test func `null beside the objects is nothing that a map of records keeps`() throws {
    let draft = try ModelDraft.of(
      #"[{"id": 1, "prices": {"EUR": {"sum": 1}, "USD": null}}, {"id": 2, "prices": {"EUR": {"sum": 2}, "CHF": {"sum": 3}}}]"#,
      named: "shops")
    #expect(draft.line("Shop", "prices") == "prices: JSON  # its keys are data")
  }

  @Test func `an object that is sometimes empty has keys that are data`() throws {
    #expect(
      try shops([["a", "b"], []], of: "\"x\"", named: "words").line("Shop", "words")
        == "words: JSON  # its keys are data")
    #expect(
      try shops([["a", "b"], ["a", "b"]], of: "\"x\"", named: "words").line("Shop", "words") == "words: Words"
    )
  }

  @Test(arguments: [
    "labels", "annotations", "headers", "dependencies", "devDependencies", "peerDependencies", "scripts",
    "engines",
    "optionalDependencies", "translations", "matchLabels", "nodeSelector", "env", "rates", "aliases",
    "sitelinks",
  ])
  func `what servers give keys of their own has keys that are data, whatever they look like`(name: String)
    throws
  {
    let draft = try shops([["a", "b"], ["a", "b"]], of: "\"x\"", named: name)
    #expect(draft.line("Shop", name) == "\(name): JSON  # its keys are data")
    #expect(draft.values.isEmpty)
  }

  @Test func `without an owner that is known, records under keys are JSON`() throws {
    let draft = try shops([["EUR", "USD"], ["EUR", "CHF"]], id: false)
    #expect(draft.entities.map(\.name) == ["Shop"])
    #expect(draft.line("Shop", "prices") == "prices: JSON  # its keys are data")
    #expect(
      draft.entities[0].comments
        == ["No member tells these records apart: each import adds them again."])
  }

  @Test func `records in a map that have a key of their own are known by it`() throws {
    let json = #"""
      [{"id": 1, "parts": {"a1": {"id": 7, "n": 1}, "b2": {"id": 8, "n": 2}}},
       {"id": 2, "parts": {"c3": {"id": 9, "n": 3}, "d4": {"id": 10, "n": 4}}}]
      """#
    var options = Inference.Options()
    options.name = "shops"
    let inferred = try Inference.infer([.string(json)], options)
    #expect(inferred.draft.line("Shop", "parts") == "parts: {Part}")
    let imported = try Imported(inferred, .string(json))
    #expect(try imported.database.rows(of: "Part") == 4)
    #expect(try imported.database.values().isSuperset(of: ["text a1", "text d4"]))
  }

  @Test(
    arguments: [
      ("-NqXlMb3Jk2aPqRsTuVw", "-NqXlMb4Kl3bQrStUvWx", "u1", "u2", "key"),
      // Where it is the identifier, and below other keys, it is the key.
      (
        "-NqXlMb3Jk2aPqRsTuVw", "-NqXlMb4Kl3bQrStUvWx", "-NqXlMb3Jk2aPqRsTuVw", "-NqXlMb4Kl3bQrStUvWx", "uid"
      ),
      ("10", "11", "u1", "u2", "uid"),
    ])
  func `records under the identifiers of Firebase are not known by the uid of who wrote them`(
    one: String, two: String, uid: String, other: String, key: String
  ) throws {
    let records = #"{"\#(one)": {"n": 1, "uid": "\#(uid)"}, "\#(two)": {"n": 2, "uid": "\#(other)"}}"#
    for json in [records, #"{"messages": \#(records)}"#] {
      #expect(try ModelDraft.of(json, named: "messages").entities.map(\.primaryKey) == [[key]])
    }
  }

  @Test(arguments: [
    #"{"10": {"v": 1}, "11": {"v": 4}, "12": {}}"#, #"{"10": {}, "11": {"v": 4}, "12": {"v": 1}}"#,
  ])
  func `an empty record in a map is a record`(json: String) throws {
    #expect(try ModelDraft.of(json, named: "things").entities.map(\.primaryKey) == [["key"]])
  }
}
