import RowsmithSchema

/// One connection, with what is kept for its work. Used by one thread at a time.
final class Session {
  let connection: Connection
  let model: StoredModel
  /// The statements that find records by their keys, by the type of the record: what apps do most.
  private var lookups: [ObjectIdentifier: Statement] = [:]
  /// What the last import on the connection worked with.
  let spareEngine = SpareEngine()
  /// What finds out what is written; nil where the connection only reads.
  var recorder: ChangeRecorder?
  /// The path of the database; nil for memory.
  var path: String?
  /// The file, where opening it has made it.
  var madeFile: MadeFile?
  /// Whether the connection has made the file and the tables in it.
  var isFirst = false
  /// That file, until anybody else wants it.
  var newFile: NewFile?
  /// The file in place of which the connection is read, for as long as it is withheld from readers.
  var standsInFor: NewFile?
  /// Whether the rows are those of the database.
  var isCurrent: Bool { standsInFor?.isWithheld ?? true }

  init(connection: Connection, model: StoredModel) {
    self.connection = connection
    self.model = model
  }

  /// How the model is mapped.
  func mapping() throws -> Mapping {
    if let knownMapping { return knownMapping }
    let mapping = try model.mapping()
    knownMapping = mapping
    return mapping
  }

  private var knownMapping: Mapping?

  /// The statement that finds a record by its key.
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
