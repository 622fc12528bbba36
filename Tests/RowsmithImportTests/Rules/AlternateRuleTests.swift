import Rowsmith
import Testing

/// Rule 3: null, and the alternates of an attribute.
@Suite struct AlternateRuleTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Post:
        attributes:
          id: Int
          text: { type: String?, ImportName: [text, body, meta.text] }
          rank: { type: Int, default: 5, ImportName: [rank, order] }
        relationships: { author: { to: Person?, inverse: none } }
      Person: { attributes: { id: Int, name: String? } }
    documents: { all: { posts: [Post], people: [Person], names: {Person} } }
    """

  @Test(arguments: [
    (#""text":"t","body":"b""#, "t"), (#""body":"b","text":"t""#, "t"), (#""text":null,"body":"b""#, "b"),
    (#""body":"b","text":null"#, "b"), (#""text":null,"body":null,"meta":{"text":"m"}"#, "m"),
    (#""text":null,"body":null,"meta":{"text":null}"#, "·"), (#""meta":{"text":null}"#, "·"),
    (#""rank":1"#, "was"),
  ])
  func `the first that is present and not null counts, and null only if none has a value`(
    members: String, text: String
  ) throws {
    let scenario = try ImportScenario(AlternateRuleTests.model)
    try scenario.importJSON(#"{"id":1,"text":"was"}"#, into: "Post")
    try scenario.importJSON("{\"id\":1,\(members)}", into: "Post")
    try scenario.expect("SELECT text FROM Post", text)
  }

  @Test(arguments: [
    (#""kind":"a","state":"odd""#, 0), (#""state":"odd","kind":"a""#, 0), (#""kind":"odd","kind":"a""#, 0),
    (#""kind":null,"state":"odd""#, 1), (#""state":"odd","kind":null"#, 1),
    (#""state":"odd","kind":"new""#, 1),
  ])
  func `a value in whose place another counts is not unlisted`(members: String, count: Int) throws {
    let scenario = try ImportScenario(
      """
      enums: { Kind: [a, b] }
      entities: { Item: { attributes: { id: Int, kind: { type: Kind?, ImportName: [kind, state] } } } }
      """, comparingReference: false)
    let report = try scenario.importJSON("{\"id\":1,\(members)}", into: "Item")
    #expect(report.unlistedValues["Item.kind"]?.count ?? 0 == count)
  }

  @Test(arguments: [
    (#""kinds":["a"],"states":["odd"]"#, 0), (#""states":["odd","b","new"],"kinds":["a"]"#, 0),
    (#""states":["odd","new"],"kinds":["odd"]"#, 1), (#""box":{"kind":"a"},"crate":{"kind":"odd"}"#, 0),
    (#""crate":{"kind":"odd","inner":{"kind":"new"}},"box":{"kind":"a"}"#, 0),
    (#""crate":{"kind":"odd","inner":{"kind":"new"}},"box":null"#, 2),
    (#""lids":[{"state":"odd","kind":"a"},{"kind":"new"}]"#, 1),
    (#""tops":[{"kind":"odd","inner":{"kind":"odd"}}],"lids":[{"kind":"odd"}]"#, 1),
  ])
  func `nor is what is in a list or a value in whose place another counts`(
    members: String, count: Int
  ) throws {
    let scenario = try ImportScenario(
      """
      enums: { Kind: [a, b] }
      values:
        Inner: { kind: { type: Kind?, ImportName: [kind, state] } }
        Box: { kind: { type: Kind?, ImportName: [kind, state] }, inner: Inner? }
      entities:
        Item:
          attributes:
            id: Int
            kinds: { type: "[Kind]?", ImportName: [kinds, states] }
            box: { type: Box?, ImportName: [box, crate] }
            lids: { type: "[Box]?", ImportName: [lids, tops] }
      """, comparingReference: false)
    let report = try scenario.importJSON("{\"id\":1,\(members)}", into: "Item")
    #expect(report.unlistedValues.values.reduce(0) { $0 + $1.count } == count)
  }

  @Test func `a required attribute takes the alternate with a value, and refuses null alone`() throws {
    let scenario = try ImportScenario(AlternateRuleTests.model)
    try scenario.importJSON(#"{"id":1,"rank":null,"order":3}"#, into: "Post")
    try scenario.expect("SELECT rank FROM Post", "3")
    #expect(try scenario.failure(#"{"id":1,"rank":null,"order":null}"#, into: "Post").reason == .missingValue)
  }

  @Test(arguments: [Schema.MergePolicy.merge, .mergeAndPrune, .replace])
  func `null where root records are expected is bad input and prunes nothing`(policy: Schema.MergePolicy)
    throws
  {
    let scenario = try ImportScenario(AlternateRuleTests.model)
    try scenario.importJSON(#"{"id":1,"name":"Ann"}"#, into: "Person")
    #expect(try scenario.failure("null", into: "Person") { $0.policy = policy }.reason == .unexpectedShape)
    let at = try scenario.failure(#"{"data":{"people":null}}"#, into: "Person") {
      $0.policy = policy
      $0.path = ["data", "people"]
    }
    #expect(at.reason == .unexpectedShape)
    #expect(at.path == "$.data.people")
    #expect(
      try scenario.failure("null", into: .keyed("Person")) { $0.policy = policy }.reason == .unexpectedShape)
    #expect(
      try scenario.failure("null", into: .document("all")) { $0.policy = policy }.reason == .unexpectedShape)
    try scenario.expect("SELECT name FROM Person", "Ann")
  }

  @Test(arguments: [Schema.MergePolicy.mergeAndPrune, .replace])
  func `a member of a document that is null is absent, an empty one is not`(policy: Schema.MergePolicy) throws
  {
    let scenario = try ImportScenario(AlternateRuleTests.model)
    try scenario.importJSON(#"{"id":1,"name":"Ann"}"#, into: "Person")
    try scenario.importJSON(#"{"posts":[],"people":null,"names":null}"#, into: .document("all")) {
      $0.policy = policy
    }
    try scenario.expect("SELECT name FROM Person", "Ann")
    try scenario.importJSON(#"{"people":[]}"#, into: .document("all")) { $0.policy = policy }
    try scenario.expect("SELECT name FROM Person", "")
  }
}
