import Rowsmith
import RowsmithSchema

/// Keeps the order of the records of an answer, for one set of arguments of a route.
struct ListWriter {
  let db: WriteTransaction
  let route: String
  let arguments: String
  /// Whether pages have numbers: servers give the last one for every number behind it.
  let countsPages: Bool

  init(_ db: WriteTransaction, _ resolved: ResolvedCall) {
    self.db = db
    route = resolved.route.name
    arguments = resolved.argumentsKey
    countsPages = resolved.route.countsPages
  }

  /// The list begins anew with these rows.
  ///
  /// - Parameter next: the URL behind which the list goes on; nil where it ends.
  func begin(_ rows: RootRows, next: String?, at time: Double) throws {
    let list = try note(next: next, at: time)
    try db.run("DELETE FROM _rowsmith_list_items WHERE list = ?", [.integer(list)])
    try append(rows, to: list, part: 1)
  }

  /// The server says that the beginning is as it was: what came behind it goes, as it may have changed.
  func beginUnchanged(next: String?, at time: Double) throws {
    let list = try note(next: next, at: time)
    try db.run("DELETE FROM _rowsmith_list_items WHERE list = ? AND part > 1", [.integer(list)])
  }

  /// Rows come behind those that are there.
  ///
  /// - Parameter url: where they came from. Where the list does not go on there any more, as it has begun anew
  ///   meanwhile or somebody else has brought the same page, it stays as it is.
  func extend(_ rows: RootRows, from url: String, next: String?, at time: Double) throws {
    let known = try db.rows(
      "SELECT next FROM _rowsmith_lists WHERE route = ? AND arguments = ?", [.text(route), .text(arguments)])
    guard known.first?.values.first == .text(url) else { return }
    let list = try note(next: next, at: time)
    let part = try db.rows(
      "SELECT max(part) + 1 FROM _rowsmith_list_items WHERE list = ?", [.integer(list)])
    let isNew = try append(rows, to: list, part: part.first?.values.first.flatMap(\.whole) ?? 2)
    if !isNew, countsPages { _ = try note(next: nil, at: time) }
  }

  /// Nothing is at the URL at which the list was to go on.
  func end(at url: String) throws {
    try db.run(
      "UPDATE _rowsmith_lists SET next = NULL WHERE route = ? AND arguments = ? AND next = ?",
      [.text(route), .text(arguments), .text(url)])
  }

  /// - Returns: the number of the list.
  private func note(next: String?, at time: Double) throws -> Int64 {
    try db.run(
      """
      INSERT INTO _rowsmith_lists (route, arguments, next, received) VALUES (?, ?, ?, ?)
      ON CONFLICT (route, arguments) DO UPDATE SET next = excluded.next, received = excluded.received
      """, [.text(route), .text(arguments), next.map(StoredValue.text) ?? .null, .real(time)])
    let known = try db.rows(
      "SELECT id FROM _rowsmith_lists WHERE route = ? AND arguments = ?", [.text(route), .text(arguments)])
    return known.first?.values.first.flatMap(\.whole) ?? 0
  }

  /// - Returns: whether one of the rows was not in the list.
  @discardableResult
  private func append(_ rows: RootRows, to list: Int64, part: Int64) throws -> Bool {
    let end = try db.rows("SELECT max(position) FROM _rowsmith_list_items WHERE list = ?", [.integer(list)])
    var position = end.first?.values.first.flatMap(\.whole) ?? -1
    try db.forEachKey(in: rows.runs) { _, key in
      position += 1
      // A record that has moved to a later page since keeps its first place.
      try db.run(
        "INSERT INTO _rowsmith_list_items (list, position, key, part) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [.integer(list), .integer(position), KeyCoding.encode(key), .integer(part)])
    }
    let last = try db.rows("SELECT max(position) FROM _rowsmith_list_items WHERE list = ?", [.integer(list)])
    return last != end
  }
}

extension StoredValue {
  /// The integer, where it is one.
  fileprivate var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
}
