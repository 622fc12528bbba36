package import Rowsmith
import RowsmithModel
import RowsmithSchema

/// A model that a person has written, to which what is new in samples is added.
package struct HintedModel {
  private let path: String
  private let text: String
  private let compiled: CompiledModel
  private let schema: Schema

  /// - Throws: ``HintFailure`` where the model has errors.
  package init(text: String, path: String) throws {
    self.text = text
    self.path = path
    compiled = ModelCompiler.compile(
      [ModelSource(path: path, text: text)], name: ModelCompiler.name(ofModelAt: path))
    guard let schema = compiled.schema else { throw HintFailure(lines: compiled.diagnostics.map { "\($0)" }) }
    self.schema = schema
  }

  /// Adds what a draft has and the model has not.
  ///
  /// - Returns: the text of the model, as it was where nothing is new, what an import of the samples is into, and the
  ///   types of the samples themselves.
  ///
  /// - Parameter entity: what the model calls the records at the top, where a person says it.
  package func adding(_ inferred: InferredModel, entity: String? = nil) throws -> (
    text: String, target: ImportTarget, types: SeenTypes
  ) {
    var additions = HintAdditions(inferred, schema, ModelText(text, path: path), entity: entity)
    try additions.add()
    for seen in inferred.seenValues { try additions.add(values: seen) }
    let target = try additions.target(inferred.target)
    let types = additions.seenTypes
    if additions.isEmpty { return (text, target, types) }
    return (try keepingInverses(additions.text), target, types)
  }

  /// The text with what is new in it, where each relationship has the inverse that it had.
  private func keepingInverses(_ text: ModelText) throws -> String {
    var text = text
    let isOurs = ModelWidening(text: self.text, path: path).isAllowed
    while true {
      let compiled = ModelCompiler.compile([ModelSource(path: path, text: text.text)], name: schema.name)
      guard let schema = compiled.schema, compiled.diagnostics.count <= self.compiled.diagnostics.count else {
        throw HintFailure(
          lines: ["error: what is new in the samples cannot be added to '\(path)'; add it by hand:"]
            + compiled.diagnostics.map { "\($0)" })
      }
      guard let (entity, relationship) = lostInverse(in: schema) else { return text.text }
      // What followed from the names is said where no person minds.
      let keys = ["entities", entity, "relationships", relationship.name]
      guard isOurs, text.state(inverse: relationship.inverse ?? "none", of: keys) else {
        throw HintFailure(lines: [
          "error: '\(path)': what is new in the samples leads to what '\(entity).\(relationship.name)' leads to; "
            + "write its 'inverse' first"
        ])
      }
    }
  }

  /// The paths of the documents that the model has.
  var documentPaths: Set<String> {
    Set(schema.documents.flatMap(\.members).map { "\(Schema.ImportPath.keys($0.path))" })
  }

  /// Whether an entity of the model is a key and a value, and nothing holds its records.
  var hasSeries: Bool {
    let held = Set(schema.entities.flatMap { $0.relationships.map(\.target) })
    return schema.entities.contains { entity in
      let paths = entity.attributes.flatMap(\.importPaths)
      return paths.contains(.mapKey) && paths.contains(.value) && !held.contains(entity.name)
    }
  }

  /// A relationship whose inverse was plain, and is no longer so.
  private func lostInverse(in other: Schema) -> (entity: String, relationship: Schema.Relationship)? {
    let graph = SchemaGraph(other)
    for entity in schema.entities {
      for relationship in entity.relationships
      where graph.relationship(relationship.name, of: entity.name)?.inverse != relationship.inverse {
        return (entity.name, relationship)
      }
    }
    return nil
  }
}

/// Why a model cannot be added to.
package struct HintFailure: Error, Sendable {
  /// What to say, a line each.
  package let lines: [String]
}
