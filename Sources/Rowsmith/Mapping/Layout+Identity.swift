import RowsmithSchema

extension Layout.Table {
  /// A name under which SQLite has the rowid and the table has no column; nil where its columns take them all.
  var rowIDName: String? {
    let folded = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !folded.contains($0) }
  }

  /// What tells rows apart, as SQL: the key, or the rowid.
  var identity: [String] { key.isEmpty ? [rowIDName ?? "rowid"] : key.map(DDL.quoted) }
}
