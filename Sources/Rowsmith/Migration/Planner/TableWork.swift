import RowsmithSchema

/// The fourth stage of a plan: the work on tables.
struct TableWork {
  /// The steps, in reading order.
  private(set) var steps: [Migration.Step] = []
  /// The rebuilt tables, with the query that counts the rows they must have.
  private(set) var rebuiltTables: [Migration.RebuiltTable] = []
  /// The names of rebuilt and new tables, link tables included.
  private(set) var rebuilt: Set<String>
  /// The old tables that are dropped, including rebuilt ones.
  private(set) var droppedTables: [String] = []
  private var dropped: Set<String> = []
  /// The tables that keep their rows in place under another name.
  private(set) var renamedTables: [Migration.Renaming] = []
  /// The columns that altered tables get, by addition or renaming.
  private(set) var newColumns: [Migration.NewColumn] = []
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
  mutating func noteColumn(_ name: String, of table: String) {
    newColumns.append(Migration.NewColumn(table: table, name: name))
  }
  mutating func noteRenamed(_ old: String, to new: String) {
    renamedTables.append(Migration.Renaming(old: old, new: new))
  }

  /// The steps that drop the remaining old tables.
  mutating func dropTables() {
    let kept = Set(choices.altered.values.map(\.old.name))
    for table in match.oldLayout.tables where !kept.contains(table.name) {
      if let work = drop(table.name) { add("drop the table \(table.name)", [work]) }
    }
    let former = Dictionary(renamedTables.map { ($0.new, $0.old) }, uniquingKeysWith: { first, _ in first })
    let keptLinks = Set(
      match.newLayout.linkTables.map(\.name).filter { !rebuilt.contains($0) }.map { former[$0] ?? $0 })
    for link in match.oldLayout.linkTables where !keptLinks.contains(link.name) {
      if let work = drop(link.name) { add("drop the table of links \(link.name)", [work]) }
    }
  }

  /// Drops an old table after its rows are copied; `nil` if it is dropped already.
  mutating func drop(_ table: String) -> (Migration.Phase, String)? {
    guard dropped.insert(table).inserted else { return nil }
    droppedTables.append(table)
    return (.drop, "DROP TABLE \(DDL.quoted(table))")
  }
}
