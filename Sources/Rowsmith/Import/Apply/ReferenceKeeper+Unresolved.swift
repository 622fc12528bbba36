import RowsmithSchema

extension ReferenceKeeper {
  /// Counts the links in the database that name no row, by relationship, and updates the list of their keys.
  ///
  /// Cost: one lookup per key that names no row, not per row; in link tables that were empty, one per key; nothing if
  /// the connection has written nothing since they were last counted, and no other has. If there are very many, one
  /// lookup per key that was touched since.
  ///
  /// - Parameter hasOnlyAdded: whether no link was removed since the import began, and no row that has links.
  func countUnresolved(hasOnlyAdded: Bool = false) throws -> [String: Int] {
    let canKeep = hasOnlyAdded && !hasPending && !referencedEnds.contains(true)
    if notesArrivals { try noteTouched() }
    if hasReferences { try keepNewlyLoose() }
    if !mayHaveUnresolved, !hasPending { return [:] }
    if let lastCount, lastCount.changes == connection.totalChanges { return lastCount.counts }
    if canKeep, let count = try countTouched() {
      lastCount = count
      return count.counts
    }
    if notesArrivals { try forgetTouched() }
    var count = try countListed(isKept: canKeep && knowsVeryMany)
    if hasPending {
      let pending = try connection.prepareForReuse(
        "SELECT relationship, count(*) FROM _rowsmith_pending GROUP BY 1 ORDER BY 1")
      while try pending.step() {
        if let name = pending.text(at: 0) { count.counts[name, default: 0] += Int(pending.integer(at: 1)) }
      }
    }
    count.changes = connection.totalChanges
    lastCount = count
    return count.counts
  }

  /// Counts the links that hold a key of the list, and takes the keys off it that need not be there any more.
  ///
  /// - Parameter isKept: whether to keep the count of each key.
  private func countListed(isKept: Bool) throws -> Count {
    var total = Count(counts: [:], changes: 0)
    var isKept = isKept
    if isKept { total.mark = try beginKeepingCounts() }
    // Entries that an earlier version stored under another name.
    var renamed: [(ReferenceMapping, StoredValue)] = []
    let next = try connection.prepareForReuse(
      "SELECT reference FROM _rowsmith_unresolved WHERE reference > ?1 ORDER BY reference LIMIT 1")
    var name = ""
    mayHaveUnresolved = false
    while true {
      next.bind([.text(name)])
      let found = try next.step() ? next.text(at: 0) : nil
      next.reset()
      guard let found else { break }
      name = found
      mayHaveUnresolved = true
      guard let reference = mapping.referencesByName[name] else {
        hasWritten = true
        try connection.run("DELETE FROM _rowsmith_unresolved WHERE reference = ?1", [.text(name)])
        continue
      }
      let isCurrent = name == reference.name
      let count: Int
      if isCurrent, let questions = KeyQuestions(reference) {
        let index = isKept ? mapping.references.firstIndex { $0?.name == name } : nil
        isKept = index != nil
        let found = try countTogether(reference, questions, keptAs: index)
        count = found.links
        total.keys += found.keys
      } else {
        isKept = false
        count = try countEach(reference, listedAs: name) {
          if !isCurrent { renamed.append((reference, $0)) }
        }
      }
      if count > 0 { total.counts[reference.name, default: 0] += count }
    }
    for (reference, key) in renamed { try keep(reference, key: key) }
    if !isKept || total.keys < ReferenceKeeper.veryManyKeys { total.mark = nil }
    return total
  }

  /// What is asked of a key of one part, in a list of keys called `u`. The plus makes it a value like a bound one, which takes
  /// the type of the column that it is compared with.
  struct KeyQuestions {
    /// Whether a row of the target has the key.
    let isHere: String
    /// Where links hold the key.
    let links: String
    /// How many links hold the key, if no row has it.
    var count: String { "CASE WHEN \(isHere) THEN 0 ELSE (SELECT count(*) \(links)) END" }

