#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Reads and writes the rows of one table during an import.
final class TableWriter {
  let mapping: TableMapping
  let connection: Connection
  /// The rows that the document names as records; `nil` if they are not tracked.
  var named: RowSet?
  /// The rows without a key that are root records. Embedded ones do not count: being named does not keep them.
  var namedAtRoot: RowSet?
  /// By relationship: rows inserted with a link that was waiting for them.
  private var completed: [Int: RowSet] = [:]
  /// The rows that the document has inserted or overwritten whole; `nil` if no policy overwrites rows whole.
  var settled: RowSet?
  /// The columns that the document gave of rows it may still overwrite whole; `nil` if no policy does that.
  var given: GivenSlots?
  /// The columns of rows overwritten whole that are reset at the end, unless the document gives them after all.
  private(set) var fallbacks: [Int64: Fallback] = [:]
  /// The former fallbacks of rows changed since `beginJournal`, for a rollback; `nil` without a journal.
  private var journaledFallbacks: [Int64: Fallback?]?
  /// The rows of which values are looked for; `nil` if there are none, as in most imports.
  var watched: WatchedRows?
  /// The rows of bad records that were left out; they stay.
  var leftOut: RowSet?
  /// Whether the last record had a row: the next one is then looked up before it is inserted.
  var expectsRow = false
  /// Whether the table was checked for rows, which happens before anything is inserted.
  private(set) var isReady = false
  private var hadNoRow = false
  /// The statements, compiled lazily.
  private var insert: Statement?
  /// The handle of `insert`, and values read for every row, without retain/release.
  private var insertHandle: OpaquePointer?
  private let database: OpaquePointer
  private let columnCount: Int
  private var select: Statement?
  private var find: Statement?
  private var updates: [[Int32]: Statement] = [:]
  private static let maximumUpdates = 64
  /// The update that was looked up last: mostly, the same columns of the next row differ.
  private var lastUpdate: (slots: [Int32], statement: Statement)?
  private var nextIdentifier: Int64?
  /// The queue for new rows, once there are many.
  private var queue: RowQueue?
  /// How many more rows are inserted one by one before the queue begins; `Int.max` if it may not.
  private var rowsBeforeQueue = Int.max

  init(mapping: TableMapping, connection: Connection) {
    self.mapping = mapping
    self.connection = connection
    database = connection.handle
    columnCount = mapping.columnCount
  }

  /// Resets the writer after a successful import. That the table has rows is kept: if it has none by then, the only cost is
  /// searching in vain.
  ///
  /// - Returns: `false` if it cannot be reused: a set has spilled, or records were left out.
  func forgetImport() -> Bool {
    nextIdentifier = nil
    if watched != nil { watched = nil }
    if hasNotes {
      guard named?.removeAll() != false, namedAtRoot?.removeAll() != false, settled?.removeAll() != false,
        given?.removeAll() != false, leftOut == nil, journaledFallbacks == nil
      else { return false }
      completed.removeAll()
      fallbacks.removeAll()
    }
    // The table has rows now.
    if hadNoRow { isReady = false }
    return true
  }

  /// Whether anything may be noted about rows; for most tables nothing is.
  private var hasNotes: Bool {
    named != nil || given != nil || leftOut != nil || !completed.isEmpty || !fallbacks.isEmpty
  }

  /// Checks whether the table has rows. Done at the first record, as a small document has records of few tables. Rows that
  /// others insert before that count as older ones.
  func makeReady() throws {
    if isReady { return }
    hadNoRow = try connection.integer(mapping.sql.isFilled) == nil
    expectsRow = !hadNoRow
    isReady = true
  }

  /// Whether the table had no row before the import inserted any.
  func wasEmpty() throws -> Bool {
    try makeReady()
    return hadNoRow
  }

  private func prepare(
    _ sql: String, as place: ReferenceWritableKeyPath<TableWriter, Statement?>
  ) throws -> Statement {
    let statement = try connection.prepareForReuse(sql)
    self[keyPath: place] = statement
    return statement
  }

  private func prepareInsert() throws -> OpaquePointer {
    try makeReady()
    let handle = try prepare(mapping.sql.insert, as: \.insert).handle
    insertHandle = handle
    return handle
  }

  private func insertFailure(_ code: Int32) -> any Error {
    insert?.failure(code) ?? connection.error(code)
  }

  /// Inserts the cells, one for every column; `nil` if a row with the key exists.
  @inline(__always)
  func insertRow(_ cells: UnsafePointer<Cell>) throws -> Int64? {
    if queue == nil {
      rowsBeforeQueue -= 1
      if rowsBeforeQueue >= 0 { return try insertAlone(cells) }
      try beginQueue()
    }
    return try insertQueued(cells)
  }

