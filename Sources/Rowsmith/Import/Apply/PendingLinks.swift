import RowsmithSchema

/// The table of pending links: keys of rows that do not exist yet, in lists whose links are a column of the items.
///
/// `relationship` is the list, a to-many relationship; `source` is the row that has the list, `target` the item.
struct PendingLinks {
  /// The end of a link to look up by key.
  enum End: String {
    case source, target
  }

  let connection: Connection

  /// Whether no link is pending.
  func isEmpty() throws -> Bool {
    try connection.integer("SELECT 1 FROM _rowsmith_pending LIMIT 1") == nil
  }

  /// Deletes the list's pending links with the key at that end; returns how many there were.
  @discardableResult
  func forget(_ list: RelationshipMapping, _ end: End, _ key: [StoredValue]) throws -> Int {
    try forget(list, end, stored: KeyCoding.encode(key))
  }

  /// Deletes the pending links from a source to other targets than these; returns how many there were.
  func forget(
    _ list: RelationshipMapping, source key: [StoredValue], keeping targets: some Sequence<[StoredValue]>
  ) throws -> Int {
    let kept = Set(targets.map(KeyCoding.encode))
    let find = try connection.prepareForReuse(
      "SELECT target FROM _rowsmith_pending WHERE relationship = ?1 AND source = ?2")
    find.bind(parameters(list, key))
    var gone: [StoredValue] = []
    while try find.step() {
      if !kept.contains(find.value(at: 0)) { gone.append(find.value(at: 0)) }
    }
    return try gone.reduce(0) { count, target in try count + forget(list, .target, stored: target) }
  }

  private func forget(_ list: RelationshipMapping, _ end: End, stored key: StoredValue) throws -> Int {
    try connection.run(
      "DELETE FROM _rowsmith_pending WHERE relationship = ?1 AND \(end.rawValue) = ?2",
      [.text(list.qualifiedName), key])
  }

  /// The source, as stored, and the position of the pending link to a target.
  func find(_ list: RelationshipMapping, target key: [StoredValue]) throws
    -> (source: StoredValue, position: Int64?)?
  {
    let find = try connection.prepareForReuse(
      "SELECT source, position FROM _rowsmith_pending WHERE relationship = ?1 AND target = ?2")
    find.bind(parameters(list, key))
    defer { find.reset() }
    guard try find.step() else { return nil }
    return (find.value(at: 0), find.isNull(at: 1) ? nil : find.integer(at: 1))
  }

  /// The greatest position of a pending link from a source; `nil` if there is none, or no order.
  func greatestPosition(_ list: RelationshipMapping, source key: [StoredValue]) throws -> Int64? {
    // Without `unlikely`, SQLite would read all that wait in the relationship; INDEXED BY would fail without the index.
    try connection.integer(
      "SELECT max(position) FROM _rowsmith_pending WHERE relationship = ?1 AND unlikely(source = ?2)",
      parameters(list, key))
  }

  private func parameters(_ list: RelationshipMapping, _ key: [StoredValue]) -> [StoredValue] {
    [.text(list.qualifiedName), KeyCoding.encode(key)]
  }
}
