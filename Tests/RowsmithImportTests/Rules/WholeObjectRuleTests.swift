import Foundation
import Rowsmith
import Testing

/// `$rest` and `$record`.
@Suite struct WholeObjectRuleTests {
  private static let model = #"""
    defaults: { MergePolicy: Merge }
    entities:
      Item:
        attributes:
          id: Int
          name: { type: String?, ImportName: [name, info.name] }
          more: { type: JSON?, ImportName: $rest }
          source: { type: JSON?, ImportName: $record }
        relationships: { parts: [Part] }
      Part: { attributes: { id: Int, rest: { type: JSON?, ImportName: $rest } } }
    """#

  private func scenario() throws -> ImportScenario {
    try ImportScenario(Self.model, comparingReference: false)
  }

  private func json(_ scenario: ImportScenario, _ entity: String = "Item") throws -> String {
    var options = ExportOptions()
    options.toMany = .omitted
    var bytes: [UInt8] = []
    try scenario.test.store.exportJSON(entity: entity, options: options) { bytes.append(contentsOf: $0) }
    return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @Test func `the rest has the members that the model does not name, and they are no unknown keys`() throws {
    let scenario = try scenario()
    let report = try scenario.importJSON(
      #"{"id":1, "x" : {"y": [1, 2]}, "name":"a", "a\"b\\": "c", "parts":[{"id":7,"p":1},{"id":8}], "z":null}"#,
      into: "Item")
    #expect(report.unknownKeys.isEmpty)
    try scenario.expect("SELECT more FROM Item", #"{"x":{"y":[1,2]},"a\"b\\":"c","z":null}"#)
    try scenario.expect("SELECT id, rest FROM Part ORDER BY id", #"7 | {"p":1}\#n8 | ·"#)
  }

  @Test func `members inside an object that the model names are unknown keys as ever`() throws {
    let report = try scenario().importJSON(#"{"id":1,"info":{"name":"a","other":1}}"#, into: "Item")
    #expect(Array(report.unknownKeys.keys) == ["Item.info.other"])
  }

  @Test func `of a member that comes twice $rest has the later, and keeps what was, where there are none`()
    throws
  {
    let scenario = try scenario()
    try scenario.importJSON(#"{"id":1,"x":1,"y":2,"\u0078":3}"#, into: "Item")
    try scenario.expect("SELECT more FROM Item", #"{"\u0078":3,"y":2}"#)
    try scenario.importJSON(#"{"id":1}"#, into: "Item")
    try scenario.expect("SELECT more FROM Item", #"{"\u0078":3,"y":2}"#)
    try scenario.importJSON(#"{"id":1,"q":1}"#, into: "Item")
    try scenario.expect("SELECT more FROM Item", #"{"q":1}"#)
  }

  @Test func `the rest is merged into the object that is produced`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"[{"x":1,"id":1,"name":"a"},{"id":2}]"#, into: "Item")
    #expect(try json(scenario) == #"[{"id":1,"name":"a","x":1},{"id":2}]"#)
    #expect(try scenario.importJSON(json(scenario), into: "Part").entities["Part"]?.inserted == 2)
    #expect(try json(scenario, "Part") == #"[{"id":1,"name":"a","x":1},{"id":2}]"#)
  }

  @Test func `a member that the model names by now is not produced from $rest`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"id":1,"name":"a"}"#, into: "Item")
    try scenario.test.store.write { try $0.execute(sql: #"UPDATE Item SET more = '{"name":"old","x":1}'"#) }
    #expect(try json(scenario) == #"[{"id":1,"name":"a","x":1}]"#)
  }

  @Test func `the record has the object as it came, less white space, and is not produced`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{ "id" : 1, "x": [1, 2], "parts": [ {"id": 7} ] }"#, into: "Item")
    try scenario.expect("SELECT source FROM Item", #"{"id":1,"x":[1,2],"parts":[{"id":7}]}"#)
    #expect(try json(scenario) == #"[{"id":1,"x":[1,2]}]"#)
  }

  @Test func `the rest is produced as the source spelled it, so that an import changes nothing`() throws {
    let scenario = try scenario()
    try scenario.importJSON(#"{"id":1,"u\u0072l":"http:\/\/x"}"#, into: "Part")
    #expect(try json(scenario, "Part") == #"[{"id":1,"u\u0072l":"http:\/\/x"}]"#)
    #expect(try scenario.importJSON(json(scenario, "Part"), into: "Part").entities["Part"]?.unchanged == 1)
  }
}
