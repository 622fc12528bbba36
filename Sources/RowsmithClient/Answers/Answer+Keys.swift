import Rowsmith
package import RowsmithSchema

extension Answer {
  /// The entities and keys of the records at the root of the answer, if the import or the call has named them.
  package func keys() async throws -> [(entity: String, key: [StoredValue])] {
    let rows = rows
    guard case .runs(let runs, _) = rows.place else { return [] }
    return try await rows.store.read { db in
      var keys: [(entity: String, key: [StoredValue])] = []
      try db.forEachKey(in: runs) { keys.append(($0, $1)) }
      return keys
    }
  }

  /// The key of the one record that the call was about, if it is known without an import.
  package var singleKey: [StoredValue]? { if case .key(let key) = rows.place { key } else { nil } }
}