    /// - Returns: `nil` if keys have several parts.
    init?(_ reference: ReferenceMapping) {
      let target = reference.target
      let key = target.table.layout.key
      guard reference.columns.count == 1, key.count == 1 else { return nil }
      let family = target.familyCondition.map { " AND t.\($0)" } ?? ""
      isHere =
        "EXISTS (SELECT 1 FROM \(DDL.quoted(target.table.name)) AS t WHERE t.\(DDL.quoted(key[0])) = +u.key\(family))"
      links = "FROM \(DDL.quoted(reference.table)) AS s WHERE s.\(DDL.quoted(reference.columns[0])) = +u.key"
    }
  }

  /// Counts the links that hold a listed key of one part.
  ///
  /// - Parameter kept: the index of the reference, to keep the count of each key; `nil` to keep none.
  private func countTogether(
    _ reference: ReferenceMapping, _ questions: KeyQuestions, keptAs kept: Int?
  ) throws -> (links: Int, keys: Int) {
    let (isHere, links) = (questions.isHere, questions.links)
    // The limit keeps SQLite from counting twice, once for each of the results.
    let each =
      try kept.map { try keepCounts(of: reference, at: $0, questions) }
      ?? "SELECT \(questions.count) AS n FROM _rowsmith_unresolved AS u WHERE u.reference = ?1 LIMIT -1"
    let sum = try statement("SELECT sum(n), sum(n = 0), count(*) FROM (\(each))")
    sum.bind([kept.map { StoredValue.integer(Int64($0)) } ?? .text(reference.name)])
    defer { sum.reset() }
    guard try sum.step() else { return (0, 0) }
    let (count, settled) = (Int(sum.integer(at: 0)), sum.integer(at: 1))
    let keys = Int(sum.integer(at: 2) - settled)
    if settled > 0 {
      hasWritten = true
      try connection.run(
        "DELETE FROM _rowsmith_unresolved AS u WHERE u.reference = ?1 AND (\(isHere) OR NOT EXISTS (SELECT 1 \(links)))",
        [.text(reference.name)])
    }
    return (count, keys)
  }

  /// Counts the links that hold a listed key, key by key.
  private func countEach(
    _ reference: ReferenceMapping, listedAs name: String, _ visit: (StoredValue) -> Void
  ) throws -> Int {
    var total = 0
    var settled: [StoredValue] = []
    let list = try connection.prepareForReuse(
      "SELECT key FROM _rowsmith_unresolved WHERE reference = ?1 ORDER BY key")
    list.bind([.text(name)])
    while try list.step() {
      let key = list.value(at: 0)
      let count = try self.count(reference, key: key)
      total += count
      if count > 0 { visit(key) }
      if count == 0 || name != reference.name { settled.append(key) }
    }
    for key in settled {
      hasWritten = true
      try connection.run(
        "DELETE FROM _rowsmith_unresolved WHERE reference = ?1 AND key = ?2", [.text(name), key])
    }
    return total
  }

  /// Adds the noted keys that name no row to the list, without looking at the others.
  func keepUnresolved() throws { if hasReferences { try keepNewlyLoose() } }

  /// Takes the key of a new row off the list.
  func takeOff(_ entity: EntityMapping, cells: UnsafePointer<Cell>) throws {
    guard mayHaveUnresolved, !entity.table.keySlots.isEmpty else { return }
    let key = KeyCoding.encode(entity.table.keySlots.map { cells[$0].stored })
    for case let reference? in mapping.references where reference.target.family[entity.name] != nil {
      try connection.run(
        "DELETE FROM _rowsmith_unresolved WHERE reference = ?1 AND key = ?2", [.text(reference.name), key])
    }
  }

