import Rowsmith
import RowsmithModel
import Testing

/// A store in memory for a model that a test writes out.
struct ModelStore {
  let store: Store

  /// - Parameter text: what follows `rowsmith: 1` and the default policy `Merge`.
  init(_ text: String, policy: String = "Merge", customizations: Customizations = Customizations()) throws {
    let yaml = "rowsmith: 1\ndefaults: { MergePolicy: \(policy) }\n\(text)\n"
    let model = ModelCompiler.compile([ModelSource(path: "Test.yml", text: yaml)], name: "Test")
    let errors = model.diagnostics.filter { $0.severity == .error }.map(\.description)
    try #require(errors == [])
    store = try Store(.memory, schema: try #require(model.schema), customizations: customizations)
  }

  @discardableResult
  func importJSON(_ text: String, _ entity: String) throws -> ImportReport {
    try store.importJSON(.string(text), into: .entity(entity))
  }

  @discardableResult
  func importMap(_ text: String, _ entity: String) throws -> ImportReport {
    try store.importJSON(.string(text), into: .keyed(entity))
  }

  /// The JSON of an entity, without the line break at its end.
  func export(_ entity: String, _ configure: (inout ExportOptions) -> Void = { _ in }) throws -> String {
    try exportAndReport(entity, configure).json
  }

  func exportAndReport(
    _ entity: String, _ configure: (inout ExportOptions) -> Void = { _ in }
  ) throws -> (json: String, report: ExportReport) {
    var options = ExportOptions()
    configure(&options)
    var bytes: [UInt8] = []
    let report = try store.exportJSON(entity: entity, options: options) { bytes.append(contentsOf: $0) }
    var text = String(decoding: bytes, as: UTF8.self)
    if text.hasSuffix("\n") { text.removeLast() }
    return (text, report)
  }
}
