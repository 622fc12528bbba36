import RowsmithModel

/// Finds undeclared foreign keys: many databases have none, but `user_id` is one by its name.
enum ImpliedReferences {
  /// The catalog with a foreign key for each column that has the name of one and the type of its target's key.
  static func added(to catalog: DatabaseCatalog) -> DatabaseCatalog {
    var catalog = catalog
    var targets: [[String]: (table: String, keyType: String)] = [:]
    for table in catalog.tables {
      guard table.key.count == 1, let key = table.column(table.key[0]) else { continue }
      let words = Words.of(Singular.of(DraftNames.memberName(table.name)))
      targets[words] = targets[words] ?? (table.name, ColumnType(of: key).type)
    }
    for index in catalog.tables.indices {
      let table = catalog.tables[index]
      let declared = Set(table.references.filter { $0.from.count == 1 }.map { $0.from[0].lowercased() })
      for column in table.columns where !declared.contains(column.name.lowercased()) && !column.isGenerated {
        let words = Words.of(column.name)
        guard words.count > 1, words.last == "id", let target = targets[Array(words.dropLast())],
          target.keyType == ColumnType(of: column).type, target.table != table.name || column.keyPlace == 0
        else { continue }
        catalog.tables[index].references.append(
          DatabaseTable.Reference(table: target.table, from: [column.name], to: [], onDelete: ""))
      }
    }
    return catalog
  }
}
