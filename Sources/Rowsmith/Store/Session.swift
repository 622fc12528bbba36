import RowsmithSchema

/// A connection and the state kept with it. Used by one thread at a time.
final class Session {
  let connection: Connection
  let model: StoredModel
  /// The statements that find records by key, by record type. Apps use these the most.
  private var lookups: [ObjectIdentifier: Statement] = [:]
  /// The engine of the last small import, ready for the next one.
  let spareEngine = SpareEngine()
  /// Records what is written; `nil` if the connection only reads.
  var recorder: ChangeRecorder?
  /// Counts how often all data was deleted; `nil` if the connection only reads.
  var emptyings: EmptyingCount?
  /// The path of the database; `nil` in memory.
  var path: String?
  /// The file, if opening it created it.
  var madeFile: MadeFile?
  /// What was there before opening created the tables; `nil` if it did not.
  var madeTables: MadeTables?
  /// Whether this connection created the file and its tables.
  var isFirst = false
  /// The new file, until others use it.
  var newFile: NewFile?
  /// The new file that this connection replaces for readers while its first import runs.
  var standsInFor: NewFile?
  /// Whether the connection shows the rows of the database, not those of a stand-in.
  var isCurrent: Bool { standsInFor?.isWithheld ?? true }

  init(connection: Connection, model: StoredModel) {
    self.connection = connection
    self.model = model
  }

  /// The mapping of the model.
  func mapping() throws -> Mapping {
    if let knownMapping { return knownMapping }
    let mapping = try model.mapping()
    knownMapping = mapping
    return mapping
  }

  private var knownMapping: Mapping?

  /// The statement that finds a record by key.
  func lookup<R: Record>(_ type: R.Type) throws -> Statement {
    if let known = lookups[ObjectIdentifier(type)], connection.noteUse(of: known.tables) { return known }
    let entity = try mapping().requireEntity(R.entityName)
    let table = entity.table
    try entity.requireKey(R.Key.columnCount)
    let conditions = [equality(table.layout.key), entity.familyCondition] as [String?]
    let columns = R.columnNames.isEmpty ? "NULL" : DDL.list(R.columnNames)
    let statement = try connection.prepareForReuse(
      "SELECT \(columns) FROM \(DDL.quoted(table.name)) "
        + "WHERE \(conditions.compactMap { $0 }.joined(separator: " AND "))")
    lookups[ObjectIdentifier(type)] = statement
    return statement
  }
}
