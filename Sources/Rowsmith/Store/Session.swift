import RowsmithSchema

/// One connection with what work on it needs. Used by one thread at a time.
final class Session {
  let connection: Connection
  let schema: QuerySchema
  private let customizations: Customizations
  private var plan: ImportPlan?
  /// The statements that find records by their keys, by the type of the record: what apps do most.
  private var lookups: [ObjectIdentifier: Statement] = [:]
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

  init(connection: Connection, schema: QuerySchema, customizations: Customizations) {
    self.connection = connection
    self.schema = schema
    self.customizations = customizations
  }

  /// The model as the engine needs it. Made when first wanted, as many readers never do.
  func importPlan() throws -> ImportPlan {
    if let plan { return plan }
    let made = try ImportPlan(schema: schema.graph.schema, customizations: customizations)
    plan = made
    return made
  }

  /// The statement that finds a record by its key.
  func lookup<R: Record>(_ type: R.Type) throws -> Statement {
    if let known = lookups[ObjectIdentifier(type)], connection.noteUse(of: known.tables) { return known }
    let table = try schema.table(of: R.entityName)
    try table.requireKey(R.Key.columnCount)
    let conditions = [equality(table.table.key), table.familyCondition(alias: DDL.quoted(table.name))]
    let columns = R.columnNames.isEmpty ? "NULL" : DDL.list(R.columnNames)
    let statement = try connection.prepareForReuse(
      "SELECT \(columns) FROM \(DDL.quoted(table.name)) "
        + "WHERE \(conditions.compactMap { $0 }.joined(separator: " AND "))")
    lookups[ObjectIdentifier(type)] = statement
    return statement
  }
}
