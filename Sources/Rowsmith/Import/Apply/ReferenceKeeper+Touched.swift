import RowsmithSchema

// While very many keys name no row, looking at all of them takes longer than a small import. Then the count of each key
// is kept in a temporary table, and the next import on the connection counts only keys that it has touched: those that
// it has given, and those of its new rows. After anything else, all are looked at again.
extension ReferenceKeeper {
  /// The least number of keys whose counts are kept.
  static let veryManyKeys = 1000

  /// Whether the last count, which is still right, found very many.
  var knowsVeryMany: Bool { (lastCount?.keys ?? 0) >= ReferenceKeeper.veryManyKeys }

  /// Notes the key of a new row.
  func noteArrival(_ entity: EntityMapping, cells: UnsafePointer<Cell>) throws {
    guard !entity.table.keySlots.isEmpty else { return }
    let key = KeyCoding.encode(entity.table.keySlots.map { cells[$0].stored })
    for (index, reference) in mapping.references.enumerated() {
      guard let reference, reference.target.family[entity.name] != nil else { continue }
      try connection.run(
        "INSERT OR IGNORE INTO temp._rowsmith_touched VALUES (?1, ?2)", [.integer(Int64(index)), key])
    }
  }

  /// Notes the keys that the import has given and that may name no row.
  func noteTouched() throws {
    guard hasReferences else { return }
    try connection.run(
      "INSERT OR IGNORE INTO temp._rowsmith_touched SELECT reference, key FROM temp._rowsmith_references")
  }

  /// Begins to keep the count of each key.
  ///
  /// - Returns: what marks them. If they are rolled back with the import, the mark is gone.
  func beginKeepingCounts() throws -> Int64 {
    let mark = connection.totalChanges
    try connection.run("DELETE FROM temp._rowsmith_key_counts")
    try connection.run("INSERT INTO temp._rowsmith_key_counts VALUES (-1, 0, ?1)", [.integer(mark)])
    return mark
  }

  /// Keeps the count of each listed key of one part.
  ///
  /// - Returns: SQL that reads them; its parameter is the index.
  func keepCounts(
    of reference: ReferenceMapping, at index: Int, _ questions: KeyQuestions
  ) throws -> String {
    try connection.run(
      "INSERT INTO temp._rowsmith_key_counts SELECT ?1, u.key, \(questions.count) FROM _rowsmith_unresolved AS u "
        + "WHERE u.reference = ?2", [.integer(Int64(index)), .text(reference.name)])
    return "SELECT n FROM temp._rowsmith_key_counts WHERE reference = ?1"
  }

  /// Counts the keys that the import has touched.
  ///
  /// - Returns: `nil` if the counts of the other keys are not known.
  func countTouched() throws -> Count? {
    guard notesArrivals, var count = lastCount, let mark = count.mark,
      try connection.integer("SELECT n FROM temp._rowsmith_key_counts WHERE reference = -1") == mark
    else { return nil }
    let list = try connection.prepareForReuse(
      "SELECT DISTINCT reference FROM temp._rowsmith_touched ORDER BY reference")
    var indexes: [Int] = []
    while try list.step() { indexes.append(Int(list.integer(at: 0))) }
    for index in indexes {
      guard let reference = mapping.references[index], let questions = KeyQuestions(reference) else {
        return nil
      }
      let before = try countKept(index)
      try connection.run(
        "INSERT OR REPLACE INTO temp._rowsmith_key_counts SELECT u.reference, u.key, \(questions.count) "
          + "FROM temp._rowsmith_touched AS u WHERE u.reference = ?1", [.integer(Int64(index))])
      count.counts[reference.name, default: 0] += try countKept(index) - before
      if count.counts[reference.name] == 0 { count.counts[reference.name] = nil }
      try takeOffSettled(reference, index)
    }
    try forgetTouched()
    count.changes = connection.totalChanges
    return count
  }

  /// How many links hold the touched keys, as far as counts are kept.
  private func countKept(_ index: Int) throws -> Int {
    let sum = try connection.integer(
      "SELECT sum(c.n) FROM temp._rowsmith_touched AS t CROSS JOIN temp._rowsmith_key_counts AS c "
        + "ON c.reference = t.reference AND c.key = t.key WHERE t.reference = ?1", [.integer(Int64(index))])
    return Int(sum ?? 0)
  }

  /// Takes the touched keys off the list that name a row now.
  private func takeOffSettled(_ reference: ReferenceMapping, _ index: Int) throws {
    let settled =
      "SELECT t.key FROM temp._rowsmith_touched AS t CROSS JOIN temp._rowsmith_key_counts AS c "
      + "ON c.reference = t.reference AND c.key = t.key WHERE t.reference = ?1 AND c.n = 0"
    let number = StoredValue.integer(Int64(index))
    let taken = try connection.run(
      "DELETE FROM _rowsmith_unresolved WHERE reference = ?2 AND key IN (\(settled))",
      [number, .text(reference.name)])
    if taken > 0 { hasWritten = true }
    try connection.run(
      "DELETE FROM temp._rowsmith_key_counts WHERE reference = ?1 AND key IN (\(settled))", [number])
  }

  /// Forgets the touched keys.
  func forgetTouched() throws { try connection.run("DELETE FROM temp._rowsmith_touched") }
}
