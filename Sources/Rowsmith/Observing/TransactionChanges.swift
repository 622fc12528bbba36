import RowsmithSchema

/// What a transaction has changed so far, shown to a ``CommitParticipant`` before it is committed.
///
/// Changes are read from a temporary table one by one, so a large import is not kept in memory. The new values of a row are
/// read when its turn comes, so they include what the participant itself has written to it.
public final class TransactionChanges {
  private let journal: ChangeJournal
  private let origins: OriginList
  /// The entities that are shown; nil for all.
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

  /// Goes through the rows that changed, in the order in which they were first written. Rows that are as they were before
  /// are skipped, and so are rows that were inserted and deleted again.
  ///
  /// - Throws: ``StoreError`` where the participant's call is over, and what the body throws.
  public func forEachRow(_ body: (RowChange) throws -> Void) throws {
    try requireOpen()
    try JournalReader(journal: journal, origins: origins, lastSequence: lastSequence).rows { change in
      if entities.map({ !$0.isDisjoint(with: change.lineage) }) ?? true { try body(change) }
    }
  }

  /// The rows that changed; see ``forEachRow(_:)``.
  public func rows() throws -> [RowChange] {
    var rows: [RowChange] = []
    try forEachRow { rows.append($0) }
    return rows
  }

  /// The rows of an entity, and of those that extend it, that changed; see ``forEachRow(_:)``.
  public func rows<R: Record>(of type: R.Type) throws -> [RowChange] {
    var rows: [RowChange] = []
    try forEachRow { if $0.lineage.contains(R.entityName) { rows.append($0) } }
    return rows
  }

  /// The links that changed which are rows of a link table, in the order in which they were first written.
  ///
  /// - Throws: ``StoreError`` where the participant's call is over.
  public func links() throws -> [LinkChange] {
    try requireOpen()
    return try JournalReader(journal: journal, origins: origins, lastSequence: lastSequence).links(
      of: entities)
  }

  private func requireOpen() throws {
    if isOver {
      throw StoreError(
        .closed, "the changes of a transaction were used after `willCommit` had returned; use them inside it")
    }
  }
}