  /// Queues a row if possible; otherwise inserts it after the queued ones.
  private func insertQueued(_ cells: UnsafePointer<Cell>) throws -> Int64? {
    if let row = try queue?.take(cells) { return row }
    try queue?.settle()
    let row = try insertAlone(cells)
    if let row { queue?.noteInserted(row) }
    return row
  }

  /// Lets new rows be queued after that many were inserted one by one, until `endQueue`.
  func allowQueue(after rows: Int) { rowsBeforeQueue = rows }

  private func beginQueue() throws {
    rowsBeforeQueue = TableWriter.rowsBetweenTrials
    _ = try insertHandle ?? prepareInsert()
    queue = try insert.flatMap { try RowQueue(mapping, inserting: $0, on: connection) }
  }

  /// The queue is tried again later: triggers may have been dropped by then.
  private static let rowsBetweenTrials = 10_000

  /// Begins the queue again with the keys in the table: other code may have written rows.
  func renewQueue() throws {
    if queue == nil { return }
    try endQueue()
    try beginQueue()
  }

  /// Writes the queued rows and ends the queue.
  func endQueue() throws {
    try queue?.settle()
    queue = nil
    rowsBeforeQueue = .max
  }

  /// Whether a record certainly has no row, without a lookup.
  @inline(__always)
  func isNew(_ cells: UnsafePointer<Cell>) -> Bool { queue != nil && queue?.isNew(cells) == true }

  @inline(__always)
  private func insertAlone(_ cells: UnsafePointer<Cell>) throws -> Int64? {
    let statement = try insertHandle ?? prepareInsert()
    for slot in 0..<columnCount {
      let code = cells[slot].bind(to: statement, at: slot + 1)
      guard code == SQLITE_OK else { throw insert?.bindingFailure(code) ?? connection.error(code) }
    }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE else { throw insertFailure(code) }
    sqlite3_reset(statement)
    return sqlite3_changes(database) == 1 ? sqlite3_last_insert_rowid(database) : nil
  }

  /// Steps `select` to the row with the key in the cells. The caller resets it.
  @inline(__always)
  func seek(_ cells: UnsafePointer<Cell>) throws -> Statement? {
    let statement = try select ?? prepare(mapping.sql.select, as: \.select)
    for (index, slot) in mapping.keySlots.enumerated() { statement.bind(cells[slot], at: index + 1) }
    if queue != nil { try queue?.settle() }
    return try statement.stepAlone() ? statement : nil
  }

  /// The row with that key.
  func findRow(key: [Cell]) throws -> Int64? {
    guard key.count == mapping.keySlots.count, !key.isEmpty else { return nil }
    let statement = try find ?? prepare(mapping.sql.find, as: \.find)
    for (index, cell) in key.enumerated() { statement.bind(cell, at: index + 1) }
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : nil
  }

  /// The row with that key.
  func findRow(key: [StoredValue]) throws -> Int64? {
    guard key.count == mapping.keySlots.count, !key.isEmpty else { return nil }
    let statement = try find ?? prepare(mapping.sql.find, as: \.find)
    for (index, value) in key.enumerated() { statement.bind(value, at: index + 1) }
    defer { statement.reset() }
    return try statement.step() ? statement.integer(at: 0) : nil
  }

  /// Tracks which rows the document names.
  func trackNames() {
    guard named == nil else { return }
    named = RowSet(connection: connection, name: mapping.name)
    if mapping.hasRowIdentifier { namedAtRoot = RowSet(connection: connection, name: "root_\(mapping.name)") }
  }

  /// Tracks what the document gives of existing rows.
  func trackGiven() {
    trackNames()
    guard given == nil else { return }
    given = GivenSlots(connection: connection, name: mapping.name)
    settled = RowSet(connection: connection, name: "settled_\(mapping.name)")
  }

  /// Notes that the document names the row, if that is tracked.
  @inline(__always)
  func noteNamed(_ row: Int64) throws {
    if named != nil { try named?.insert(row) }
  }

  /// Begins a journal of the notes about rows.
  func beginJournal() {
    named?.beginJournal()
    namedAtRoot?.beginJournal()
    completed.values.forEach { $0.beginJournal() }
    settled?.beginJournal()
    given?.beginJournal()
    journaledFallbacks = [:]
  }

