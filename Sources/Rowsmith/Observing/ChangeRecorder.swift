#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Records what the transactions of the writing connection change, if there are observers or participants.
final class ChangeRecorder {
  private let connection: Connection
  private let model: StoredModel
  private let observers: ObserverRegistry
  private let participants: ParticipantRegistry
  /// Records the changed rows; `nil` while no observer or participant needs them.
  private(set) var journal: ChangeJournal?
  let origins = OriginList()
  /// The participants in the current transaction.
  private var invited: [any CommitParticipant] = []
  /// Those that did not need the current transaction before it began.
  private var excused: [any SelectiveParticipant] = []
  private var wanted = ObserverRegistry.Wanted()
  private var changesBefore: Int64 = 0
  private var parts: [Part] = []
  private var changes: UndeliveredChanges?
  private var dataVersion: Int64?
  private var knowsOrigins = false
  private var hasRunAppSQL = false
  /// The generation of the connection's statements when the journal was adapted to the triggers.
  private var generation = 0

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

  /// Records the current version of the database as the one that observers know.
  func noteDataVersion() { dataVersion = try? connection.pragma("data_version") }

  /// Prepares for a transaction that is about to begin.
  ///
  /// - Parameter origin: the origin of all its changes; `nil` if it is not known yet.
  func begin(_ origin: ChangeOrigin?) throws {
    wanted = observers.wanted
    (invited, excused) = ([], [])
    for participant in participants.all {
      if let origin, let selective = participant as? any SelectiveParticipant,
        try !isNeeded(selective, for: origin)
      {
        excused.append(selective)
      } else {
        invited.append(participant)
      }
    }
    connection.learnsTables(wanted.tables)
    connection.tableAccess?.forget()
    if wanted.rows || !invited.isEmpty || journal != nil {
      let scope = JournalScope(wanted, participants: invited.map(\.entities), model: model)
      if scope != journal?.scope {
        try change(to: scope)
      } else if generation != connection.keptGeneration {
        // What was made since may have been rolled back.
        try journal?.adaptToTriggers()
      }
      generation = connection.keptGeneration
    }
    origins.reset()
    hasRunAppSQL = false
    changesBefore = sqlite3_total_changes64(connection.handle)
  }

  private func isNeeded(_ participant: any SelectiveParticipant, for origin: ChangeOrigin) throws -> Bool {
    try participant.isNeeded(for: origin) { try connection.integer($0) != nil }
  }

  /// Whether the transaction, which has begun, needs a participant that it did not need before: another process may have
  /// written meanwhile.
  func lacksParticipant(for origin: ChangeOrigin?) throws -> Bool {
    guard let origin else { return false }
    return try excused.contains { try isNeeded($0, for: origin) }
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

  /// Adds a part of the transaction.
  func note(_ part: @autoclosure () -> Part) { parts.append(part()) }

  /// The number of parts so far.
  var mark: Int { parts.count }

  /// Removes the parts after the mark, because they are rolled back.
  func forget(after mark: Int) { parts.removeLast(max(0, parts.count - mark)) }

  /// Runs the body without counting its writes as changes.
  func discounting(_ body: () throws -> Void) rethrows {
    let before = sqlite3_total_changes64(connection.handle)
    try body()
    changesBefore += sqlite3_total_changes64(connection.handle) - before
  }

  /// Notes that SQL of the app was run that may write what SQLite does not count, such as a PRAGMA.
  func noteAppSQL() { hasRunAppSQL = true }

  /// Whether the transaction has changed rows, or may have changed anything else by the app's SQL.
  var mayHaveWritten: Bool { hasWritten || hasRunAppSQL }

  private var hasWritten: Bool { sqlite3_total_changes64(connection.handle) != changesBefore }

  /// Calls the participants. Their writes are part of the transaction.
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

  /// Collects the changes of the transaction; the last step inside it.
  func collect() throws {
    guard let journal, hasWritten else { return }
    if wanted.rows { changes = try journal.net(origins) }
    if wanted.values {
      let reader = JournalReader(journal: journal, origins: origins, lastSequence: .max)
      changes?.values = try ChangedValues(reader)
    }
    try journal.clear()
  }

  /// Forgets what the transaction was made of. Called when it has ended, however it did.
  func end() {
    changes = nil
    // The room for a few parts is kept: most transactions have one.
    parts.removeAll(keepingCapacity: parts.capacity < 8)
  }

  /// Delivers the changes to the observers. Called after the commit, when readers can see them.
  func deliver() {
    guard mayHaveWritten, !observers.isEmpty else { return }
    // The app's SQL may have made a table or a view anew, which is not a change of rows.
    guard hasWritten else { return observers.deliver(.all, nil) }
    // An observer that was added during the transaction learns only that anything may have changed.
    var set = changes ?? UndeliveredChanges()
    if changes == nil {
      set.isComplete = false
      for part in parts { set.append(part.origin) }
    }
    for part in parts { if let imported = part.imported { set.append(imported) } }
    let written = connection.tableAccess.map { TouchedTables.some($0.used.writes) } ?? .all
    let tables = hasRunAppSQL ? .all : written
    observers.deliver(tables, set.isEmpty ? nil : set)
  }

  /// Checks whether another connection has written since the last check. If so, tells the observers and returns `true`.
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
