import Rowsmith
import RowsmithSchema

/// Stores the order of the records of an answer, for one set of arguments of a route.
struct ListWriter {
  let db: WriteTransaction
  let route: String
  let arguments: String
  /// Whether pages are asked for by number. Some servers then repeat the last page for every higher number.
  let countsPages: Bool

  init(_ db: WriteTransaction, _ resolved: ResolvedCall) {
    self.db = db
    route = resolved.route.name
    arguments = resolved.argumentsKey
    countsPages = resolved.route.countsPages
  }

  /// Replaces the list with these rows.
  ///
  /// - Parameter next: the URL of the next page; `nil` if the list ends.
  func begin(_ rows: RootRows, next: String?, at time: Double) throws {
    let list = try note(next: next, at: time)
    try db.run("DELETE FROM _rowsmith_list_items WHERE list = ?", [.integer(list)])
    try append(rows, to: list, part: 1)
  }

  /// Keeps the unchanged first part. Later parts are removed, as they may have changed.
  func beginUnchanged(next: String?, at time: Double) throws {
    let list = try note(next: next, at: time)
    try db.run("DELETE FROM _rowsmith_list_items WHERE list = ? AND part > 1", [.integer(list)])
  }

  /// Appends rows to the list.
  ///
  /// - Parameter url: the URL that they came from. If it is no longer the next page of the list, since the list was reloaded or
  ///   the page was fetched twice, the list is left unchanged.
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

  /// Ends the list at a URL that turned out to have no page.
  func end(at url: String) throws {
    try db.run(
      "UPDATE _rowsmith_lists SET next = NULL WHERE route = ? AND arguments = ? AND next = ?",
      [.text(route), .text(arguments), .text(url)])
  }

  /// - Returns: the id of the list.
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

  /// - Returns: `true` if at least one of the rows was not in the list.
  @discardableResult
  private func append(_ rows: RootRows, to list: Int64, part: Int64) throws -> Bool {
    let end = try db.rows("SELECT max(position) FROM _rowsmith_list_items WHERE list = ?", [.integer(list)])
    var position = end.first?.values.first.flatMap(\.whole) ?? -1
    try db.forEachKey(in: rows.runs) { _, key in
      position += 1
      // A record that has moved to a later page keeps its first position.
      try db.run(
        "INSERT INTO _rowsmith_list_items (list, position, key, part) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        [.integer(list), .integer(position), KeyCoding.encode(key), .integer(part)])
    }
    let last = try db.rows("SELECT max(position) FROM _rowsmith_list_items WHERE list = ?", [.integer(list)])
    return last != end
  }
}

extension StoredValue {
  /// The integer, if it is one.
  fileprivate var whole: Int64? { if case .integer(let number) = self { number } else { nil } }
}
