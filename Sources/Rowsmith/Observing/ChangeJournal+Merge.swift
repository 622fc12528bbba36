import RowsmithSchema

extension ChangeJournal {
  /// Records that the row deleted last was merged into another one.
  func noteMerge(source index: Int, entity: String?, from: [StoredValue], to: [StoredValue], origin: Int)
    throws
  {
    let source = sources[index]
    guard source.detail != .nothing,
      let deletion = try connection.integer(
        "SELECT max(sequence) FROM temp._rowsmith_changes WHERE source = ?1", [.integer(Int64(index))])
    else { return }
    try connection.run(
      "UPDATE temp._rowsmith_changes SET change = \(JournalSource.Entry.left.rawValue) WHERE sequence = ?1",
      [.integer(deletion)])
    let fixed: [StoredValue] = [entity.map(StoredValue.text) ?? .null, .integer(Int64(origin))]
    let width = to.count
    func add(
      _ entry: JournalSource.Entry, _ keys: [String], _ values: [StoredValue], old: String,
      _ oldValues: [StoredValue]
    ) throws {
      let columns = ["source", "change", "entity", "origin"] + keys
      let parameters = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
      try connection.run(
        "INSERT INTO temp._rowsmith_changes (\(columns.joined(separator: ", "))) VALUES (\(parameters))",
        [.integer(Int64(index)), .integer(entry.rawValue)] + fixed + values)
      guard source.detail == .values else { return }
      let names = (["sequence"] + source.columns.indices.map { "c\($0)" }).joined(separator: ", ")
      try connection.run("INSERT INTO temp._rowsmith_old_values (\(names)) \(old)", oldValues)
    }
    let own = Array(keyColumns.prefix(width))
    let sequence = try lastSequence()
    let condition = source.identity.enumerated().map { "\($1) = ?\($0 + 2)" }.joined(separator: " AND ")
    let columns = source.columns.joined(separator: ", ")
    let kept = "SELECT ?1, \(columns) FROM main.\(DDL.quoted(source.name)) WHERE \(condition)"
    // The values of the other row before the merge.
    try add(.left, own, to, old: kept, [.integer(sequence + 1)] + to)
    let old = source.columns.indices.map { "c\($0)" }.joined(separator: ", ")
    let removed = "SELECT ?1, \(old) FROM temp._rowsmith_old_values WHERE sequence = ?2"
    try add(
      .merged, own + formerKeyColumns.prefix(width), to + from, old: removed,
      [.integer(sequence + 2), .integer(deletion)])
  }
}
