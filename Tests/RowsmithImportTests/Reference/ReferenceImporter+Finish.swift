import Rowsmith

extension ReferenceImporter {
  /// What is judged when the document has ended.
  mutating func finish(_ document: ReferenceDocument) throws {
    fallBack()
    let (gone, explicit, fate) = judge(document)
    // What no record is to blame for may come of one that is bad for another reason.
    var unblamed: ReferenceFailure?
    do {
      try checkDeny(explicit, gone, fate)
    } catch let failure as ReferenceFailure where failure.record == nil {
      unblamed = failure
    }
    remove(gone, fate)
    try requireValues()
    try requireLinks()
    if let unblamed { throw unblamed }
    try checkUnique()
    claims.compare(with: self)
    makeReport()
  }

  /// "A row that is overwritten whole has what the mentions of the document give it […]; what none of them gives falls
  /// back." What is local keeps its value.
  private mutating func fallBack() {
    for id in overwritten.union(inserted) {
      guard let row = rows[id] else { continue }
      let key = model.graph.root(of: row.entity)?.primaryKey ?? []
      for attribute in model.graph.attributes(of: row.entity)
      where !key.contains(attribute.name) && given[id]?.contains(attribute.name) != true {
        if attribute.isLocal && !inserted.contains(id) { continue }
        rows[id]?.columns[attribute.name] = attribute.defaultValue?.nonNull
      }
    }
  }

  /// "What is required is asked for when the document has ended: one mention may give what another lacks."
  private func requireValues() throws {
    for id in inserted.union(overwritten).union(changedKind).sorted() {
      guard let row = rows[id] else { continue }
      for attribute in model.graph.attributes(of: row.entity)
      where !attribute.isOptional && row.columns[attribute.name] == nil {
        let own = mentions[id] ?? []
        // A row without a key is the last of its records anew. One that was read as an entity which does not require it
        // would do without the others.
        let requiring = own.filter { model.graph.attributes(of: $0.entity).contains(attribute) }
        let bad =
          model.isKeyless(id.table)
          ? own.last
          : inserted.contains(id)
            ? requiring.first ?? own.first
            : changedKind.contains(id)
              ? requiring.first ?? own.last : own.first { $0.overwrites } ?? own.last
        throw ReferenceFailure(
          reason: .missingValue, message: "\(row.entity).\(attribute.name) is missing", path: bad?.path,
          record: bad?.path, isJudgedAtTheEnd: true)
      }
    }
  }

  /// "A required to-one that would be empty then is the only thing that refuses."
  private func requireLinks() throws {
    if let (slot, record) = endedKeyLinks.min(by: { $0.key.row < $1.key.row }) {
      throw ReferenceFailure(
        reason: .refused, message: "\(slot.row.table).\(slot.relationship) cannot be cleared", path: record,
        record: record, isJudgedAtTheEnd: true)
    }
    var failures: [(failure: ReferenceFailure, isLacking: Bool)] = []
    for (id, row) in rows.sorted(by: { $0.key < $1.key }) {
      for toOne in model.toOnes(of: row.entity) where model.isRequired(toOne, in: row.entity) {
        let parts = model.parts(of: toOne)
        let slots = parts.map { Slot(row: id, relationship: $0.name) }
        if parts.first?.name != toOne.name || slots.contains(where: { pointers[$0] != nil }) { continue }
        let requiring = mentions[id]?.first { model.graph.relationships(of: $0.entity).contains(toOne) }
        let record =
          slots.contains(where: emptiedByPolicy.contains)
          ? nil : slots.lazy.compactMap { emptiedBy[$0] }.first ?? (requiring ?? mentions[id]?.first)?.path
        let failure = ReferenceFailure(
          reason: .refused, message: "\(row.entity).\(toOne.name) would be empty", path: record,
          record: record, isJudgedAtTheEnd: true)
        let isLacking =
          inserted.contains(id) && !model.isKeyless(id.table) && slots.allSatisfy { emptiedBy[$0] == nil }
        failures.append((failure, isLacking && record != nil))
      }
    }
    // Without a record that is bad for another reason nothing may be refused any more: one that lacks what is required is
    // no row, and takes nothing from others.
    let first =
      failures.first(where: \.isLacking) ?? failures.first { $0.failure.record != nil } ?? failures.first
    if let first { throw first.failure }
  }

  /// "The records that brought the clash are the bad ones (of two new ones with one unique value the later)." The first of
  /// all in the document is left out first: what comes after it is judged without it and what is embedded in it.
  private func checkUnique() throws {
    let clashes = uniqueClashes()
    let blamed = clashes.filter { $0.record != nil }.min { place(of: $0.record) < place(of: $1.record) }
    guard let first = blamed ?? clashes.first else { return }
    throw ReferenceFailure(
      reason: .notUnique, message: "\(first.attribute) is another row's", path: first.record?.path,
      record: first.record?.path, isJudgedAtTheEnd: true)
  }

  /// The mentions that brought a value of another row, apart from the one that brought it first.
  private func uniqueClashes() -> [(attribute: String, record: Mention?)] {
    var clashes: [(attribute: String, record: Mention?)] = []
    for attribute in model.graph.schema.entities.flatMap(\.attributes) where attribute.isUnique {
      var holders: [StoredValue: [RowID]] = [:]
      for (id, row) in rows {
        guard let value = row.columns[attribute.name] else { continue }
        if model.graph.attributes(of: row.entity).contains(attribute) {
          holders[value.isUniqueKey(in: id.table), default: []].append(id)
        }
      }
      for ids in holders.values where ids.count > 1 {
        let brought = ids.filter {
          base[$0]?.columns[attribute.name] != rows[$0]?.columns[attribute.name]
        }
        .map { bringer(of: attribute.name, $0) }
        .sorted { place(of: $0) < place(of: $1) }
        let isNew = brought.count == ids.count
        for record in brought.dropFirst(isNew ? 1 : 0) {
          clashes.append((attribute: attribute.name, record: record))
        }
      }
    }
    return clashes
  }

  /// The mention from which on a row has the value of an attribute that it ends with.
  private func bringer(of attribute: String, _ id: RowID) -> Mention? {
    let own = mentions[id] ?? []
    let giving = own.filter { $0.values[attribute] != nil }
    guard let last = giving.last else { return own.last }
    return giving.reversed().prefix { $0.values[attribute] == last.values[attribute] }.last
  }

  private func place(of mention: Mention?) -> Int { mention.flatMap { survey.order[$0.path] } ?? -1 }
}

extension StoredValue {
  /// Tables have their unique values for themselves.
  fileprivate func isUniqueKey(in table: String) -> StoredValue { .text("\(table) \(cell)") }
}

extension RowID: Comparable {
  /// Any order that is the same every time.
  static func < (one: RowID, other: RowID) -> Bool {
    ([one.table] + one.key.map(\.cell)).lexicographicallyPrecedes([other.table] + other.key.map(\.cell))
  }
}
