import Rowsmith
import RowsmithClient
import RowsmithSchema

extension WriteTransaction {
  /// Deletes a row that the server has deleted, without applying delete rules. References to it become unresolved keys, as at the
  /// server; the client that deleted it has told the server what else is deleted. Called with tracking off.
  func deleteRow(_ key: StoredValue, in table: SyncedTable) throws {
    let conditions = table.keys.map { "\(DDL.quoted($0)) = ?" }.joined(separator: " AND ")
    try run(
      "DELETE FROM \(DDL.quoted(table.name)) WHERE \(conditions)",
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
