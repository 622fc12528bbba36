import Rowsmith
import RowsmithClient

// Further ids under which the server has a link: two clients may have made it, each under an id of its own. The link is there as
// long as one of its records is, and is deleted with all of them.

extension ReadTransaction {
  /// The further ids of a link.
  func otherIDs(of link: StoredValue, in table: SyncedTable) throws -> [String] {
    try rows(
      "SELECT i.value AS id FROM _rowsmith_sync_state AS s, json_each(s.value) AS i WHERE s.name = ?",
      [table.nameOfIDs(of: link)]
    ).compactMap { $0.text("id") }
  }

  /// The key of the link that has a further id.
  func key(ofOtherID id: String, in table: SyncedTable) throws -> StoredValue? {
    let start = table.nameOfIDs(of: .text(""))
    return try rows(
      """
      SELECT substr(s.name, length(?1) + 1) AS key FROM _rowsmith_sync_state AS s
      WHERE substr(s.name, 1, length(?1)) = ?1
      AND ?2 IN (SELECT value FROM json_each(CASE WHEN json_valid(s.value) THEN s.value ELSE '[]' END))
      """, [start, .text(id)]
    ).first?.values.first
  }
}

extension WriteTransaction {
  /// Notes the further ids of a link.
  func noteOtherIDs(_ ids: [String], of link: StoredValue, in table: SyncedTable) throws {
    let name = table.nameOfIDs(of: link)
    try run("DELETE FROM _rowsmith_sync_state WHERE name = ?", [name])
    if ids.isEmpty { return }
    let list = JSONValue.array(ids.map(JSONValue.string)).text
    try run("INSERT INTO _rowsmith_sync_state (name, value) VALUES (?, ?)", [name, .text(list)])
  }

  /// Goes on with a further id of a link, as the record under the known one is gone.
  ///
  /// - Returns: whether there is one.
  func takeOtherID(of link: StoredValue, in table: SyncedTable) throws -> Bool {
    let ids = try otherIDs(of: link, in: table)
    guard let next = ids.first else { return false }
    try noteOtherIDs(Array(ids.dropFirst()), of: link, in: table)
    // Its version is read before it is deleted.
    try noteServerCopy(ServerCopy(state: .there, serverKey: next), of: link, in: table)
    return true
  }
}

extension SyncedTable {
  /// Where the further ids of a link are noted, by its key.
  fileprivate func nameOfIDs(of link: StoredValue) -> StoredValue {
    .text("ids \(collection.name) \(LinkID.text(link))")
  }
}
