import Rowsmith
import RowsmithSchema

extension WriteTransaction {
  /// Records the values of a row that are about to be sent: the server will have them.
  ///
  /// - Parameter given: values that are sent instead of the row's own.
  func noteLeaving(
    _ entity: String, _ key: [StoredValue], _ facts: ModelFacts, given: [String: StoredValue] = [:]
  ) throws {
    guard let table = facts.table(of: entity), let values = try row(of: entity, key: key, facts) else {
      return
    }
    let row = RowName(table: table, key: key)
    for name in try (unsentChanges(of: row)?.base ?? [:]).keys.sorted() {
      guard let value = given[name] ?? values[name] else { continue }
      try noteLeft(name, value, of: row)
    }
    for list in try unsentLists(of: row, facts) {
      try noteLeft(list.name, .text(KeyList(try linkedKeys(list.relationship, of: key)).text), of: row)
    }
  }

  /// Records a value or list that is about to be sent. If an earlier request with it may have arrived, it stays unsent even if
  /// this one fails for certain.
  private func noteLeft(_ name: String, _ value: StoredValue, of row: RowName) throws {
    try run(
      """
      UPDATE _rowsmith_unsent_values SET sent = ?4, has_left = CASE has_left WHEN 0 THEN 1 ELSE 3 END
      WHERE entity = ?1 AND key = ?2 AND name = ?3
      """, row.values + [.text(name), value])
  }

  /// Records that a request has not reached the server. Columns that are back to the server's value need not be sent.
  func noteNotLeft(_ entity: String?, _ key: [StoredValue], _ facts: ModelFacts) throws {
    guard let entity, let table = facts.table(of: entity) else { return }
    let name = RowName(table: table, key: key)
    try run(
      "UPDATE _rowsmith_unsent_values SET has_left = has_left & 2 WHERE entity = ?1 AND key = ?2",
      name.values)
    guard let values = try row(of: entity, key: key, facts) else { return }
    let changes = try unsentChanges(of: name)
    for (column, base) in changes?.base ?? [:] where values[column] == base {
      if changes?.left[column] != nil { continue }
      try run(
        "DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2 AND name = ?3",
        name.values + [.text(column)])
    }
    for list in try unsentLists(of: name, facts) { try tidyUnsent(list, facts) }
    try tidyUnsent(name)
  }
}
