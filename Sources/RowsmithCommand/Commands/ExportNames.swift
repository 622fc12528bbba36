import Rowsmith
import RowsmithSchema

/// Finds mistyped names in the options of `rowsmith export`, and what stands for several. The engine checks whether the named
/// members can be exported in that format.
struct ExportNames {
  private let graph: SchemaGraph
  private let entity: String

  init(_ schema: Schema, entity: String) {
    graph = SchemaGraph(schema)
    self.entity = entity
  }

  /// The options with the parts of each relationship to one of several entities in place of its name in the model.
  ///
  /// - Throws: ``UsageError`` for a name that the model does not have.
  func resolved(_ options: ExportOptions) throws(UsageError) -> ExportOptions {
    var options = options
    options.embedded = try resolved(options.embedded, "--embed", isRelationship: true)
    options.keys = try resolved(options.keys, "--keys", isRelationship: true)
    options.omitted = try resolved(options.omitted, "--omit", isRelationship: false)
    if let only = options.only { options.only = try resolved(only, "--only", isRelationship: false) }
    return options
  }

  private func resolved(
    _ paths: [[String]], _ option: String, isRelationship: Bool
  ) throws(UsageError) -> [[String]] {
    var found: [[String]] = []
    for path in paths {
      found += try resolved(path[...], of: entity, option, isRelationship: isRelationship)
    }
    return found
  }

  private func resolved(
    _ path: ArraySlice<String>, of entity: String, _ option: String, isRelationship: Bool
  ) throws(UsageError) -> [[String]] {
    guard let name = path.first else { return [[]] }
    let rest = path.dropFirst()
    // Records of other entities of the family may have the member.
    let family = graph.lineage(of: entity).dropLast() + graph.descendants(of: entity)
    let relationships = family.flatMap(\.relationships)
    let part = relationships.first { $0.name == name }
    let parts = part.map { [$0] } ?? relationships.filter { $0.modelName == name }
    if !parts.isEmpty {
      var paths: [[String]] = []
      var failure: UsageError?
      for part in parts {
        // Not all that it leads to need have the member.
        do throws(UsageError) {
          let inner = try resolved(rest, of: part.target, option, isRelationship: isRelationship)
          paths += inner.map { [part.name] + $0 }
        } catch {
          failure = failure ?? error
        }
      }
      if let failure, paths.isEmpty { throw failure }
      return paths
    }
    let isAttributeAllowed = !isRelationship && rest.isEmpty
    let attributes =
      isAttributeAllowed
      ? family.flatMap(\.attributes).map(\.name) + family.flatMap(\.groups).map(\.name) : []
    if attributes.contains(name) { return [[name]] }
    var known = attributes
    for name in relationships.map(\.modelName) where !known.contains(name) { known.append(name) }
    throw UsageError(
      "\(option): \(entity) has no \(isAttributeAllowed ? "attribute or relationship" : "relationship") '\(name)'; "
        + (known.isEmpty ? "it has none" : "it has \(known.joined(separator: ", "))"),
      suggestion: Spelling.nearest(to: name, in: known), command: "export")
  }
}
