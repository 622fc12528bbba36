package import RowsmithSchema

extension Store {
  /// Migrates a database to a model and imports a document, both in one transaction.
  ///
  /// Stores of other processes that have the file open must be reopened.
  ///
  /// - Parameters:
  ///   - path: the file; it must exist and hold the tables of a model.
  ///   - hasTables: `true` if the sources are tables of text; values are then converted if nothing is lost.
  /// - Throws: ``MigrationError``, ``ImportError``, ``StoreError``. The database is unchanged then.
  package static func migrateAndImport(
    at path: String, to schema: Schema, _ sources: [JSONSource], into target: ImportTarget,
    hasTables: Bool = false, options: ImportOptions = ImportOptions(),
    store storeOptions: StoreOptions = StoreOptions(),
    isStopped: (@Sendable () -> Bool)? = nil
  ) throws -> ImportReport {
    var options = options
    options.readsTables = hasTables
    let job = try ImportJob(sources: sources, target: target, options: options).spooled()
    let connection = try open(path, .existing, storeOptions, isStopped)
    let session = Session(
      connection: connection,
      model: StoredModel(hasTables ? schema.coercing : schema, customizations: Customizations()))
    return try ImportThread.run {
      try connection.makeTemporaryTables()
      return try connection.transaction {
        try DatabaseFormat().bringUpToDate(connection)
        let record = try ModelRecord(from: connection)
        _ = try Migrator(connection: connection, from: try record.decoded(), to: schema).runInTransaction(
          allowsLoss: false)
        try session.history?.begin(options.origin)
        let (report, _) = try job.run(
          mapping: try session.mapping(), connection: connection, spare: session.spareEngine)
        try session.history?.end()
        return (report, options.isDryRun ? .rollback : .commit)
      }
    }
  }
}
