import RowsmithSchema

/// The fourth stage of a plan: what is done to tables.
struct TableWork {
  /// What is done, in the order in which people read it.
  private(set) var steps: [Migration.Step] = []
  /// The tables that are built anew, and the query that counts the rows they are to have.
  private(set) var rebuiltTables: [Migration.RebuiltTable] = []
  /// The tables that are built anew or for the first time, links included.
  private(set) var rebuilt: Set<String>
  /// The old tables that go, rebuilt ones included.
  private(set) var droppedTables: [String] = []
  /// The tables that keep their rows in place under another name.
  private(set) var renamedTables: [Migration.Renaming] = []
  let translation: RowTranslation
  let choices: TableChoices
  var match: SchemaMatch { translation.match }

  init(_ translation: RowTranslation, _ choices: TableChoices) {
    self.translation = translation
    self.choices = choices
    rebuilt = choices.rebuilt
    buildTables()
    alterTables()
    buildLinkTables()
    dropTables()
    noteSearches()
  }

  mutating func add(_ description: String, _ work: [(Migration.Phase, String)]) {
    steps.append(Migration.Step(description, work))
  }

  mutating func noteRebuilt(_ table: Migration.RebuiltTable) { rebuiltTables.append(table) }
  mutating func noteRebuilt(links name: String) { rebuilt.insert(name) }
  mutating func noteRenamed(_ old: String, to new: String) {
    renamedTables.append(Migration.Renaming(old: old, new: new))
  }

  /// The steps that drop what is left of the old tables.
  mutating func dropTables() {
    let kept = choices.altered.values.map(\.old.name) + droppedTables
    for table in match.oldLayout.tables where !kept.contains(table.name) {
      droppedTables.append(table.name)
      add("drop the table \(table.name)", [(.drop, "DROP TABLE \(DDL.quoted(table.name))")])
    }
    let keptLinks =
      match.newLayout.linkTables.filter { !rebuilt.contains($0.name) }.map { link in
        renamedTables.first { $0.new == link.name }?.old ?? link.name
      } + droppedTables
    for link in match.oldLayout.linkTables where !keptLinks.contains(link.name) {
      droppedTables.append(link.name)
      add("drop the table of links \(link.name)", [(.drop, "DROP TABLE \(DDL.quoted(link.name))")])
    }
  }

  /// Drops an old table when its rows have been taken, once.
  mutating func drop(_ table: String) -> (Migration.Phase, String)? {
    if droppedTables.contains(table) { return nil }
    droppedTables.append(table)
    return (.drop, "DROP TABLE \(DDL.quoted(table))")
  }
}
