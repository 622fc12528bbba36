import CSQLite
import RowsmithSchema

/// Finds out what the transactions of the writing connection change, where somebody wants to know.
final class ChangeRecorder {
  private let connection: Connection
  private let model: StoredModel
  private let observers: ObserverRegistry
  /// What writes the changed rows down, while it does.
  private var journal: ChangeJournal?
  private var changesBefore: Int64 = 0
  private var origins: [ChangeOrigin] = []
  private var changes: PendingChanges?
  private var dataVersion: Int64?

  init(connection: Connection, model: StoredModel, observers: ObserverRegistry) {
    self.connection = connection
    self.model = model
    self.observers = observers
    noteDataVersion()
  }

  /// Takes the database as it is now for what the observers know.
  func noteDataVersion() { dataVersion = try? connection.pragma("data_version") }

  /// Makes ready for a transaction that is about to begin.
  func begin() throws {
    let wishes = observers.wishes
    connection.learnsTables(wishes.tables)
    connection.tableAccess?.forget()
    if wishes.rows != (journal != nil) {
      if wishes.rows {
        let journal = try ChangeJournal(connection: connection, model: model)
        try journal.begin()
        self.journal = journal
      } else {
        try journal?.end()
        journal = nil
      }
    }
    origins = []
    changes = nil
    changesBefore = sqlite3_total_changes64(connection.handle)
  }

  /// Notes a part of the transaction.
  func note(_ origin: @autoclosure () -> ChangeOrigin) { origins.append(origin()) }

  /// The number of parts so far.
  var mark: Int { origins.count }

  /// Forgets the parts after the mark, as they are rolled back.
  func forget(after mark: Int) { origins.removeLast(max(0, origins.count - mark)) }

  private var hasWritten: Bool { sqlite3_total_changes64(connection.handle) != changesBefore }

  /// Collects what the transaction did: the last thing that is done inside it.
  func collect() throws {
    if hasWritten { changes = try journal?.take() }
  }

  /// Tells the observers, when the transaction is over and readers see what it wrote.
  func deliver() {
    guard hasWritten else { return }
    // Who came while it was going on is told that anything may have changed.
    var set = changes ?? PendingChanges()
    set.isComplete = changes != nil
    for origin in origins { set.append(origin) }
    let tables = connection.tableAccess.map { TouchedTables.some($0.used.writes) } ?? .all
    observers.deliver(tables, set.isEmpty ? nil : set)
    changes = nil
  }

  /// Looks whether another connection has written since this was last done, and tells the observers.
  func checkForExternalChanges() throws -> Bool {
    let version = try connection.pragma("data_version")
    guard version != dataVersion else { return false }
    dataVersion = version
    var set = PendingChanges()
    set.isComplete = false
    set.append(.external)
    observers.deliver(.all, set)
    return true
  }
}
