import Rowsmith
import RowsmithSchema

/// Where the records of an answer are in the database.
struct AnswerRows: Sendable {
  /// How the records are found.
  enum Place: Sendable {
    /// Rows that the import has named.
    case runs([RootRows.Run], count: Int)
    /// Rows with these values in these columns.
    case scope([ResolvedCall.ScopedColumn])
    /// The row with a key.
    case key([StoredValue])
    /// Rows related to a row.
    case relationship(parent: String, key: [StoredValue], name: String)
    /// Rows of a list in the server's order.
    case list(route: String, arguments: String)
    /// No rows.
    case none
  }

  let store: Store
  let facts: ModelFacts
  let place: Place

  /// How many records there are, if the import has counted them.
  var count: Int? { if case .runs(_, let count) = place { count } else { nil } }

  func fetch<R: Record>(limit: Int = .max) async throws -> [R] {
    try await store.read { db in try fetch(db, limit: limit) }
  }

  private func fetch<R: Record>(_ db: ReadTransaction, limit: Int) throws -> [R] {
    switch place {
    case .none: return []
    case .runs(let runs, _): return try db.records(R.self, in: runs, limit: limit)
    case .key(let key):
      let columns = facts.keyColumns(of: R.entityName)
      return try db.records(R.self, having: Array(zip(columns, key)), limit: limit)
    case .scope(let scope):
      return try db.records(R.self, having: scope.map { ($0.name, $0.value) }, limit: limit)
    case .relationship(let parent, let key, let name):
      return try db.records(R.self, relatedTo: parent, key: key, by: name, limit: limit)
    case .list(let route, let arguments):
      return try ServerList<R>.Contents(route: route, arguments: arguments, limit: limit).fetch(db)
    }
  }
}