  /// How many links hold the key; 0 if a row of the entity has it.
  private func count(_ reference: ReferenceMapping, key: StoredValue) throws -> Int {
    let key = KeyCoding.decode(key, count: reference.columns.count)
    if try isHere(key, reference.target) { return 0 }
    let statement = try statement(
      "SELECT count(*) FROM \(DDL.quoted(reference.table)) WHERE \(equality(reference.columns))")
    statement.bind(key)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(at: 0)) : 0
  }

  /// Whether a row of the entity, or of one that extends it, has the key.
  private func isHere(_ key: [StoredValue], _ entity: EntityMapping) throws -> Bool {
    guard let row = try writers[entity.table.index].findRow(key: key) else { return false }
    guard let condition = entity.familyCondition else { return true }
    let find = try statement(
      "SELECT 1 FROM \(DDL.quoted(entity.table.name)) WHERE \(entity.table.rowIDName) = ?1 AND \(condition)")
    find.bind(row, at: 1)
    defer { find.reset() }
    return try find.step()
  }

  /// Adds the noted keys that still name no row to the list in the database.
  private func keepNewlyLoose() throws {
    let references = mapping.references
    for (end, isReferenced) in referencedEnds.enumerated() where isReferenced {
      if let reference = references[mapping.relationships.count + end] { try keepLoose(reference) }
      referencedEnds[end] = false
    }
    let noted = try connection.prepareForReuse(
      "SELECT DISTINCT reference FROM temp._rowsmith_references ORDER BY reference")
    while try noted.step() {
      let index = Int(noted.integer(at: 0))
      guard references.indices.contains(index), let reference = references[index] else { continue }
      if let questions = KeyQuestions(reference) {
        try keepTogether(reference, index, questions)
      } else {
        try keepEach(reference, index)
      }
    }
    try connection.run("DELETE FROM temp._rowsmith_references")
    hasReferences = false
  }

  /// Adds the noted keys of one part that still name no row.
  private func keepTogether(_ reference: ReferenceMapping, _ index: Int, _ questions: KeyQuestions) throws {
    let added = try connection.run(
      "INSERT INTO _rowsmith_unresolved (reference, key) SELECT ?1, u.key FROM temp._rowsmith_references AS u "
        + "WHERE u.reference = ?2 AND NOT \(questions.isHere) AND EXISTS (SELECT 1 \(questions.links)) "
        + "ON CONFLICT DO NOTHING",
      [.text(reference.name), .integer(Int64(index))])
    guard added > 0 else { return }
    hasWritten = true
    mayHaveUnresolved = true
  }

  /// Adds the noted keys that still name no row, key by key.
  private func keepEach(_ reference: ReferenceMapping, _ index: Int) throws {
    let list = try connection.prepareForReuse(
      "SELECT key FROM temp._rowsmith_references WHERE reference = ?1 ORDER BY key")
    list.bind([.integer(Int64(index))])
    while try list.step() {
      let key = list.value(at: 0)
      if try count(reference, key: key) != 0 { try keep(reference, key: key) }
    }
  }

  /// Adds every key at one end of a link table that names no row.
  private func keepLoose(_ reference: ReferenceMapping) throws {
    let target = reference.target.table
    // Distinct first: the index, or the primary key, has equal keys next to each other.
    let columns = reference.columns.map { "k.\(DDL.quoted($0))" }
    let equal = zip(target.layout.key, columns).map { "t.\(DDL.quoted($0)) = \($1)" }
    let condition = reference.target.familyCondition.map { " AND t.\($0)" } ?? ""
    let list = try connection.prepare(
      "SELECT \(columns.joined(separator: ", ")) FROM "
        + "(SELECT DISTINCT \(DDL.list(reference.columns)) FROM \(DDL.quoted(reference.table))) k "
        + "LEFT JOIN \(DDL.quoted(target.name)) t ON \(equal.joined(separator: " AND "))\(condition) "
        + "WHERE t.\(target.rowIDName) IS NULL")
    while try list.step() {
      try keep(reference, key: KeyCoding.encode(reference.columns.indices.map { list.value(at: $0) }))
    }
  }

  private func keep(_ reference: ReferenceMapping, key: StoredValue) throws {
    let added = try connection.run(
      "INSERT INTO _rowsmith_unresolved (reference, key) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
      [.text(reference.name), key])
    if added > 0 { hasWritten = true }
    mayHaveUnresolved = true
  }
}
