import Rowsmith
import RowsmithClient
import RowsmithSchema

extension SyncModel {
  /// The links, as records of their own, that have records of a collection at one of their ends: 0 is the source, 1 the target.
  func links(with table: SyncedTable) -> [(links: SyncedTable, place: Int)] {
    if table.isLinks { return [] }
    return tables.filter(\.isLinks).flatMap { links in
      links.ends.indices.filter { links.ends[$0] == table.plan.name }.map { (links: links, place: $0) }
    }
  }
}

extension SyncedTable {
  /// For links: the entities at both ends.
  var ends: [String] { [linkEntities.source, linkEntities.target] }
}

extension ReadTransaction {
  /// The keys of links of some records to which something was done here. All links are looked at, so that many records are best
  /// asked about at once.
  ///
  /// - Parameter place: the end at which the records are.
  func links(
    _ kind: LocalRow.Kind, of records: [StoredValue], at place: Int, in links: SyncedTable
  ) throws -> [StoredValue] {
    try rows(
      """
      SELECT key FROM _rowsmith_sync_unsent WHERE entity = ?1 AND kind = ?2
      AND json_extract(key, '$[\(place)]') IN (SELECT value FROM json_each(?3))
      """,
      [
        .text(links.name), .integer(Int64(kind.rawValue)),
        .text(JSONValue.array(records.map(\.plainJSON)).text),
      ]
    ).compactMap(\.values.first)
  }

  /// Whether any rows or links of a collection were deleted here.
  func hasDeleted(in table: SyncedTable) throws -> Bool {
    try !rows(
      "SELECT 1 FROM _rowsmith_sync_unsent WHERE entity = ? AND kind = 3 LIMIT 1", [.text(table.name)]
    ).isEmpty
  }

  /// Whether the record at one end of a link was deleted, here or at the server.
  func isEndDeleted(
    of link: StoredValue, at place: Int, in links: SyncedTable, _ model: SyncModel
  ) throws -> Bool {
    let keys = KeyCoding.decode(link, count: 2)
    guard keys.count == 2, let table = model.named(links.ends[place]), try !hasRow(keys[place], in: table)
    else { return false }
    return try localRow(keys[place], in: table)?.kind == .deleted
      || serverCopy(keys[place], in: table)?.state == .deleted
  }
}
