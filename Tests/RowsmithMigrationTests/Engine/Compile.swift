import RowsmithModel
import RowsmithSchema
import Testing

/// Compiles a model that must have no errors; the header with version and a default policy is added in front.
func schema(_ yaml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Schema {
  let header = yaml.contains("rowsmith:") ? "" : "rowsmith: 1\ndefaults: { MergePolicy: Merge }\n"
  let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: header + yaml)], name: "Model")
  let errors = model.diagnostics.filter { $0.severity == .error }.map(\.description)
  #expect(errors == [], sourceLocation: sourceLocation)
  return try #require(model.schema, sourceLocation: sourceLocation)
}
