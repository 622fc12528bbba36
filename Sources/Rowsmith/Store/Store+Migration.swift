public import RowsmithSchema

extension Store {
  /// What migrating a database to a model would do and lose. Nothing is written.
  ///
  /// - Parameters:
  ///   - path: the file; it must exist and hold the tables of a model.
  ///   - schema: the model to which the database would be brought.
  ///   - options: how the file is opened. ``StoreOptions/migrations`` are not run: what they would put in order is still a
  ///     loss here.
  /// - Throws: ``MigrationError`` where a later version of Rowsmith made the database, ``StoreError`` where it cannot
  ///   be read.
  public static func migrationPlan(
    at path: String, to schema: Schema, options: StoreOptions = StoreOptions()
  ) throws -> MigrationPlan {
    try migrationPlan(at: path, to: schema, options: options, isStopped: nil)
  }

  /// The same; it fails once `isStopped` is true.
  package static func migrationPlan(
    at path: String, to schema: Schema, options: StoreOptions = StoreOptions(),
    isStopped: (@Sendable () -> Bool)?
  ) throws -> MigrationPlan {
    let connection = try open(path, .readOnly, options, isStopped)
    let record = try ModelRecord(from: connection)
    return try Migrator(connection: connection, from: record.decoded(), to: schema).plan()
  }

  /// Brings a database to a model, in one transaction.
  ///
  /// Nobody else can write meanwhile; stores of other processes that have the file open must be opened anew.
  ///
  /// - Parameters:
  ///   - path: the file; it must exist and hold the tables of a model.
  ///   - schema: the model.
  ///   - allowsLoss: whether what has no place in the model is given up.
  ///   - options: how the file is opened, and the app's own steps.
  /// - Returns: what was done; no steps where the database was as the model wants it.
  /// - Throws: ``MigrationError``, ``StoreError``. The database is as it was then.
  @discardableResult
  public static func migrate(
    at path: String, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions()
  ) throws -> MigrationReport {
    try migrate(at: path, to: schema, allowsLoss: allowsLoss, options: options, isStopped: nil)
  }

  /// The same; it fails once `isStopped` is true, and the database is as it was then.
  package static func migrate(
    at path: String, to schema: Schema, allowsLoss: Bool = false, options: StoreOptions = StoreOptions(),
    isStopped: (@Sendable () -> Bool)?
  ) throws -> MigrationReport {
    let connection = try open(path, .existing, options, isStopped)
    return try connection.transaction {
      try DatabaseFormat().bringUpToDate(connection)
      let record = try ModelRecord(from: connection)
      let migrator = try Migrator(
        connection: connection, from: record.decoded(), to: schema, options.migrations)
      return (try migrator.runInTransaction(allowsLoss: allowsLoss), .commit)
    }
  }

  static func open(
    _ path: String, _ access: Connection.Access, _ options: StoreOptions, _ isStopped: (@Sendable () -> Bool)?
  ) throws -> Connection {
    let connection = try Connection(path: path, access: access)
    connection.stop(when: isStopped)
    try connection.configure(options)
    if try StoreSetup.isNew(connection) {
      throw StoreError(message: "'\(path)' holds no records of Rowsmith; name another file")
    }
    return connection
  }
}
