import RowsmithSchema

/// Which relationships have their keys under the foreign key that the model implies, as seen in imports so far. Exports use
/// the same spelling. Stored for each relationship, not for each row.
enum ImpliedKeys {
  private static let table = "_rowsmith_implied_keys"

  /// The names of the relationships.
  static func all(in connection: Connection) throws -> Set<String> {
    // A file of an earlier version that is opened read-only lacks the table.
    let exists = try connection.integer(
      "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = '\(table)'")
    if exists == nil { return [] }
    let list = try connection.prepare("SELECT relationship FROM main.\(table)")
    var names: Set<String> = []
    while try list.step() {
      if let name = list.text(at: 0) { names.insert(name) }
    }
    return names
  }

  /// Notes under which key a document gave each relationship's keys. A relationship that the document does not give stays
  /// as it was. A relationship's own key wins over the foreign key; embedded records say nothing about where keys are.
  static func note(
    _ spellings: FixedList<KeySpelling>, of mapping: Mapping, in connection: Connection
  ) throws {
    let told = mapping.relationships.filter {
      $0.schema.impliesForeignKey && !spellings[$0.index].isEmpty
    }
    if told.isEmpty { return }
    let known = try all(in: connection)
    for relationship in told {
      let name = relationship.qualifiedName
      let isImplied = spellings[relationship.index] == .foreignKey
      guard isImplied != known.contains(name) else { continue }
      try connection.run(
        isImplied
          ? "INSERT INTO main.\(table) VALUES (?1)" : "DELETE FROM main.\(table) WHERE relationship = ?1",
        [.text(name)])
    }
  }
}

extension Schema.Relationship {
  /// Whether keys may be given under a foreign key that the model does not name.
  var impliesForeignKey: Bool {
    exportPath != nil && keyExportPath == nil && !foreignKeyPaths.isEmpty
  }
}
