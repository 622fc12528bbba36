import RowsmithModel
import Testing

@testable import Rowsmith

/// Entities without a key, each of which leads to every other one in two ways: there are more ways through them than an
/// export can prepare for.
struct EmbeddedShapesTests {
  private static let count = 3

  private static func schema() throws -> Schema {
    let names = (0..<count).map { "E\($0)" }
    var lines = ["rowsmith: 1", "entities:"]
    for name in names {
      lines += ["  \(name):", "    attributes: { text: String }", "    relationships:"]
      for other in names where other != name {
        lines.append("      a\(other.dropFirst()): { to: \(other)?, inverse: none }")
        lines.append("      b\(other.dropFirst()): { to: [\(other)], inverse: none }")
      }
    }
    let source = ModelSource(path: "Dense.yml", text: lines.joined(separator: "\n") + "\n")
    let compiled = ModelCompiler.compile([source], name: "Dense")
    return try #require(compiled.schema, "\(compiled.diagnostics)")
  }

  /// A record with all that can be embedded in it, no relationship inside itself.
  private func record(_ entity: Int, around: [String] = []) -> String {
    var members = [#""text":"\#((around + ["E\(entity)"]).joined(separator: " "))""#]
    for other in 0..<Self.count where other != entity && around.count < 5 {
      for kind in ["a", "b"] where !around.contains("E\(entity).\(kind)\(other)") {
        let inner = record(other, around: around + ["E\(entity).\(kind)\(other)"])
        members.append(#""\#(kind)\#(other)":\#(kind == "a" ? inner : "[\(inner)]")"#)
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// What an export of `E0` makes of its outermost record, and how many queries were prepared and are kept.
  private func export(_ store: TestStore, maximumQueries: Int? = nil) throws -> (
    record: JSONValue?, queries: Int, kept: Int
  ) {
    try store.store.read { transaction in
      let session = ExportSession(
        mapping: try transaction.session.mapping(), connection: try transaction.connection(),
        options: ExportOptions())
      let builder = try session.shapeBuilder()
      if let maximumQueries { builder.maximumQueries = maximumQueries }
      var bytes: [UInt8] = []
      try withoutActuallyEscaping({ bytes.append(contentsOf: $0) }) { write in
        _ = try session.run("E0", .all, builder, output: JSONOutput(ExportOptions(), write))
      }
      let json = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
      guard case .array(let records) = json else { return (nil, builder.queries, builder.shared.queries) }
      let outermost = records.first { $0["text"] == .string("E0") }
      return (outermost, builder.queries, builder.shared.queries)
    }
  }

  @Test func `an export prepares for the records that are there, whatever else the model could embed`() throws
  {
    let store = try TestStore(try Self.schema())
    #expect(try export(store).queries == 4)
    try store.importJSON(#"{"text":"E0","a1":{"text":"inner"}}"#, into: .entity("E0"))
    #expect(try export(store).queries == 8)
  }

  @Test func `records without a key are embedded wherever they hang`() throws {
    let store = try TestStore(try Self.schema())
    let json = record(0)
    try store.importJSON(json, into: .entity("E0"))
    let other = try TestStore(try Self.schema())
    let record = try #require(try export(store).record)
    try other.importJSON(record.text, into: .entity("E0"))
    #expect(try export(other).record == record)
    #expect(try other.image() == store.image())
  }

  @Test func `what has been prepared is bounded, and is prepared again where it is needed again`() throws {
    let store = try TestStore(try Self.schema())
    try store.importJSON(record(0), into: .entity("E0"))
    let (free, bounded) = (try export(store), try export(store, maximumQueries: 20))
    #expect(bounded.record == free.record)
    #expect(free.kept > 20)
    #expect(bounded.kept <= 20)
    #expect(bounded.queries > free.queries)
  }

  @Test func `ways to an embedded record that differ in their order alone share what is prepared`() throws {
    let store = try TestStore(try Self.schema())
    try store.importJSON(record(0), into: .entity("E0"))
    // Each record has a way of its own, and four relationships.
    let ways = (0..<Self.count).reduce(0) { $0 + record(0).split(separator: "E\($1)\"").count - 1 }
    #expect(try export(store).queries < 4 * ways)
  }
}
