extension Layout.Table {
  /// A name for the rowid that no column of the table has; `nil` if columns have all of them.
  var freeRowIDName: String? { freeRowIDNames.first }

  /// All such names.
  var freeRowIDNames: [String] {
    let folded = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].filter { !folded.contains($0) }
  }

  /// The same for a table with a free name; a mapping is only created for those.
  var rowIDName: String { freeRowIDName ?? "rowid" }

  /// Whether the key is SQLite's rowid.
  var isKeyedByRowID: Bool {
    columns.isEmpty || (key.count == 1 && columns.contains { $0.name == key[0] && $0.type == .integer })
  }

  /// The columns that identify rows while nothing is written: the key, or SQLite's rowid if there is none.
  var identity: [String] { key.isEmpty ? [rowIDName] : key }

  /// The types of these columns.
  var identityTypes: [Layout.ColumnType] {
    identity.map { name in columns.first { $0.name == name }?.type ?? .integer }
  }

  /// The same as SQL.
  var identitySQL: [String] { key.isEmpty ? [rowIDName] : key.map(DDL.quoted) }
}
