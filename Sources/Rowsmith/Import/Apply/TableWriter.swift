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
  /// The rows that the document names as records; nil where nobody asks.
  var named: RowSet?
  /// Those of rows without a key that are records at the root: embedded ones are not kept by having been there.
  var namedAtRoot: RowSet?
  /// Rows that were inserted with a link that waited for them.
  private var completed: [Int: RowSet] = [:]
  /// The rows that the document has inserted or overwritten whole; nil where no relationship does that.
  var settled: RowSet?
  /// What the document has given of rows that it may yet overwrite whole; nil where no relationship does that.
  var given: GivenSlots?
  /// Columns of rows overwritten whole that fall back in the end, unless the document gives them after all.
  private(set) var fallbacks: [Int64: Fallback] = [:]
  /// Where not nil, what fell back of rows before something was changed that may be taken back.
  private var journaledFallbacks: [Int64: Fallback?]?
  /// The rows of records that were left out because they are bad: they stay.
  var leftOut: RowSet?
  /// Whether the last record met its row: then looking comes before inserting.
  var expectsRow = false
  /// Whether the table has been looked at, which is before anything is inserted.
  private(set) var isReady = false
  private var hadNoRow = false
  /// The statements, compiled when first needed.
  private var insert: Statement?
  /// That of `insert`, and what is asked of the others for each row: without counting references.
  private var insertHandle: OpaquePointer?
  private let database: OpaquePointer
  private let columnCount: Int
  private var select: Statement?
  private var find: Statement?
  private var updates: [[Int32]: Statement] = [:]
  private static let maximumUpdates = 64
  private var nextIdentifier: Int64?
  /// Where new rows wait, once there are many.
  private var queue: RowQueue?
  /// How many rows are inserted until the next ones may wait; as many as never come where none may.
  private var rowsBeforeQueue = Int.max

  init(mapping: TableMapping, connection: Connection) {
    self.mapping = mapping
    self.connection = connection
    database = connection.handle
    columnCount = mapping.columnCount
  }

  /// Forgets what was noted of rows during an import that has ended well, but not that the table is filled: where that
  /// is no longer so, rows are looked for that are not there.
  ///
  /// - Returns: whether that could be done: not where there was too much of it for memory.
  func forgetImport() -> Bool {
    nextIdentifier = nil
    if hasNotes {
      guard named?.removeAll() != false, namedAtRoot?.removeAll() != false, settled?.removeAll() != false,
        given?.removeAll() != false, leftOut == nil, journaledFallbacks == nil
      else { return false }
      completed.removeAll()
      fallbacks.removeAll()
    }
    // It has rows now.
    if hadNoRow { isReady = false }
    return true
  }

  /// Whether anything may be noted of rows. Of most tables nobody asks.
  private var hasNotes: Bool {
    named != nil || given != nil || leftOut != nil || !completed.isEmpty || !fallbacks.isEmpty
  }

  /// Looks whether the table has a row. A small document has records of a few tables only, so this waits for the
  /// first record; of what other than the engine inserts until then, it takes the rows for older ones.
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

  /// Inserts the cells, one for every column; nil where a row with that key is there already.
  @inline(__always)
  func insertRow(_ cells: UnsafePointer<Cell>) throws -> Int64? {
    if queue == nil {
      rowsBeforeQueue -= 1
      if rowsBeforeQueue >= 0 { return try insertAlone(cells) }
      try beginQueue()
    }
    return try insertQueued(cells)
  }

  /// Inserts a row later where it can wait, and otherwise after those that do.
  private func insertQueued(_ cells: UnsafePointer<Cell>) throws -> Int64? {
    if let row = try queue?.take(cells) { return row }
    try queue?.settle()
    let row = try insertAlone(cells)
    if let row { queue?.noteInserted(row) }
    return row
  }

  /// Lets new rows wait to be written together when that many were inserted one by one, until `endQueue`.
  func allowQueue(after rows: Int) { rowsBeforeQueue = rows }

  private func beginQueue() throws {
    rowsBeforeQueue = TableWriter.rowsBetweenTrials
    _ = try insertHandle ?? prepareInsert()
    queue = try insert.flatMap { try RowQueue(mapping, inserting: $0, on: connection) }
  }

  /// Triggers may be left out later.
  private static let rowsBetweenTrials = 10_000

  /// Looks anew what rows are new, as somebody else may have written.
  func renewQueue() throws {
    if queue == nil { return }
    try endQueue()
    try beginQueue()
  }

  /// Lets no row wait any more. Those that do are written before.
  func endQueue() throws {
    try queue?.settle()
    queue = nil
    rowsBeforeQueue = .max
  }

  /// Whether a record is certain to have no row, without looking.
  @inline(__always)
  func isNew(_ cells: UnsafePointer<Cell>) -> Bool { queue != nil && queue?.isNew(cells) == true }

  @inline(__always)
  private func insertAlone(_ cells: UnsafePointer<Cell>) throws -> Int64? {
    let statement = try insertHandle ?? prepareInsert()
    for slot in 0..<columnCount { cells[slot].bind(to: statement, at: slot + 1) }
    let code = sqlite3_step(statement)
    guard code == SQLITE_DONE else { throw insertFailure(code) }
    sqlite3_reset(statement)
    return sqlite3_changes(database) == 1 ? sqlite3_last_insert_rowid(database) : nil
  }

  /// Moves `select` to the row with the key in the cells. The caller resets it.
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

  /// Remembers from now on which rows the document names.
  func trackNames() {
    guard named == nil else { return }
    named = RowSet(connection: connection, name: mapping.name)
    if mapping.hasRowIdentifier { namedAtRoot = RowSet(connection: connection, name: "root_\(mapping.name)") }
  }

  /// Remembers from now on what the document gives of rows that are there.
  func trackGiven() {
    trackNames()
    guard given == nil else { return }
    given = GivenSlots(connection: connection, name: mapping.name)
    settled = RowSet(connection: connection, name: "settled_\(mapping.name)")
  }

  /// Notes that the document names the row, where somebody asks.
  @inline(__always)
  func noteNamed(_ row: Int64) throws {
    if named != nil { try named?.insert(row) }
  }

  /// Starts to remember what is noted of rows, so that it can be taken back.
  func beginJournal() {
    named?.beginJournal()
    namedAtRoot?.beginJournal()
    completed.values.forEach { $0.beginJournal() }
    settled?.beginJournal()
    given?.beginJournal()
    journaledFallbacks = [:]
  }

  /// Takes back what was noted since `beginJournal`, and goes on remembering.
  func rollBack() throws {
    try named?.rollBack()
    try namedAtRoot?.rollBack()
    try completed.values.forEach { try $0.rollBack() }
    try settled?.rollBack()
    given?.rollBack()
    for (row, fallback) in journaledFallbacks ?? [:] { fallbacks[row] = fallback }
    journaledFallbacks = [:]
  }

  /// Empties the temporary tables of what did not fit into memory.
  func forgetSpilled() throws {
    guard hasNotes else { return }
    for rows in [named, namedAtRoot, settled, leftOut] { try rows?.forgetSpilled() }
    try completed.values.forEach { try $0.forgetSpilled() }
    try given?.forgetSpilled()
  }

  /// Keeps what was noted.
  func endJournal() throws {
    try named?.endJournal()
    try namedAtRoot?.endJournal()
    try completed.values.forEach { try $0.endJournal() }
    try settled?.endJournal()
    try given?.endJournal()
    journaledFallbacks = nil
  }

  /// Sets what falls back of all rows.
  func setFallbacks(_ waiting: [Int64: Fallback]) { fallbacks = waiting }

  /// Sets what falls back of a row; nil where nothing does.
  func setFallback(_ fallback: Fallback?, of row: Int64) {
    if journaledFallbacks != nil, journaledFallbacks?.index(forKey: row) == nil {
      journaledFallbacks?.updateValue(fallbacks[row], forKey: row)
    }
    fallbacks[row] = fallback
  }

  /// Whether the document names the row as a record, be it a bad one.
  func isNamed(_ row: Int64) throws -> Bool {
    if try named?.contains(row) == true { return true }
    return try leftOut?.contains(row) == true
  }

  /// Whether the document keeps the row where it has left its place.
  func isKept(_ row: Int64) throws -> Bool {
    guard mapping.hasRowIdentifier else { return try isNamed(row) }
    if try namedAtRoot?.contains(row) == true { return true }
    return try leftOut?.contains(row) == true
  }

  /// Notes that a row was inserted with a link that waited for it.
  func noteCompleted(_ row: Int64, _ relationship: RelationshipMapping) throws {
    let rows =
      completed[relationship.index]
      ?? RowSet(connection: connection, name: "completed_\(mapping.name)_\(relationship.name)")
    completed[relationship.index] = rows
    try rows.insert(row)
  }

  /// Whether a row was inserted with a link of a relationship that waited for it.
  func wasCompleted(_ row: Int64, _ relationship: RelationshipMapping) throws -> Bool {
    try completed[relationship.index]?.contains(row) == true
  }

  /// Writes the slots that differ.
  func update(_ slots: [Int32], of row: Int64, _ cells: UnsafePointer<Cell>) throws {
    let statement = try updateStatement(slots)
    for (index, slot) in slots.enumerated() { statement.bind(cells[Int(slot)], at: index + 1) }
    statement.bind(row, at: slots.count + 1)
    if queue != nil { try queue?.settle() }
    _ = try statement.stepAlone()
  }

  private func updateStatement(_ slots: [Int32]) throws -> Statement {
    if let known = updates[slots] { return known }
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

  /// A row identifier that no row has.
  func makeIdentifier() throws -> Int64 {
    let next: Int64
    if let nextIdentifier {
      next = nextIdentifier
    } else {
      next = try following(
        try connection.integer("SELECT max(_rowsmith_id) FROM \(DDL.quoted(mapping.name))") ?? 0)
    }
    nextIdentifier = try following(next)
    return next
  }
}
