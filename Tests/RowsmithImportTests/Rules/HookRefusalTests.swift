import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

/// What an app's hooks and transforms refuse, and what becomes of the record and of the import.
@Suite struct HookRefusalTests {
  private struct No: Error, CustomStringConvertible { var description: String { "no" } }

  private func store(_ hooks: EntityHooks, transform: AttributeTransform? = nil) throws -> Store {
    let yaml = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Band: { PrimaryKey: name, attributes: { name: String, rank: { type: Int?, Transform: halve } } }
      """
    let model = ModelCompiler.compile([ModelSource(path: "M.yml", text: yaml)], name: "M")
    var customizations = Customizations()
    customizations.hooks["Band"] = hooks
    if let transform { customizations.transforms["Band.rank"] = transform }
    return try Store(.memory, schema: try #require(model.schema), customizations: customizations)
  }

  private static let halve = AttributeTransform(
    decoding: { json in
      guard case .number(let text) = json, let number = Int(text) else { throw No() }
      return number / 2
    }, encoding: { (value: Int) in .number("\(value * 2)") })

  private static let document = JSONSource.string(#"[{"name":"a"},{"name":"b"}]"#)

  private func names(_ store: Store) throws -> [String] {
    try store.fetch(.sql("SELECT name FROM Band ORDER BY 1")).map { try $0.value("name") }
  }

  private var skipping: ImportOptions {
    var options = ImportOptions()
    options.onInvalid = .skip
    return options
  }

  @Test func `what willImport throws fails the import, or leaves the record out, and names the record`()
    throws
  {
    let hooks = EntityHooks(willImport: { json in if json["name"] == .string("b") { throw No() } })
    let store = try store(hooks)
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(Self.document, into: .entity("Band"))
    }
    #expect(error?.description == "1:15: $[1]: Band: a hook refused the record: no")
    #expect(error?.reason == .customization)
    #expect(try names(store) == [])
    let report = try store.importJSON(Self.document, into: .entity("Band"), options: skipping)
    #expect(report.skipped.map(\.path) == ["$[1]"])
    #expect(try names(store) == ["a"])
  }

  @Test func `willImport may not make something else of the object`() throws {
    let store = try store(EntityHooks(willImport: { $0 = .array([]) }))
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(Self.document, into: .entity("Band"))
    }
    #expect(error?.description == "1:2: $[0]: Band: willImport made something else of the object")
  }

  @Test func `what shouldImport turns down is neither imported nor reported`() throws {
    let store = try store(EntityHooks(shouldImport: { $0["name"] != .string("a") }))
    let report = try store.importJSON(Self.document, into: .entity("Band"))
    #expect(report.skipped.isEmpty && report.entities["Band"]?.inserted == 1)
    #expect(try names(store) == ["b"])
  }

  @Test func `what didImport throws takes the record back`() throws {
    let store = try store(EntityHooks(didImport: { row in if try row.string(at: 0) == "b" { throw No() } }))
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(Self.document, into: .entity("Band"))
    }
    #expect(error?.reason == .customization)
    #expect(error?.message.contains("no") == true)
    #expect(try names(store) == [])
    #expect(error?.path == "$[1]" && error?.line == 1)
    let report = try store.importJSON(Self.document, into: .entity("Band"), options: skipping)
    #expect(report.skipped.map(\.path) == ["$[1]"])
    #expect(try names(store) == ["a"])
  }

  @Test func `what a transform throws is a bad value at its place`() throws {
    let store = try store(EntityHooks(), transform: Self.halve)
    try store.importJSON(.string(#"{"name":"a","rank":8}"#), into: .entity("Band"))
    #expect(try store.fetch(.sql("SELECT rank FROM Band")).map(\.values) == [[.integer(4)]])
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(.string(#"{"name":"a","rank":[1]}"#), into: .entity("Band"))
    }
    // What has gone through hooks is no longer the document's text: the record's beginning is named.
    #expect(error?.description == "1:1: $.rank: Band: the transform of 'rank' refused an array [1]: no")
    #expect(error?.reason == .customization)
  }

  @Test func `a transform that only the app has is missed where a value comes, and not before`() throws {
    let store = try store(EntityHooks())
    try store.importJSON(.string(#"{"name":"a"}"#), into: .entity("Band"))
    let error = #expect(throws: ImportError.self) {
      try store.importJSON(.string(#"{"name":"a","rank":8}"#), into: .entity("Band"))
    }
    #expect(
      error?.message
        == "the transform 'halve' is implemented by the app, and is not available here; import through the generated module"
    )
  }
}
