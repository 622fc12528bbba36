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
    func add(_ entry: JournalSource.Entry, _ keys: [String], _ values: [StoredValue], old: String) throws {
      let columns = ["source", "change", "entity", "origin"] + keys
      let parameters = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
      try connection.run(
        "INSERT INTO temp._rowsmith_changes (\(columns.joined(separator: ", "))) VALUES (\(parameters))",
        [.integer(Int64(index)), .integer(entry.rawValue)] + fixed + values)
      guard source.detail == .values else { return }
      let names = (["sequence"] + source.columns.indices.map { "c\($0)" }).joined(separator: ", ")
      try connection.run("INSERT INTO temp._rowsmith_old_values (\(names)) \(old)")
    }
    let own = Array(keyColumns.prefix(width))
    let sequence = try lastSequence()
    let condition = zip(source.identity, to).map { "\($0) = \(DDL.literal($1))" }.joined(separator: " AND ")
    // The values of the other row before the merge.
    try add(
      .left, own, to,
      old:
        "SELECT \(sequence + 1), \(source.columns.joined(separator: ", ")) FROM main.\(DDL.quoted(source.name)) "
        + "WHERE \(condition)")
    let old = source.columns.indices.map { "c\($0)" }.joined(separator: ", ")
    try add(
      .merged, own + formerKeyColumns.prefix(width), to + from,
      old: "SELECT \(sequence + 2), \(old) FROM temp._rowsmith_old_values WHERE sequence = \(deletion)")
  }
}
