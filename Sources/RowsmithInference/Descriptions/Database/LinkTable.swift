import RowsmithModel

/// A table that only links the rows of two others: two foreign keys and little else.
struct LinkTable {
  var table: DatabaseTable
  var first: DatabaseTable.Reference
  var second: DatabaseTable.Reference
  /// The column with the order, if there is one.
  var position: String?
  /// Columns that are not carried over.
  var others: [String]

  /// The link tables of a database.
  static func found(in catalog: DatabaseCatalog) -> [LinkTable] {
    let referred = Set(catalog.tables.flatMap { $0.references.map { $0.table.lowercased() } })
    return catalog.tables.compactMap {
      referred.contains($0.name.lowercased()) ? nil : LinkTable($0, catalog)
    }
  }

  private init?(_ table: DatabaseTable, _ catalog: DatabaseCatalog) {
    let references = table.references
    guard references.count == 2, references.allSatisfy({ $0.from.count == 1 }) else { return nil }
    for reference in references {
      guard
        let target = catalog.tables.first(where: { $0.name.lowercased() == reference.table.lowercased() }),
        target.key.count == 1, target.name != table.name,
        reference.to.isEmpty || reference.to[0].lowercased() == target.key[0].lowercased()
      else { return nil }
    }
    let keys = Set(references.map { $0.from[0].lowercased() })
    guard keys.count == 2 else { return nil }
    let rest = table.columns.map(\.name).filter { !keys.contains($0.lowercased()) }
    let orders: Set<String> = [
      "position", "sort", "order", "rank", "ordinal", "sort_order", "sortorder", "sequence", "idx", "index",
    ]
    let remarks: Set<String> = [
      "created_at", "updated_at", "createdat", "updatedat", "created", "modified", "added_at",
    ]
    var left: [String] = []
    for name in rest {
      if position == nil, orders.contains(name.lowercased()) {
        position = name
      } else if table.key == [name] && table.column(name)?.declared == "INTEGER"
        || remarks.contains(name.lowercased())
      {
        left.append(name)
      } else {
        return nil
      }
    }
    // One row is one pair: there are no other columns than a key of its own, an order and timestamps.
    others = left
    self.table = table
    (first, second) = (references[0], references[1])
  }
}
