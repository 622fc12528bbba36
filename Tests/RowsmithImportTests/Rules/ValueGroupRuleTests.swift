import Foundation
import Rowsmith
import RowsmithModel
import Testing

/// Values of several parts: columns that are replaced together.
@Suite struct ValueGroupRuleTests {
  static func model(_ policy: String = "Merge") -> String {
    """
    defaults: { MergePolicy: \(policy) }
    values:
      Geo: { lat: Double, lng: Double, at: { type: Date?, DateFormat: epochSeconds } }
      Address:
        street: { type: String, ImportName: [street, line1] }
        city: String?
        country: { type: String, default: CH }
        geo: Geo?
    entities:
      Person:
        attributes:
          id: Int
          home: { type: Address?, ImportName: [address, info.home] }
          work: Address?
          born: { type: Geo }
    """
  }

  private static let home =
    "SELECT home_street, home_city, home_country, home_geo_lat, home_geo_lng, home_geo_at FROM Person ORDER BY id"
  private static let born = #""born":{"lat":1,"lng":2}"#

  private func scenario(_ policy: String = "Merge") throws -> ImportScenario {
    try ImportScenario(ValueGroupRuleTests.model(policy), comparingReference: false)
  }

  private func json(_ scenario: ImportScenario, _ configure: (inout ExportOptions) -> Void = { _ in }) throws
    -> String
  {
    var options = ExportOptions()
    configure(&options)
    var bytes: [UInt8] = []
    try scenario.test.store.exportJSON(entity: "Person", options: options) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @Test
  func `an object fills the columns of its parts, those of values inside included, and comes out again`()
    throws
  {
    let scenario = try scenario()
    try scenario.importJSON(
      #"{"id":1,"address":{"street":"a","city":"b","geo":{"lat":1.5,"lng":2,"at":0}},"born":{"lat":1,"lng":2}}"#,
      into: "Person")
    try scenario.expect(
      ValueGroupRuleTests.home, "a | b | CH | 1.5 | 2.0 | 1970-01-01T00:00:00.000Z")
    #expect(
      try json(scenario)
        == #"[{"id":1,"address":{"street":"a","city":"b","country":"CH","geo":{"lat":1.5,"lng":2,"at":0}},"#
        + #""born":{"lat":1,"lng":2}}]"#)
  }

  @Test func `what the object does not have is empty afterwards, or the member's default`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      #"{"id":1,"address":{"street":"a","city":"b","country":"DE","geo":{"lat":1,"lng":2}},"# + Self.born
        + "}",
      into: "Person")
    let report = try scenario.importJSON(#"{"id":1,"address":{"line1":"c"}}"#, into: "Person")
    #expect(report.entities["Person"]?.updated == 1)
    try scenario.expect(ValueGroupRuleTests.home, "c | · | CH | · | · | ·")
  }

