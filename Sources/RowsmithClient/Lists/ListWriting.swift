import Rowsmith
import RowsmithSchema

extension WriteTransaction {
  /// Keeps the order of the records of an answer.
  ///
  /// - Parameter begins: whether the list begins anew; otherwise the records come behind those that are there.
  func keepList(_ resolved: ResolvedCall, _ rows: RootRows, next: String?, begins: Bool, at time: Double)
    throws
  {
    try run(
      """
      INSERT INTO _rowsmith_lists (route, arguments, next, received) VALUES (?, ?, ?, ?)
      ON CONFLICT (route, arguments) DO UPDATE SET next = excluded.next, received = excluded.received
      """,
      [
        .text(resolved.route.name), .text(resolved.argumentsKey), next.map(StoredValue.text) ?? .null,
        .real(time),
      ])
    let known = try self.rows(
      """
      SELECT id, coalesce((SELECT max(position) + 1 FROM _rowsmith_list_items WHERE list = id), 0)
      FROM _rowsmith_lists WHERE route = ? AND arguments = ?
      """, [.text(resolved.route.name), .text(resolved.argumentsKey)])
    guard let list = known.first?.values.first, case .integer(let end)? = known.first?.values.last else {
      return
    }
    var position = end
    if begins {
      try run("DELETE FROM _rowsmith_list_items WHERE list = ?", [list])
      position = 0
    }
    try forEachKey(in: rows.runs) { _, key in
      // A record that has moved to a later page since keeps its first place.
      try run(
        "INSERT INTO _rowsmith_list_items (list, position, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        [list, .integer(position), KeyCoding.encode(key)])
      position += 1
    }
  }
}

extension ReadTransaction {
  /// The records with these keys, in their order, each key as one value; keys of no record are passed over.
  func records<R: Record>(_ type: R.Type, keys: [StoredValue]) throws -> [R] {
    let count = R.Key.columnCount
    var found: [[StoredValue]: R] = [:]
    for start in stride(from: 0, to: keys.count, by: 500) {
      let part = keys[start..<min(start + 500, keys.count)]
      for record in try records(R.self, withKeys: part.map { KeyCoding.decode($0, count: count) }) {
        found[record.key] = record.record
      }
    }
    return keys.compactMap { found[KeyCoding.decode($0, count: count)] }
  }
}
