import Rowsmith
import Testing

/// Rule 7: the value of one relationship that is an object whose keys are primary keys.
@Suite struct KeyedScopeTests {
  private static func model(_ label: String) -> String {
    """
    defaults: { MergePolicy: Merge }
    entities:
      Shop: { attributes: { id: Int }, relationships: { labels: { to: {Label}, \(label) }, best: { to: Label?, inverse: none } } }
      Label:
        PrimaryKey: name
        attributes: { name: String, color: { type: String?, default: grey }, mark: { type: String?, ImportName: $key } }
        relationships: { shop: Shop? }
    """
  }

  private static let target = ImportTarget.relationship(parent: "Shop", key: [.integer(1)], name: "labels")
  private static let labels = "SELECT name, color, mark, shop FROM Label ORDER BY name"
  private static let links = "SELECT source, target FROM Shop_labels ORDER BY 1, 2"

  private func started(_ label: String) throws -> ImportScenario {
    let scenario = try ImportScenario(Self.model(label))
    try scenario.importJSON(
      #"[{"id":1,"labels":{"emi":{"color":"red"},"virgin":{"color":"blue"}}},{"id":2,"labels":{"ua":{}}}]"#,
      into: "Shop")
    return scenario
  }

  @Test(arguments: [
    (Schema.MergePolicy.merge, "emi | green | emi | 1\nua | grey | ua | 1\nvirgin | blue | virgin | 1"),
    (.mergeAndPrune, "emi | green | emi | 1\nua | grey | ua | 1"),
    (.replace, "emi | green | emi | 1\nua | grey | ua | 1"),
  ])
  func `its records meet the rows linked there as the policy says`(policy: Schema.MergePolicy, rows: String)
    throws
  {
    let scenario = try started("inverse: shop")
    try scenario.importJSON(#"{"emi":{"color":"green"},"ua":{}}"#, into: Self.target) { $0.policy = policy }
    try scenario.expect(Self.labels, rows)
  }

  @Test(arguments: [
    (Schema.MergePolicy.merge, "1 | emi\n1 | ua\n1 | virgin\n2 | ua"),
    (.mergeAndPrune, "1 | emi\n1 | ua\n2 | ua"), (.replace, "1 | emi\n1 | ua\n2 | ua"),
  ])
  func `in a table of links, too`(policy: Schema.MergePolicy, rows: String) throws {
    let scenario = try started("inverse: none")
    try scenario.importJSON(#"{"emi":{"color":"green"},"ua":{"name":"ua"}}"#, into: Self.target) {
      $0.policy = policy
    }
    try scenario.expect(Self.links, rows)
    try scenario.expect(
      "SELECT name FROM Label ORDER BY 1", policy == .merge ? "emi\nua\nvirgin" : "emi\nua")
  }

  @Test(arguments: [Schema.MergePolicy.merge, .mergeAndPrune, .replace], ["{}", "null"])
  func `none are none`(policy: Schema.MergePolicy, none: String) throws {
    let scenario = try started("inverse: shop")
    try scenario.importJSON(none, into: Self.target) { $0.policy = policy }
    let merged = "emi | red | emi | 1\nua | grey | ua | 2\nvirgin | blue | virgin | 1"
    try scenario.expect(
      Self.labels, policy == .merge ? merged : "ua | grey | ua | 2")
  }

  @Test func `keys that are escaped or hard to write are the keys that they mean`() throws {
    let scenario = try started("inverse: shop")
    try scenario.importJSON(#"{"\u0065mi":{"color":"green"},"a\"b\n":{},"ü":{}}"#, into: Self.target) {
      $0.policy = .mergeAndPrune
    }
    try scenario.expect(
      "SELECT hex(name), mark = name FROM Label WHERE shop = 1 ORDER BY name",
      "6122620A | 1\n656D69 | 1\nC3BC | 1")
  }

  @Test func `several sources are one object`() throws {
    let scenario = try ImportScenario(Self.model("inverse: shop"), comparingReference: false)
    try scenario.importJSON(#"{"id":1,"labels":{"emi":{},"virgin":{}}}"#, into: "Shop")
    var options = ImportOptions()
    options.policy = .replace
    try scenario.test.store.importJSON(
      [.string(#"{"emi":{"color":"green"}}"#), .string(#"{"ua":{}}"#)], into: Self.target, options: options)
    try scenario.expect(Self.labels, "emi | green | emi | 1\nua | grey | ua | 1")
  }

  @Test func `a fault names its place`() throws {
    let scenario = try started("inverse: shop")
    let error = try scenario.failure(#"{"emi":{},"ua":{"color":5}}"#, into: Self.target)
    #expect(error.path == "$.ua.color" && error.entity == "Label" && error.line == 1)
    let report = try scenario.importJSON(#"{"emi":{"color":"x"},"ua":{"color":5}}"#, into: Self.target) {
      ($0.onInvalid, $0.policy) = (.skip, .mergeAndPrune)
    }
    #expect(report.skipped.map(\.path) == ["$.ua.color"])
    try scenario.expect(Self.labels, "emi | x | emi | 1\nua | grey | ua | 2")
  }

  @Test(arguments: [
    (#"{"emi":{},"ua":null}"#, ".ua"), (#"{"emi":{},"u a":[]}"#, #"["u a"]"#), (#"{"7":5}"#, "[7]"),
  ])
  func `so does one that is no record`(labels: String, path: String) throws {
    let scenario = try started("inverse: shop")
    #expect(try scenario.failure(labels, into: Self.target).path == "$" + path)
    let shop = #"{"id":1,"labels":\#(labels)}"#
    let inside = "$.labels" + path
    #expect(try scenario.failure(shop, into: "Shop").path == inside)
    let report = try scenario.importJSON(shop, into: "Shop") { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.path) == [inside])
  }

  @Test func `stopping after some records, and a record from several sources, are refused`() throws {
    let scenario = try started("inverse: shop")
    let error = try scenario.failure(#"{"emi":{}}"#, into: Self.target) { $0.stopAfter = 1 }
    #expect(
      error.description
        == "the value of a relationship is imported whole: 'stopAfter' is for records of an entity")
    #expect(error.reason == .unknownTarget)
    let several = try #require(throws: ImportError.self) {
      try scenario.test.store.importJSON(
        [.string(#"{"name":"a"}"#), .string(#"{"name":"b"}"#)],
        into: .relationship(parent: "Shop", key: [.integer(1)], name: "best"))
    }
    #expect(several.reason == .unexpectedShape && several.entity == "Shop")
    #expect(
      several.message.hasPrefix("'Shop.best' can be given by several sources only where each is a list"))
    try scenario.expect("SELECT count(*) FROM Label", "3")
  }
}
