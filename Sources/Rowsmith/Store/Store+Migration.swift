public import RowsmithSchema

extension Store {
  /// Returns what migrating a database to a model would do and lose. Writes nothing.
  ///
  /// - Parameters:
  ///   - path: the file; it must exist and hold the tables of a model.
  ///   - schema: the model to migrate to.
  ///   - options: how the file is opened. ``StoreOptions/migrations`` do not run, so data that they would keep counts as a loss
  ///     here.
  /// - Throws: ``MigrationError`` with ``MigrationError/Reason/unknownVersion``; ``StoreError`` if the database cannot be read.
  public static func migrationPlan(
    at path: String, to schema: Schema, options: StoreOptions = StoreOptions()
  ) throws -> MigrationPlan {
    try migrationPlan(at: path, to: schema, options: options, isStopped: nil)
  }

  /// The same; fails once `isStopped` returns `true`.
  package static func migrationPlan(
    at path: String, to schema: Schema, options: StoreOptions = StoreOptions(),
    isStopped: (@Sendable () -> Bool)?
  ) throws -> MigrationPlan {
    let connection = try open(path, .readOnly, options, isStopped)
    let record = try ModelRecord(from: connection)
    return try Migrator(connection: connection, from: record.decoded(), to: schema).plan()
  }

  /// Migrates a database to a model, in one transaction.
  ///
  /// No other connection can write meanwhile. Stores of other processes that have the file open must be reopened.
  ///
  /// - Parameters:
  ///   - path: the file; it must exist and hold the tables of a model.
  ///   - schema: the model to migrate to.
  ///   - allowsLoss: `true` to drop data that has no place in the model.
  ///   - options: how the file is opened, and the app's own steps.
  /// - Returns: what was done; no steps if the database already fits the model.
  /// - Throws: ``MigrationError``, ``StoreError``. The database is unchanged then.
  @discardableResult
  public static func migrate(
    at path: String, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) throws -> MigrationReport {
    try migrate(at: path, to: schema, allowsLoss: allowsLoss, options: options, isStopped: nil)
  }

  /// The same; fails once `isStopped` returns `true`, and leaves the database unchanged.
  package static func migrate(
    at path: String, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions(),
    isStopped: (@Sendable () -> Bool)?
  ) throws -> MigrationReport {
    let connection = try open(path, .existing, options, isStopped)
    return try connection.transaction {
      try DatabaseFormat().bringUpToDate(connection)
      let record = try ModelRecord(from: connection)
      // A database of this model is not migrated, as when it is opened.
      let isCurrent = try record.schema == ModelRecord.text(of: schema)
      let migrator = try Migrator(
        connection: connection, from: record.decoded(), to: schema, isCurrent ? [] : options.migrations)
      return (try migrator.runInTransaction(allowsLoss: allowsLoss), .commit)
    }
  }

  /// Whether a file is a database without Rowsmith's tables.
  package static func isForeign(at path: String, options: StoreOptions) throws -> Bool {
    let connection = try Connection(path: StoreLocation.plain(path), access: .readOnly)
    try connection.configure(options)
    return try StoreSetup.isNew(connection)
  }

  /// Whether a database has Rowsmith's tables and nothing in them, as a first import that was killed leaves it.
  package static func holdsNothing(at path: String, options: StoreOptions) throws -> Bool {
    try open(path, .readOnly, options, nil).holdsNothing
  }

  /// Copies a database without Rowsmith's tables.
  package static func copyForeign(at path: String, to copy: String, options: StoreOptions) throws {
    let connection = try Connection(path: StoreLocation.plain(path), access: .readOnly)
    try connection.configure(options)
    try connection.run("VACUUM INTO ?1", [.text(copy)])
  }

  static func open(
    _ path: String, _ access: Connection.Access, _ options: StoreOptions, _ isStopped: (@Sendable () -> Bool)?
  ) throws -> Connection {
    let connection = try Connection(path: StoreLocation.plain(path), access: access)
    connection.stop(when: isStopped)
    try connection.configure(options)
    if try StoreSetup.isNew(connection) {
      throw StoreError(.misuse, "'\(path)' holds no records of Rowsmith; name another file")
    }
    return connection
  }
}