  @Test func `null empties all columns, and what is not there stays`() throws {
    let scenario = try scenario()
    let first = #"{"id":1,"address":{"street":"a","geo":{"lat":1,"lng":2}},"# + Self.born + "}"
    try scenario.importJSON(first, into: "Person")
    try scenario.importJSON(#"{"id":1}"#, into: "Person")
    try scenario.expect(ValueGroupRuleTests.home, "a | · | CH | 1.0 | 2.0 | ·")
    try scenario.importJSON(#"{"id":1,"address":{"street":"a","geo":null}}"#, into: "Person")
    try scenario.expect(ValueGroupRuleTests.home, "a | · | CH | · | · | ·")
    try scenario.importJSON(#"{"id":1,"address":null}"#, into: "Person")
    try scenario.expect(ValueGroupRuleTests.home, "· | · | · | · | · | ·")
    #expect(try json(scenario) == #"[{"id":1,"born":{"lat":1,"lng":2}}]"#)
    let nulls = try json(scenario) { $0.nulls = .written }
    #expect(nulls == #"[{"id":1,"address":null,"work":null,"born":{"lat":1,"lng":2,"at":null}}]"#)
  }

  @Test func `a new row without the object has none of its defaults`() throws {
    let scenario = try scenario()
    try scenario.importJSON("{\"id\":1,\(Self.born)}", into: "Person")
    try scenario.expect(ValueGroupRuleTests.home, "· | · | · | · | · | ·")
  }

  @Test func `of alternatives the first that is not null counts, whole, in whatever order they come`() throws
  {
    let one = #""address":{"street":"one"}"#
    let other = #""info":{"home":{"street":"other","city":"x"}}"#
    for members in [[one, other], [other, one]] {
      let scenario = try scenario()
      try scenario.importJSON("{\"id\":1,\(members[0]),\(members[1]),\(Self.born)}", into: "Person")
      try scenario.expect(ValueGroupRuleTests.home, "one | · | CH | · | · | ·")
    }
    for members in [[#""address":null"#, other], [other, #""address":null"#]] {
      let scenario = try scenario()
      try scenario.importJSON("{\"id\":1,\(members[0]),\(members[1]),\(Self.born)}", into: "Person")
      try scenario.expect(ValueGroupRuleTests.home, "other | x | CH | · | · | ·")
    }
  }

  @Test func `of one key that comes twice the later object counts, whole`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      #"{"id":1,"address":{"street":"a","city":"b"},"address":{"street":"c"},"# + Self.born + "}",
      into: "Person")
    try scenario.expect(ValueGroupRuleTests.home, "c | · | CH | · | · | ·")
    try scenario.importJSON(#"{"id":1,"address":{"street":"a"},"address":null}"#, into: "Person")
    try scenario.expect(ValueGroupRuleTests.home, "· | · | · | · | · | ·")
  }

  @Test func `under Replace, a value that the document leaves out falls back to none`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"id":1,"address":{"street":"a"},"# + Self.born + "}", into: "Person")
    try scenario.importJSON("{\"id\":1,\(Self.born)}", into: "Person") { $0.policy = .replace }
    try scenario.expect(ValueGroupRuleTests.home, "· | · | · | · | · | ·")
  }

  @Test(
    arguments: [
      (
        #""address":{"city":"b"}"#, "$.address.street",
        "expected a string, found nothing; 'home_street' is required in Address"
      ),
      (
        #""address":{"street":null}"#, "$.address.street",
        "expected a string, found null; 'home_street' is required in Address"
      ),
      (
        #""address":{"street":"a","geo":{"lat":1}}"#, "$.address.geo.lng",
        "expected a number, found nothing; 'home_geo_lng' is required in Geo"
      ),
      (#""address":"x""#, "$.address", #"expected an object (Address), found "x""#),
      (#""address":[]"#, "$.address", "expected an object (Address), found an array []"),
      (#""address":{"street":"a","geo":7}"#, "$.address.geo", "expected an object (Geo), found 7"),
      (#""born":null"#, "$.born", "expected an object (Geo), found null; 'born' is required"),
    ])
  func `what cannot be such a value is refused, and where it stands is said`(
    member: String, path: String, message: String
  ) throws {
    let scenario = try scenario()
    let rest = member.hasPrefix("\"born") ? "" : ",\(Self.born)"
    let error = try scenario.failure("{\"id\":1,\(member)\(rest)}", into: "Person")
    #expect(error.path == path)
    #expect(error.message == message)
  }

  @Test func `a required value that is not there lacks its required parts`() throws {
    let scenario = try scenario()
    let error = try scenario.failure(#"{"id":1}"#, into: "Person")
    #expect(error.member == "born_lat")
  }

  @Test func `keys that the type does not have are unknown keys of the entity`() throws {
    let scenario = try scenario()
    let report = try scenario.importJSON(
      #"{"id":1,"address":{"street":"a","zip":1,"geo":{"lat":1,"lng":2,"alt":3}},"# + Self.born + "}",
      into: "Person")
    #expect(report.unknownKeys.keys.sorted() == ["Person.address.geo.alt", "Person.address.zip"])
  }

  @Test func `what is exported is the same when it is imported again`() throws {
    let scenario = try scenario()
    try scenario.importJSON(
      #"[{"id":1,"address":{"street":"a","geo":{"lat":1,"lng":2}},"work":{"street":"b"},"# + Self.born + "},"
        + "{\"id\":2,\(Self.born)}]", into: "Person")
    for nulls in [ExportOptions.Nulls.omitted, .written] {
      let report = try scenario.importJSON(try json(scenario) { $0.nulls = nulls }, into: "Person")
      #expect(report.entities["Person"]?.unchanged == 2)
    }
  }

  @Test func `a value is chosen and left out of an export by its own name`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"id":1,"address":{"street":"a"},"# + Self.born + "}", into: "Person")
    #expect(try json(scenario) { $0.omitted = [["home"]] } == #"[{"id":1,"born":{"lat":1,"lng":2}}]"#)
    #expect(
      try json(scenario) { $0.only = [["id"], ["home"]] }
        == #"[{"id":1,"address":{"street":"a","country":"CH"}}]"#)
  }

  @Test(arguments: [
    (#"{"code":"CHF"}"#, "CHF | CHF"), (#"{"code":"CHF","currency":null}"#, "CHF | CHF"),
    (#"{"currency":null,"code":"CHF"}"#, "CHF | CHF"), (#"{"currency":"EUR","code":"CHF"}"#, "EUR | CHF"),
  ])
  func `an alternate of a member may be another member's key`(price: String, expected: String) throws {
    let scenario = try ImportScenario(
      """
      values: { Price: { currency: { type: String?, ImportName: [currency, code] }, code: String? } }
      entities: { A: { attributes: { id: Int, price: Price? } } }
      """, comparingReference: false)
    try scenario.importJSON("{\"id\":1,\"price\":\(price)}", into: "A")
    try scenario.expect("SELECT price_currency, price_code FROM A", expected)
  }

  @Test func `an alternate of a value may be another value's key`() throws {
    let scenario = try ImportScenario(
      """
      values: { V: { a: Int?, b: Int } }
      entities:
        A: { attributes: { id: Int, billing: V?, shipping: { type: V?, ImportName: [shipping, billing] } } }
      """, comparingReference: false)
    try scenario.importJSON(#"{"id":1,"billing":{"a":3,"b":4}}"#, into: "A")
    try scenario.expect("SELECT billing_a, billing_b, shipping_a, shipping_b FROM A", "3 | 4 | 3 | 4")
  }
}
