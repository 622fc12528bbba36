import RowsmithSchema

/// Makes typed keys of stored values.
///
/// A key is read from a row, as it is when a record is fetched; SQLite makes one of the values.
struct KeyReader<R: Record> {
  private let connection: Connection
  private let statement: Statement

  init() throws {
    connection = try Connection(path: ":memory:")
    let parameters = (1...max(1, R.Key.columnCount)).map { "?\($0)" }
    statement = try connection.prepareForReuse("SELECT \(parameters.joined(separator: ", "))")
  }

  func read(_ key: [StoredValue]) throws -> R.Key {
    statement.bind(key)
    defer { statement.reset() }
    _ = try statement.step()
    return try R.Key(row: Row(statement: statement.handle, entity: R.entityName), at: 0)
  }
}
