import Rowsmith
import RowsmithClient
import RowsmithSchema

// Links that wait with the records at their ends.
extension Candidates {
  /// Whether a link is of a record that one side has deleted, and about which nobody has decided yet. It waits with the record.
  /// Once both sides have deleted that, there is nothing left to wait for.
  func isUndecided(_ link: LocalRow, in table: SyncedTable, _ db: ReadTransaction) throws -> Bool {
    let ends = zip(table.ends, KeyCoding.decode(link.key, count: 2))
    return try ends.contains { entity, key in
      guard let other = context.model.named(entity) else { return false }
      let open = try db.rows(
        "SELECT 1 FROM _rowsmith_conflicts WHERE entity = ? AND key = ? AND winner IS NULL AND name IS NULL",
        [.text(other.name), key])
      if open.isEmpty { return false }
      return try db.hasRow(key, in: other) || db.serverCopy(key, in: other)?.state != .deleted
    }
  }

  /// Whether a deleted link is of a record that is to be deleted, and that the server still has. It waits with the record, unless
  /// the server has refused to delete that: it may want the links deleted before.
  func staysWithRecord(_ link: LocalRow, in table: SyncedTable, _ db: ReadTransaction) throws -> Bool {
    let ends = zip(table.ends, KeyCoding.decode(link.key, count: 2))
    return try ends.contains { entity, key in
      guard let other = context.model.named(entity), other.isPushed,
        try db.localRow(key, in: other)?.kind == .deleted
      else { return false }
      return try db.rows(
        """
        SELECT 1 FROM _rowsmith_queue WHERE lane = 'sync' AND entity = ? AND key = ? AND state = 'refused'
        AND (status IS NULL OR status IN (400, 409, 422))
        """, [.text(other.name), key]
      ).isEmpty
    }
  }
}
