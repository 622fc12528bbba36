import RowsmithSchema

/// Rows that an import may delete if its document does not name them: those the document lists completely.
///
/// ```swift
/// options.policy = .mergeAndPrune
/// options.pruneScopes = [PruneScope(Album.filter { $0.band == "Japan" })]
/// ```
public struct PruneScope: Sendable {
  /// The entity of the rows.
  let entity: String
  /// Returns the SQL that selects the rowids.
  let rows: @Sendable (Mapping) throws -> (sql: String, values: [StoredValue])

  /// Whether rows of the entity can be in the scope.
  func isAbout(_ other: EntityMapping, _ mapping: Mapping) -> Bool {
    other.family[entity] != nil || mapping.entity(entity)?.family[other.name] != nil
  }
}
