import Rowsmith
import Testing

/// Rule 2: a record that one mention makes complete has all that the others said, of every type.
@Suite struct MentionValueTests {
  private static let values: [(type: String, json: String, stored: String)] = [
    ("Int?", "-9223372036854775808", "-9223372036854775808"), ("Double?", "1e300", "1.0e+300"),
    ("Decimal?", "0.10", "'0.10'"), ("Bool?", "true", "1"), ("String?", #""a'\u00e9""#, "'a''é'"),
    ("String?", #""""#, "''"), ("Date?", #""2024-02-29T12:00:00+01:00""#, "'2024-02-29T11:00:00.000Z'"),
    ("UUID?", #""00000000-0000-0000-0000-000000000001""#, "'00000000-0000-0000-0000-000000000001'"),
    ("URL?", #""https://a.b/c""#, "'https://a.b/c'"), ("Data?", #""AAH/""#, "X'0001FF'"),
    ("Data?", #""""#, "X''"), ("JSON?", #"{ "a": [1, null] }"#, #"'{"a":[1,null]}'"#),
    ("Kind?", #""novel""#, "'novel'"), (#""[Int]?""#, "[1, 2]", "'[1,2]'"),
    (#""[Data]?""#, #"["AAH/",""]"#, #"'["AAH/",""]'"#),
    (#""[Date]?""#, "[0]", #"'["1970-01-01T00:00:00.000Z"]'"#),
  ]

  @Test(arguments: values, [InvalidRecordPolicy.fail, .skip])
  func `a value is kept until the record is complete`(
    value: (type: String, json: String, stored: String), policy: InvalidRecordPolicy
  ) throws {
    let scenario = try ImportScenario(
      """
      defaults: { MergePolicy: Merge }
      enums: { Kind: [novel, essay] }
      entities: { Item: { attributes: { id: Int, name: String, value: \(value.type) } } }
      """, comparingReference: false)
    let report = try scenario.importJSON(
      "[{\"id\":1,\"value\":\(value.json)},{\"id\":2,\"name\":\"b\",\"value\":\(value.json)},{\"id\":1,\"name\":\"a\"}]",
      into: "Item"
    ) { $0.onInvalid = policy }
    try scenario.expect(
      "SELECT id, name, quote(value) FROM Item ORDER BY id",
      "1 | a | \(value.stored)\n2 | b | \(value.stored)"
    )
    #expect(report.entities["Item"]?.inserted == 2 && report.skippedCount == 0)
  }

  @Test(arguments: [1, 4])
  func `records of very different sizes follow one another`(megabytes: Int) throws {
    let scenario = try ImportScenario(
      "entities: { Item: { attributes: { id: Int, text: { type: String, Transform: trim }, raw: JSON? } } }",
      comparingReference: false)
    let long = String(repeating: "\\u00e4", count: megabytes << 19)
    try scenario.importJSON(
      "[{\"id\":1,\"text\":\"a\"},{\"id\":2,\"text\":\"\(long)\",\"raw\":[ \"\(long)\" ]},{\"id\":3,\"text\":\" b \",\"raw\":[ 1 ]}]",
      into: "Item")
    try scenario.expect(
      "SELECT id, length(text), length(raw) FROM Item ORDER BY id",
      "1 | 1 | ·\n2 | \(megabytes << 19) | \((megabytes << 19) * 6 + 4)\n3 | 1 | 3")
  }
}
