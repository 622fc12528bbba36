#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Finds out what the transactions of the writing connection change, if anybody observes that.
final class ChangeRecorder {
  private let connection: Connection
  private let model: StoredModel
  private let observers: ObserverRegistry
  private let participants: ParticipantRegistry
  /// Notes the changed rows; nil while nobody wants them.
  private(set) var journal: ChangeJournal?
  let origins = OriginList()
  /// Who takes part in the current transaction.
  private var invited: [any CommitParticipant] = []
  private var wanted = ObserverRegistry.Wanted()
  private var changesBefore: Int64 = 0
  private var parts: [Part] = []
  private var changes: UndeliveredChanges?
  private var dataVersion: Int64?
  private var knowsOrigins = false

  /// A part of a transaction.
  struct Part {
    var origin: ChangeOrigin
    var imported: ChangeSet.ImportedDocument?
  }

  init(
    connection: Connection, model: StoredModel, observers: ObserverRegistry,
    participants: ParticipantRegistry
  ) {
    self.connection = connection
    self.model = model
    self.observers = observers
    self.participants = participants
    noteDataVersion()
  }

  /// Takes the database as it is now for what the observers know.
  func noteDataVersion() { dataVersion = try? connection.pragma("data_version") }

  /// Makes ready for a transaction that is about to begin.
  ///
  /// - Parameter origin: what will have brought all that it changes; nil where that is not known.
  func begin(_ origin: ChangeOrigin?) throws {
    wanted = observers.wanted
    invited = try participants.all.filter { participant in
      guard let origin, let selective = participant as? any SelectiveParticipant else { return true }
      return try selective.isNeeded(for: origin) { try connection.integer($0) != nil }
    }
    connection.learnsTables(wanted.tables)
    connection.tableAccess?.forget()
    if wanted.rows || !invited.isEmpty || journal != nil {
      let scope = JournalScope(wanted, participants: invited.map(\.entities), model: model)
      if scope != journal?.scope { try change(to: scope) }
    }
    origins.reset()
    parts = []
    changes = nil
    changesBefore = sqlite3_total_changes64(connection.handle)
  }

  private func change(to scope: JournalScope) throws {
    if !knowsOrigins {
      try origins.register(on: connection)
      knowsOrigins = true
    }
    try journal?.end()
    journal = nil
    if scope.isEmpty { return }
    let journal = ChangeJournal(connection: connection, model: model, scope: scope)
    try journal.begin()
    self.journal = journal
  }

  /// Notes a part of the transaction.
  func note(_ part: @autoclosure () -> Part) { parts.append(part()) }

  /// The number of parts so far.
  var mark: Int { parts.count }

  /// Forgets the parts after the mark, as they are rolled back.
  func forget(after mark: Int) { parts.removeLast(max(0, parts.count - mark)) }

  /// Runs the body, whose writes are none that anybody observes.
  func discounting(_ body: () throws -> Void) rethrows {
    let before = sqlite3_total_changes64(connection.handle)
    try body()
    changesBefore += sqlite3_total_changes64(connection.handle) - before
  }

  private var hasWritten: Bool { sqlite3_total_changes64(connection.handle) != changesBefore }

  /// Calls the participants of the transaction. What they write is part of it.
  func callParticipants(_ session: Session) throws {
    guard let journal, !invited.isEmpty, hasWritten else { return }
    for participant in invited where try journal.hasEntries(of: participant.entities) {
      let changes = TransactionChanges(
        journal, origins: origins, entities: participant.entities, lastSequence: try journal.lastSequence())
      let transaction = WriteTransaction(session)
      defer {
        changes.end()
        transaction.end()
      }
      try participant.willCommit(changes, in: transaction)
      try transaction.settle()
    }
  }

  /// Collects what the transaction did: the last thing that is done inside it.
  func collect() throws {
    guard let journal, hasWritten else { return }
    if wanted.rows { changes = try journal.net(origins) }
    if wanted.values {
      let reader = JournalReader(journal: journal, origins: origins, lastSequence: .max)
      changes?.values = try ChangedValues(reader)
    }
    try journal.clear()
  }

  /// Tells the observers, when the transaction is over and readers see what it wrote.
  func deliver() {
    defer { changes = nil }
    guard hasWritten, !observers.isEmpty else { return }
    // Who came while it was going on is told that anything may have changed.
    var set = changes ?? UndeliveredChanges()
    if changes == nil {
      set.isComplete = false
      for part in parts { set.append(part.origin) }
    }
    for part in parts { if let imported = part.imported { set.append(imported) } }
    let tables = connection.tableAccess.map { TouchedTables.some($0.used.writes) } ?? .all
    observers.deliver(tables, set.isEmpty ? nil : set)
  }

  /// Looks whether another connection has written since this was last done, and tells the observers.
  func checkForExternalChanges() throws -> Bool {
    let version = try connection.pragma("data_version")
    guard version != dataVersion else { return false }
    dataVersion = version
    var set = UndeliveredChanges()
    set.isComplete = false
    set.append(.external)
    observers.deliver(.all, set)
    return true
  }
}
