import RowsmithModel
import Testing

/// Compiles a model and compares all that is said about it, `line:column: severity: message` by line.
func expectDiagnostics(
  of yaml: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: yaml)], name: "Model")
  let found = model.diagnostics.map { String($0.description.dropFirst("Model.yml:".count)) }
  #expect(found.joined(separator: "\n") == expected, sourceLocation: sourceLocation)
  #expect((model.schema == nil) == model.diagnostics.hasErrors, sourceLocation: sourceLocation)
}

/// Compiles a model of several files, `Model/1.yml` and so on.
func expectDiagnostics(
  ofFiles files: [String], _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let sources = files.enumerated().map { ModelSource(path: "Model/\($0.offset + 1).yml", text: $0.element) }
  let model = ModelCompiler.compile(sources, name: "Model")
  let found = model.diagnostics.map(\.description).joined(separator: "\n")
  #expect(found == expected, sourceLocation: sourceLocation)
  #expect((model.schema == nil) == model.diagnostics.hasErrors, sourceLocation: sourceLocation)
}
