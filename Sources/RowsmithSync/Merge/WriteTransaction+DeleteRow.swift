import Rowsmith
import RowsmithClient
import RowsmithSchema

extension WriteTransaction {
  /// Deletes a row that the server has deleted, and nothing else: what led to it leads to a key that names no row, as it does
  /// at the server. Delete rules are for those who delete: they have said to the server what else is gone. Called while the
  /// database is quiet.
  func deleteRow(_ key: StoredValue, in table: SyncedTable) throws {
    let conditions = table.keys.map { "\(DDL.quoted($0)) = ?" }.joined(separator: " AND ")
    try run(
      "DELETE FROM \(DDL.quoted(table.table)) WHERE \(conditions)",
      KeyCoding.decode(key, count: table.keys.count))
    for list in table.lists {
      try run("DELETE FROM \(DDL.quoted(list.table)) WHERE \(DDL.quoted(list.owner)) = ?", [key])
    }
    for reference in table.references {
      try run(
        """
        INSERT INTO _rowsmith_unresolved (reference, key) SELECT ?1, ?2
        WHERE EXISTS (SELECT 1 FROM \(DDL.quoted(reference.table)) WHERE \(DDL.quoted(reference.column)) = ?2)
        ON CONFLICT DO NOTHING
        """, [.text(reference.name), key])
    }
  }
}
