import Rowsmith
import RowsmithClient

extension WriteTransaction {
  /// Puts records back into the lists of others that they left when they were deleted here, as far as the server still has them
  /// there, and has others refer to them again that did. Called with tracking off.
  func listAgain(_ records: [StoredValue], of table: SyncedTable, _ model: SyncModel) throws {
    let items = StoredValue.text(JSONValue.array(records.map(\.plainJSON)).text)
    for owner in model.tables where owner.isPushed {
      for column in owner.columns where column.targets.contains(table.name) {
        try referAgain(to: Set(records), of: table, in: column, of: owner)
      }
      for list in owner.lists where list.target == table.name {
        let found = try rows(
          """
          SELECT u.key FROM _rowsmith_sync_unsent AS u CROSS JOIN _rowsmith_sync_values AS v
          ON v.entity = u.entity AND v.key = u.key AND v.name = ?2
          WHERE u.entity = ?1 AND u.kind = 2
          AND EXISTS (SELECT 1 FROM json_each(v.base) AS b WHERE b.value IN (SELECT value FROM json_each(?3)))
          """, [.text(owner.name), .text(list.name), items]
        ).compactMap(\.values.first)
        for key in found { try listAgain(items, in: list, of: key, owner) }
      }
    }
  }

  /// Lets rows refer to records again if they refer to nothing now. What was given another one keeps that.
  private func referAgain(
    to records: Set<StoredValue>, of table: SyncedTable, in column: SyncedTable.Column, of owner: SyncedTable
  ) throws {
    let found = try rows(
      """
      SELECT u.key, v.base FROM _rowsmith_sync_unsent AS u CROSS JOIN _rowsmith_sync_values AS v
      ON v.entity = u.entity AND v.key = u.key AND v.name = ?2
      WHERE u.entity = ?1 AND u.kind = 2 AND v.base IS NOT NULL
      """, [.text(owner.name), .text(column.name)])
    for row in found {
      guard let key = row["key"], let base = row["base"], let link = column.link(base),
        link.target == table.name, records.contains(link.key),
        try values(of: key, in: owner)?[column.name] == StoredValue.null,
        try set([column.name: base], of: key, in: owner, ignoring: true).isEmpty
      else { continue }
      // A link that was sent as empty is sent again.
      guard try changes(of: key, in: owner)[column.name]?.sent == nil else { continue }
      try forgetChange(column.name, of: key, in: owner)
      try tidy(key, in: owner)
    }
  }

  /// Puts items back into the list of one record, at their former places.
  private func listAgain(
    _ items: StoredValue, in list: SyncedTable.List, of key: StoredValue, _ owner: SyncedTable
  ) throws {
    guard let change = try changes(of: key, in: owner)[list.name],
      let mine = try values(of: key, in: owner)?[list.name], case .text(let text) = mine,
      case .array(var all)? = try? JSONValue(parsing: text)
    else { return }
    let gone = try rows(
      """
      SELECT b.key, b.value FROM json_each(?1) AS b WHERE b.value IN (SELECT value FROM json_each(?2))
      AND b.value NOT IN (SELECT value FROM json_each(?3)) ORDER BY b.key
      """, [change.base, items, mine])
    for item in gone {
      guard let place = item.integer("key"), let value = item["value"] else { continue }
      all.insert(value.plainJSON, at: min(place, all.count))
    }
    try set([list.name: .text(JSONValue.array(all).text)], of: key, in: owner)
    // A list that was sent without them is sent again.
    guard change.sent == nil, try values(of: key, in: owner)?[list.name] == change.base else { return }
    try forgetChange(list.name, of: key, in: owner)
    try tidy(key, in: owner)
  }
}
