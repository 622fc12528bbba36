import RowsmithModel
import RowsmithSchema
import Testing

/// Compiles a model that must have no errors; the header with version and a default policy is added in front.
func schema(
  _ yaml: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Schema {
  let header = "rowsmith: 1\n" + (yaml.contains("defaults:") ? "" : "defaults: { MergePolicy: Merge }\n")
  let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: header + yaml)], name: "Model")
  let errors = model.diagnostics.filter { $0.severity == .error }.map(\.description)
  #expect(errors == [], sourceLocation: sourceLocation)
  return try #require(model.schema, sourceLocation: sourceLocation)
}

extension Schema {
  /// The attribute written `Entity.attribute`.
  func attribute(_ name: String) throws -> Attribute {
    let parts = name.split(separator: ".").map(String.init)
    return try #require(SchemaGraph(self).attribute(parts[1], of: parts[0]), "no attribute \(name)")
  }

  /// The relationship written `Entity.relationship`.
  func relationship(_ name: String) throws -> Relationship {
    let parts = name.split(separator: ".").map(String.init)
    return try #require(SchemaGraph(self).relationship(parts[1], of: parts[0]), "no relationship \(name)")
  }

  /// The paths as a model writes them.
  static func written(_ paths: [ImportPath]) -> [String] { paths.map(\.description) }
}
