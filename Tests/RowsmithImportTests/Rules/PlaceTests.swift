import Rowsmith
import Testing

/// Places that attributes read: positions in arrays, of any type, and parts of arrays.
@Suite struct PlaceTests {
  @Test(arguments: [
    ("Int", "0\n1\n10"), ("Double", "0.0\n1.0\n10.0"), ("Decimal", "0\n1\n10"), ("String", "0\n1\n10"),
    ("{ type: String, coerce: true }", ""),
  ])
  func `a position is a number of the attribute's type`(type: String, values: String) throws {
    let long = type.hasPrefix("{") ? String(type.dropFirst().dropLast()) : "type: \(type)"
    let scenario = try ImportScenario(
      "entities: { Item: { attributes: { id: Int, place: { \(long), ImportName: $index } } } }",
      comparingReference: false)
    let items = (0...10).map { "{\"id\":\($0)}" }.joined(separator: ",")
    try scenario.importJSON("[\(items)]", into: "Item")
    try scenario.expect(
      "SELECT place FROM Item WHERE id IN (0, 1, 10) ORDER BY id", values.isEmpty ? "0\n1\n10" : values)
  }

  @Test(arguments: [
    (#"["a","b","c"]"#, "b", "·"), (#"["a"]"#, "·", "·"), ("[]", "·", "·"), ("null", "·", "·"),
    (#"[{"x":[{"y":[]}]},null,"c",{"url":"u"}]"#, "·", "u"), (#"[[1,[2]],"b",{},{"url":null}]"#, "b", "·"),
    (#"[1,"b",2,{"other":1,"url":"u"},4]"#, "b", "u"), ("{\"1\":\"b\"}", "b", "·"),
  ])
  func `a part of an array is found behind those that nobody reads`(json: String, second: String, url: String)
    throws
  {
    let scenario = try ImportScenario(
      """
      entities:
        Item:
          attributes:
            id: Int
            second: { type: String?, ImportName: list.1 }
            url: { type: String?, ImportName: list.3.url }
      """, comparingReference: false)
    try scenario.importJSON("[{\"id\":1,\"list\":\(json)},{\"list\":\(json),\"id\":2}]", into: "Item")
    try scenario.expect(
      "SELECT id, second, url FROM Item ORDER BY id", "1 | \(second) | \(url)\n2 | \(second) | \(url)")
  }
}
