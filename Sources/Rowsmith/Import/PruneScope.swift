import RowsmithSchema

/// Rows that an import may delete because its document does not name them: what the document is all of.
///
/// ```swift
/// options.policy = .mergeAndPrune
/// options.pruneScopes = [PruneScope(Album.filter { $0.band == "Japan" })]
/// ```
public struct PruneScope: Sendable {
  /// The entity of the rows.
  let entity: String
  /// Gives the SQL that selects the rowids of the rows.
  let rows: @Sendable (Mapping) throws -> (sql: String, values: [StoredValue])

  /// Whether rows of an entity can be among them.
  func isAbout(_ other: EntityMapping, _ mapping: Mapping) -> Bool {
    other.family[entity] != nil || mapping.entity(entity)?.family[other.name] != nil
  }
}
