import RowsmithSchema

extension Migrator {
  /// Renames relationships in the list of those whose keys were imported from implied foreign keys, and removes those that no
  /// longer exist. Needed even if no table changes: renaming a list over a to-one inverse changes none.
  func renameImpliedKeys() throws {
    let list = try connection.prepare("SELECT relationship FROM main._rowsmith_implied_keys")
    var names: Set<String> = []
    while try list.step() { if let name = list.text(at: 0) { names.insert(name) } }
    if names.isEmpty { return }
    let match = SchemaMatch(from: oldSchema, to: new)
    var current: Set<String> = []
    for entity in new.entities {
      for relationship in entity.relationships {
        guard let former = match.formerRelationship(of: relationship, declaredBy: entity.name),
          let declarer = match.old.declarer(of: former.relationship.name, in: former.entity),
          names.contains("\(declarer.name).\(former.relationship.name)")
        else { continue }
        current.insert("\(entity.name).\(relationship.name)")
      }
    }
    if current == names { return }
    try connection.run("DELETE FROM main._rowsmith_implied_keys")
    for name in current.sorted() {
      try connection.run("INSERT INTO main._rowsmith_implied_keys VALUES (?1)", [.text(name)])
    }
  }
}
