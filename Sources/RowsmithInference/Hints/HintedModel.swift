package import Rowsmith
import RowsmithModel
import RowsmithSchema

/// An existing model, to which new findings from samples are added.
package struct HintedModel {
  private let path: String
  private let text: String
  private let compiled: CompiledModel
  private let schema: Schema

  /// - Throws: ``HintFailure`` if the model has errors.
  package init(text: String, path: String) throws {
    self.text = text
    self.path = path
    compiled = ModelCompiler.compile(
      [ModelSource(path: path, text: text)], name: ModelCompiler.name(ofModelAt: path))
    guard let schema = compiled.schema else { throw HintFailure(lines: compiled.diagnostics.map { "\($0)" }) }
    self.schema = schema
  }

  /// Adds what is in a draft and not in the model.
  ///
  /// - Parameter entity: the model's name of the records at the top, if given.
  /// - Returns: the text of the model, unchanged if nothing is new; the import target for the samples; and the types of the
  ///   samples themselves.
  package func adding(_ inferred: InferredModel, entity: String? = nil) throws -> (
    text: String, target: ImportTarget, types: SeenTypes
  ) {
    var additions = HintAdditions(inferred, schema, ModelText(text, path: path), entity: entity)
    additions.mayChange = isOurs
    try additions.add()
    for seen in inferred.seenValues { try additions.add(values: seen) }
    let target = try additions.target(inferred.target)
    var types = additions.seenTypes
    inferred.shapes?.addDigits(to: &types, as: target, in: schema)
    if additions.isEmpty { return (text, target, types) }
    var extended = additions.text
    guard extended.keepPrimaryKeys(of: schema) else {
      throw HintFailure(lines: [
        "error: '\(path)': what is new in the samples has the name of a primary key; write 'PrimaryKey' first"
      ])
    }
    return (try keepingInverses(extended), target, types)
  }

  /// Whether the model may be changed: it was made from samples, and no person has taken it over.
  private var isOurs: Bool { ModelWidening(text: text, path: path).isAllowed }

  /// The text with the additions, in which each relationship keeps its inverse.
  private func keepingInverses(_ text: ModelText) throws -> String {
    var text = text
    let isOurs = isOurs
    while true {
      let compiled = ModelCompiler.compile([ModelSource(path: path, text: text.text)], name: schema.name)
      guard let schema = compiled.schema, compiled.diagnostics.count <= self.compiled.diagnostics.count else {
        throw HintFailure(
          lines: ["error: what is new in the samples cannot be added to '\(path)'; add it by hand:"]
            + compiled.diagnostics.map { "\($0)" })
      }
      guard let (entity, relationship) = lostInverse(in: schema) else { return text.text }
      // Inverses that followed from names are written out, but only in a model that may be widened.
      let keys = ["entities", entity, "relationships", relationship.name]
      guard isOurs, text.state("inverse", .plain(relationship.inverse ?? "none"), of: keys) else {
        throw HintFailure(lines: [
          "error: '\(path)': what is new in the samples leads to what '\(entity).\(relationship.name)' leads to; "
            + "write its 'inverse' first"
        ])
      }
    }
  }

  var documents: [Schema.Document] { schema.documents }

  /// What the top of samples is that are imported as a target; `nil` if the samples decide.
  func top(_ target: ImportTarget) -> Inference.Top? {
    switch target {
    case .entity: .records
    case .keyed: hasSeries ? nil : .map
    case .document(let name): schema.documents.first { $0.name == name }.map { .document($0) }
    case .relationship: nil
    }
  }

  /// Whether an entity of the model is a key and a value, and no relationship leads to it.
  var hasSeries: Bool {
    let held = Set(schema.entities.flatMap { $0.relationships.map(\.target) })
    return schema.entities.contains { entity in
      let paths = entity.attributes.flatMap(\.importPaths)
      return paths.contains(.mapKey) && paths.contains(.value) && !held.contains(entity.name)
    }
  }

  /// The keys of the records at the top, if those can only be under their keys: of all entities, nothing leads to one alone,
  /// and that reads `$key`; otherwise `nil`.
  var mapMembers: Set<String>? {
    if hasSeries || !schema.documents.isEmpty { return nil }
    let held = Set(schema.entities.flatMap { $0.relationships.map(\.target) })
    let tops = schema.entities.filter { $0.parent == nil && !held.contains($0.name) }
    guard tops.count == 1, tops[0].attributes.contains(where: { $0.importPaths.contains(.mapKey) }) else {
      return nil
    }
    let paths = SchemaGraph(schema).family(of: tops[0].name).flatMap { entity in
      entity.attributes.flatMap(\.importPaths) + entity.groups.flatMap(\.importPaths)
        + entity.relationships.flatMap { $0.importPaths + $0.foreignKeyPaths }
    }
    return Set(paths.compactMap { path in if case .keys(let keys) = path { keys.first } else { nil } })
  }

  /// A relationship whose inverse is different in the other schema.
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

/// Why the model cannot be extended.
package struct HintFailure: Error, Sendable {
  /// The message, by line.
  package let lines: [String]
}
