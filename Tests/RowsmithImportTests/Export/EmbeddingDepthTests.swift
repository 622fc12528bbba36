import Rowsmith
import RowsmithModel
import Testing

struct EmbeddingDepthTests {
  /// Entities that keys cannot name, each of which leads to every other one: there are more ways through them than stars.
  private static let schema: Schema? = {
    let names = (0..<6).map { "E\($0)" }
    var lines = ["rowsmith: 1", "defaults: { MergePolicy: Merge }", "entities:"]
    for name in names {
      lines += ["  \(name):", "    PrimaryKey: [a, b]", "    attributes: { a: Int, b: Int, text: String? }"]
      lines.append("    relationships:")
      lines += names.filter { $0 != name }.map { "      r\($0.dropFirst()): { to: \($0)?, inverse: none }" }
    }
    let source = ModelSource(path: "Dense.yml", text: lines.joined(separator: "\n") + "\n")
    return ModelCompiler.compile([source], name: "Dense").schema
  }()

  @Test
  func `records that keys cannot name are embedded in each other four deep, and what is left out is said`()
    throws
  {
    let file = try TestStore(try #require(Self.schema))
    let store = file.store
    defer { withExtendedLifetime(file) {} }
    var json = #"{"a":6,"b":1}"#
    for number in (0..<6).reversed() { json = #"{"a":\#(number),"b":1,"r\#((number + 1) % 6)":\#(json)}"# }
    _ = try store.importJSON(.string(json), into: .entity("E0"))

    var bytes: [UInt8] = []
    let notes = try store.exportJSON(entity: "E0") { bytes.append(contentsOf: $0) }.notes
    guard case .array(let items) = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
      Issue.record("a list is produced")
      return
    }
    var record = try #require(items.first { $0["a"]?.text == "0" })
    for number in 1...4 { record = try #require(record["r\(number)"], "\(number)") }
    #expect(record["r5"] == nil)
    #expect(notes.contains { $0.contains("E4.r5 is left out") }, "\(notes.prefix(3))")
  }
}
