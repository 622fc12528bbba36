#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// Creates the tables of a model in a new database, or migrates a database of another version of the model.
struct StoreSetup {
  let connection: Connection
  let schema: Schema
  let layout: Layout
  var onModelChange = ModelChangePolicy.migrate
  var isReadOnly = false
  var format = DatabaseFormat()
  var migrations: [MigrationStep] = []

  /// - Returns: whether the database was empty before, and what was made in it if the tables were created.
  func run() throws -> (wasEmpty: Bool, made: MadeTables?) {
    var made: MadeTables?
    if !connection.hasTable(InternalTables.metaName) {
      made = try connection.transaction {
        // Another process may have created the tables meanwhile.
        guard try StoreSetup.isNew(connection) else { return (nil, .commit) }
        let made = try MadeTables(beside: connection)
        try create()
        return (made, .commit)
      }
    }
    if made == nil { try check() }
    return (made?.others.isEmpty ?? false, made)
  }

  /// The same for a file that must already have the tables.
  func runOnExisting(_ path: String) throws {
    if !connection.hasTable(InternalTables.metaName) {
      throw StoreError(
        .misuse, "'\(path)' holds no records of Rowsmith; import into it first, or name another file")
    }
    try check()
  }

  static func isNew(_ connection: Connection) throws -> Bool {
    try connection.integer("SELECT 1 FROM sqlite_master WHERE name = '\(InternalTables.metaName)'") == nil
  }

  /// Creates the tables in a database that has none of them.
  func create() throws {
    try format.tables.create(in: connection)
    for table in layout.tables.map(\.name) + layout.linkTables.map(\.name) {
      let exists = try connection.integer(
        "SELECT 1 FROM sqlite_master WHERE lower(name) = lower(?1)", [.text(table)])
      if exists != nil {
        throw StoreError(
          .misuse, "the database has a table '\(table)' that Rowsmith did not make; use another file")
      }
    }
    try search.requireModule()
    for statement in DDL.statements(for: layout) { try connection.execute(statement) }
    try search.establish()
    try history.establish()
    try ModelRecord(schema, ladder: format.ladder).write(to: connection)
  }

  private var search: SearchSetup { SearchSetup(connection: connection, layout: layout) }
  private var history: HistorySetup { HistorySetup(connection: connection, schema: schema, layout: layout) }

  /// Migrates the tables to the model, and Rowsmith's own tables to the current format.
  private func check() throws {
    let wanted = try ModelRecord.text(of: schema)
    let meta = try MetaValues(of: connection)
    let found = try ModelRecord(meta, ladder: format.ladder)
    let isCurrent = try format.isCurrent(connection, meta, found)
    let isReadOnly = isReadOnly || sqlite3_db_readonly(connection.handle, "main") == 1
    if isReadOnly, !format.ladder.isReadable(found.version) {
      throw StoreError(
        .modelChanged,
        "an earlier version of Rowsmith made '\(connection.path)', and it is opened for reading only: "
          + "open it for writing once, which updates it")
    }
    if found.schema == wanted {
      if !isCurrent, !isReadOnly {
        try connection.transaction { (try format.bringUpToDate(connection), .commit) }
      }
      try search.requireModule()
      if !isReadOnly, try !search.isCurrent() {
        try connection.transaction { (try search.establish(), .commit) }
      }
      if !isReadOnly, try !history.isCurrent() {
        try connection.transaction { (try history.establish(), .commit) }
      }
      return try connection.requireColumns(of: layout, schema)
    }
    let migrator = Migrator(connection: connection, from: try found.decoded(), to: schema)
    let isUpToDate = try migrator.isUpToDate()
    if isUpToDate, isReadOnly { return try connection.requireColumns(of: layout, schema) }
    // Whatever the policy, a database of another model must not be deleted.
    try migrator.checkModel()
    if isReadOnly {
      throw StoreError(
        .modelChanged,
        "another version of the model '\(schema.name)' made '\(connection.path)', and it is opened for reading only: "
          + "open it for writing once, which migrates it, or run `rowsmith migrate`")
    }
    // If only the mapping of JSON has changed, the recorded model is updated under every policy.
    let keepsFile = onModelChange == .fail && migrator.changesHistory
    if keepsFile || !isUpToDate && (onModelChange == .fail || onModelChange == .deleteStore) {
      throw StoreError(
        .modelChanged,
        "another version of the model '\(schema.name)' made '\(connection.path)': run `rowsmith migrate`, or open it "
          + "with the policy migrate")
    }
    try migrate()
  }

  private func migrate() throws {
    try connection.transaction {
      try format.bringUpToDate(connection)
      // Another process may have migrated it meanwhile.
      let found = try ModelRecord(from: connection, ladder: format.ladder)
      if found.schema == (try ModelRecord.text(of: schema)) { return ((), .commit) }
      let migrator = try Migrator(connection: connection, from: found.decoded(), to: schema, migrations)
      _ = try migrator.runInTransaction(allowsLoss: onModelChange == .migrateLosingData)
      return ((), .commit)
    }
  }
}

extension Migrator {
  /// A migrator that runs the app's own steps.
  init(connection: Connection, from old: Schema, to new: Schema, _ steps: [MigrationStep]) {
    self.init(connection: connection, from: old, to: new)
    before = { try steps.run(.before, on: connection, from: old) }
    after = { try steps.run(.after, on: connection, from: old) }
  }
}
