import RowsmithSchema

/// The changes of a transaction so far, for a ``CommitParticipant`` before the commit.
///
/// Changes are read from a temporary table one by one, so a large import is not held in memory. The new values of a row are
/// read when it is reached, so they include the participant's own writes to it.
public final class TransactionChanges {
  private let journal: ChangeJournal
  private let origins: OriginList
  /// The entities to show; `nil` for all.
  private let entities: Set<String>?
  private let lastSequence: Int64
  private var isOver = false

  init(_ journal: ChangeJournal, origins: OriginList, entities: Set<String>?, lastSequence: Int64) {
    self.journal = journal
    self.origins = origins
    self.entities = entities
    self.lastSequence = lastSequence
  }

  func end() { isOver = true }

  /// Calls the body with each changed row, in the order in which the rows were first written. Skips rows that are back to their
  /// old values, and rows that were inserted and then deleted.
  ///
  /// - Throws: ``StoreError`` after the end of the participant's call; what the body throws.
  public func forEachRow(_ body: (RowChange) throws -> Void) throws {
    try requireOpen()
    try JournalReader(journal: journal, origins: origins, lastSequence: lastSequence).rows { change in
      if entities.map({ !$0.isDisjoint(with: change.lineage) }) ?? true { try body(change) }
    }
  }

  /// The changed rows; see ``forEachRow(_:)``.
  public func rows() throws -> [RowChange] {
    var rows: [RowChange] = []
    try forEachRow { rows.append($0) }
    return rows
  }

  /// The changed rows of an entity and of the entities that extend it; see ``forEachRow(_:)``.
  public func rows<R: Record>(of type: R.Type) throws -> [RowChange] {
    var rows: [RowChange] = []
    try forEachRow { if $0.lineage.contains(R.entityName) { rows.append($0) } }
    return rows
  }

  /// The changed links that are rows of a link table, in the order in which they were first written.
  ///
  /// - Throws: ``StoreError`` after the end of the participant's call.
  public func links() throws -> [LinkChange] {
    try requireOpen()
    return try JournalReader(journal: journal, origins: origins, lastSequence: lastSequence).links(
      of: entities)
  }

  private func requireOpen() throws {
    if isOver {
      throw StoreError(
        .closed, "the changes of a transaction were used after `willCommit` returned; use them inside it")
    }
  }
}
