import Rowsmith
import RowsmithSchema

/// Finds the target of an import in the model.
struct ImportTargetResolver {
  let arguments: ImportArguments
  let model: LoadedModel

  /// The target that the arguments name; a parent is looked up once the database is open.
  enum Named {
    case target(ImportTarget)
    case parent(entity: String, key: String, relationship: String)
  }

  func resolve() throws(UsageError) -> Named {
    if let parent = arguments.parentSyntax { return try resolve(parent) }
    if let name = arguments.entityName {
      _ = try model.entity(name, option: "entity", command: "import")
      return .target(arguments.isKeyed ? .keyed(name) : .entity(name))
    }
    let documents = model.schema.documents.map(\.name)
    guard let name = arguments.documentName else {
      let entities = model.schema.entities.map(\.name).joined(separator: ", ")
      let other =
        documents.isEmpty ? "" : "; or --document, one of \(documents.joined(separator: ", "))"
      throw UsageError(
        "say what the JSON holds: --entity, one of \(entities)\(other)", command: "import")
    }
    if documents.contains(name) { return .target(.document(name)) }
    throw UsageError(
      "--document: the model has no document '\(name)'; "
        + (documents.isEmpty ? "it has none" : "it has \(documents.joined(separator: ", "))"),
      suggestion: Spelling.nearest(to: name, in: documents), command: "import")
  }

  private func resolve(_ parent: ParentSyntax) throws(UsageError) -> Named {
    _ = try model.entity(parent.entity, option: "parent", command: "import")
    let graph = SchemaGraph(model.schema)
    guard let relationship = graph.relationship(parent.relationship, of: parent.entity) else {
      let known = graph.relationships(of: parent.entity).map(\.name)
      throw UsageError(
        "--parent: \(parent.entity) has no relationship '\(parent.relationship)'; "
          + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"),
        suggestion: Spelling.nearest(to: parent.relationship, in: known), command: "import")
    }
    if let name = arguments.entityName, name != relationship.target {
      throw UsageError(
        "--entity \(name): the records of \(parent.entity).\(relationship.name) are of \(relationship.target); "
          + "--parent alone is enough", command: "import")
    }
    return .parent(entity: parent.entity, key: parent.key, relationship: relationship.name)
  }
}
