import Rowsmith
import RowsmithClient

/// A unique value that another row has while a page is applied. It is set once all rows of the page have their values.
struct LateValue: Sendable {
  var key: StoredValue
  /// The column.
  var name: String
  var value: StoredValue
  /// The value for the row if another row keeps the unique one.
  var fallback: StoredValue

  /// The policy in the log of conflicts if another row keeps the value.
  static let policy = "unique"
}

extension WriteTransaction {
  /// Removes unique values that a row had on the server, and cannot get back, from rows that have them here.
  ///
  /// - Parameter local: the row; ``LocalRow/kept`` names the columns.
  /// - Returns: the values to set again later, for rows that are not in the page.
  func makeRoom(for local: LocalRow, in table: SyncedTable, page: [StoredValue: LocalRow]) throws
    -> [LateValue]
  {
    var late: [LateValue] = []
    for column in table.columns where local.kept.contains(column.name) && column.names.count == 1 {
      guard let base = local.changes[column.name]?.base, base != .null else { continue }
      let others = try rows(
        "SELECT key FROM _rowsmith_sync_unsent WHERE entity = ?1 AND key IS NOT ?2 AND key IN "
          + "(SELECT \(DDL.quoted(table.keys[0])) FROM \(DDL.quoted(table.name)) "
          + "WHERE \(DDL.quoted(column.names[0])) = ?3)",
        [.text(table.name), local.key] + column.values(of: base)
      ).compactMap(\.values.first)
      for other in others {
        if let row = page[other], row.kind == .changed, !row.kept.contains(column.name) { continue }
        // A row whose column is required keeps its value.
        let isFree = try set([column.name: .null], of: other, in: table, ignoring: true).isEmpty
        guard isFree, page[other] == nil else { continue }
        let change = try changes(of: other, in: table)[column.name]
        late.append(
          LateValue(key: other, name: column.name, value: base, fallback: change?.base ?? .null))
      }
    }
    return late
  }

  /// Sets unique values that could not be set before.
  ///
  /// - Returns: those that another row still has.
  func give(_ values: [LateValue], in table: SyncedTable) throws -> [LateValue] {
    // Cleared first, as the rows may exchange values.
    for value in values { try set([value.name: .null], of: value.key, in: table, ignoring: true) }
    let rest = try values.filter { value in
      try !set([value.name: value.value], of: value.key, in: table, ignoring: true).isEmpty
    }
    for value in rest { try set([value.name: value.fallback], of: value.key, in: table, ignoring: true) }
    return rest
  }
}
