extension Layout.Table {
  /// A name under which SQLite has the rowid and the table has no column; nil where its columns take them all.
  var freeRowIDName: String? {
    let folded = Set(columns.map { $0.name.lowercased() })
    return ["rowid", "_rowid_", "oid"].first { !folded.contains($0) }
  }

  /// The same of a table that has one: a mapping is made of no other.
  var rowIDName: String { freeRowIDName ?? "rowid" }

  /// The columns that tell the rows of the table apart while nothing is written: the key, else SQLite's rowid.
  var identity: [String] { key.isEmpty ? [rowIDName] : key }

  /// The same as SQL.
  var identitySQL: [String] { key.isEmpty ? [rowIDName] : key.map(DDL.quoted) }
}