  /// Removes the notes since `beginJournal` and keeps the journal open.
  func rollBack() throws {
    try named?.rollBack()
    try namedAtRoot?.rollBack()
    try completed.values.forEach { try $0.rollBack() }
    try settled?.rollBack()
    given?.rollBack()
    for (row, fallback) in journaledFallbacks ?? [:] { fallbacks[row] = fallback }
    journaledFallbacks = [:]
  }

  /// Empties the temporary tables of spilled sets.
  func forgetSpilled() throws {
    guard hasNotes else { return }
    try named?.forgetSpilled()
    try namedAtRoot?.forgetSpilled()
    try settled?.forgetSpilled()
    try leftOut?.forgetSpilled()
    try completed.values.forEach { try $0.forgetSpilled() }
    try given?.forgetSpilled()
  }

  /// Keeps the notes and ends the journal.
  func endJournal() throws {
    try named?.endJournal()
    try namedAtRoot?.endJournal()
    try completed.values.forEach { try $0.endJournal() }
    try settled?.endJournal()
    try given?.endJournal()
    journaledFallbacks = nil
  }

  /// Sets the fallbacks of all rows.
  func setFallbacks(_ waiting: [Int64: Fallback]) { fallbacks = waiting }

  /// Sets the fallback of a row; `nil` for none.
  func setFallback(_ fallback: Fallback?, of row: Int64) {
    if journaledFallbacks != nil, journaledFallbacks?.index(forKey: row) == nil {
      journaledFallbacks?.updateValue(fallbacks[row], forKey: row)
    }
    fallbacks[row] = fallback
  }

  /// Whether the document names the row as a record, even as a bad one.
  func isNamed(_ row: Int64) throws -> Bool {
    if try named?.contains(row) == true { return true }
    return try leftOut?.contains(row) == true
  }

  /// Whether the document keeps a row that has lost its place.
  func isKept(_ row: Int64) throws -> Bool {
    guard mapping.hasRowIdentifier else { return try isNamed(row) }
    if try namedAtRoot?.contains(row) == true { return true }
    return try leftOut?.contains(row) == true
  }

  /// Notes that a row was inserted with a link that was waiting for it.
  func noteCompleted(_ row: Int64, _ relationship: RelationshipMapping) throws {
    let rows =
      completed[relationship.index]
      ?? RowSet(connection: connection, name: "completed_\(mapping.name)_\(relationship.name)")
    completed[relationship.index] = rows
    try rows.insert(row)
  }

  /// Whether a row was inserted with a link of the relationship that was waiting for it.
  func wasCompleted(_ row: Int64, _ relationship: RelationshipMapping) throws -> Bool {
    try completed[relationship.index]?.contains(row) == true
  }

  /// Updates the given slots of a row.
  func update(_ slots: [Int32], of row: Int64, _ cells: UnsafePointer<Cell>) throws {
    let statement = try updateStatement(slots)
    for (index, slot) in slots.enumerated() { statement.bind(cells[Int(slot)], at: index + 1) }
    statement.bind(row, at: slots.count + 1)
    if queue != nil { try queue?.settle() }
    _ = try statement.stepAlone()
  }

  private func updateStatement(_ slots: [Int32]) throws -> Statement {
    if let lastUpdate, lastUpdate.slots == slots { return lastUpdate.statement }
    if let known = updates.index(forKey: slots) {
      // The key of the entry: keeping the caller's own list would have it copied when the caller changes it.
      lastUpdate = (updates[known].key, updates[known].value)
      return updates[known].value
    }
    let assignments = slots.enumerated().map { index, slot in
      "\(DDL.quoted(mapping.layout.columns[Int(slot)].name)) = ?\(index + 1)"
    }
    let statement = try connection.prepareForReuse(
      "UPDATE \(DDL.quoted(mapping.name)) SET \(assignments.joined(separator: ", ")) "
        + "WHERE \(mapping.rowIDName) = ?\(slots.count + 1)")
    if updates.count >= TableWriter.maximumUpdates { updates.removeAll() }
    updates[slots] = statement
    return statement
  }

  /// Forgets which identifier is the next, as a row with one of its own is about to be written.
  func forgetIdentifier() { nextIdentifier = nil }

  /// An unused row identifier.
  func makeIdentifier() throws -> Int64 {
    let next: Int64
    if let nextIdentifier {
      next = nextIdentifier
    } else {
      // 0 means that a record has none.
      let last = try connection.integer("SELECT max(_rowsmith_id) FROM \(DDL.quoted(mapping.name))")
      next = try following(max(0, last ?? 0))
    }
    nextIdentifier = try following(next)
    return next
  }
}
