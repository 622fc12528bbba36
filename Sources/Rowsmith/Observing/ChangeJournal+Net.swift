import RowsmithSchema

extension ChangeJournal {
  /// The net changes of the transaction, with their origins.
  func net(_ origins: OriginList) throws -> UndeliveredChanges {
    let tables = model.layout.tables
    // Indexed by position, not by name: this runs for every row.
    var byTable = [[String: RowChanges]](repeating: [:], count: tables.count)
    var pending = UndeliveredChanges()
    var lastOrigin: Int64 = -1
    let columns = ["source", "change", "entity", "origin"] + keyColumns + formerKeyColumns
    try connection.withCached(
      "SELECT \(columns.joined(separator: ", ")) FROM temp._rowsmith_changes ORDER BY sequence"
    ) { statement in
      while try statement.step() {
        let index = Int(statement.integer(at: 0))
        guard let entry = JournalSource.Entry(rawValue: statement.integer(at: 1)), index < sources.count
        else { continue }
        if statement.integer(at: 3) != lastOrigin {
          lastOrigin = statement.integer(at: 3)
          pending.append(origins[lastOrigin])
        }
        let width = sources[index].identity.count
        let key = (0..<width).map { statement.value(at: 4 + $0) }
        let former = { (0..<width).map { statement.value(at: 4 + keyWidth + $0) } }
        if index >= tables.count {
          pending.links[index - tables.count, default: RowChanges()].note(entry, key, former: former)
        } else {
          let entity = statement.text(at: 2) ?? tables[index].name
          byTable[index][entity, default: RowChanges()].note(entry, key, former: former)
        }
      }
    }
    for changes in byTable { pending.entities.merge(changes) { first, _ in first } }
    return pending
  }
}
