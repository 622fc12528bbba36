import RowsmithSchema

extension RecordApplier {
  /// Applies the value of a to-many relationship: its items, their links, and what leaves.
  ///
  /// `policy` overrides the relationship's own.
  func applyToMany(
    _ index: Int, _ relationship: RelationshipMapping, of record: Int, isParentNew: Bool,
    policy: Schema.MergePolicy?, isAnew: Bool = false
  ) throws {
    let link = batch.links[index]
    guard link.form != .fault else { return }
    try locating(link, relationship, of: record) {
      let list = try beginList(relationship, of: record, policy: policy)
      list.isParentNew = isParentNew
      list.isParentAnew = isAnew
      try applyItems(of: link, to: list, parent: record)
      try finish(list)
    }
  }

  /// Runs the body; an error without a place gets that of the relationship's value.
  func locating(
    _ link: RecordBatch.Link, _ relationship: RelationshipMapping, of record: Int, _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch var error as ImportError where error.path == nil {
      error.member = relationship.name
      let paths = relationship.places.map(\.path)
      let path = paths.indices.contains(Int(link.alternative)) ? paths[Int(link.alternative)] : nil
      throw origin.located(error, record: record, at: link.start, under: path)
    }
  }

  /// Begins to apply the value of a to-many relationship of a record.
  func beginList(
    _ relationship: RelationshipMapping, of record: Int, policy: Schema.MergePolicy?
  ) throws -> ItemList {
    let list = try beginList(relationship, parent: key(of: record), policy: policy)
    list.blame = origin.offset(of: record)
    // A list of a row that is an item's anew unlinks what was there, and deletes no more than it would otherwise.
    let isGivenByCaller = record == 0 && scope?.relationship === relationship
    if !isGivenByCaller { list.policyDeletes = relationship.deletesWhatLeaves }
    try keepEmbedder(of: record, list)
    return list
  }

  /// The link under which a record is embedded stands against what the record itself says of the other side.
  private func keepEmbedder(of record: Int, _ list: ItemList) throws {
    let parsed = batch.records.base[record]
    // Most lists are no other end of what embeds their record, which is quickly seen.
    guard parsed.link >= 0, batch.links.base[Int(parsed.link)].bit & list.relationship.inverseBit != 0 else {
      return
    }
    let parent = Int(parsed.parent)
    if batch.records.base[parent].isStale { return }
    let link = batch.links.base[Int(parsed.link)]
    let embedding = entity(of: parent).relationships[Int(link.relationship)]
    guard embedding.inverse === list.relationship else { return }
    let key = key(of: parent)
    let writer = writers[entity(of: parent).table.index]
    list.links.keep(key, row: list.inverse == nil ? nil : try writer.findRow(key: key), in: list)
  }

  /// Begins to apply the value of a to-many relationship of the record with the key.
  func beginList(
    _ relationship: RelationshipMapping, parent: [Cell], policy: Schema.MergePolicy?
  ) throws -> ItemList {
    lists[relationship.index] += 1
    listTotal += 1
    let list = ItemList(
      relationship: relationship, links: try strategy(relationship), parent: parent, policy: policy,
      number: lists[relationship.index])
    list.links.begin(list)
    return list
  }

  /// Applies items: all of a value, or some of one that is streamed.
  func applyItems(of link: RecordBatch.Link, to list: ItemList, parent: Int) throws {
    list.count += Int(link.count)
    list.keyCount += Int(link.keyCount)
    list.hasUnlisted = list.hasUnlisted || link.hasUnlisted
    list.isForeignKey = list.isForeignKey || link.isForeignKey
    try meetKeylessRows(link, list)
    try list.links.applyItems(of: link, to: list, parent: parent)
  }

  /// Unlinks what is linked and not among the items, as the policy says.
  func finish(_ list: ItemList) throws {
    guard list.mayUnlink, list.isKnownWhole else { return }
    if !openLists.isEmpty { overruleOpenLists(list) }
    if orphans.hasFormer, list.deletesWhatLeaves { try rowLinks.judgeFormer(list) }
    try list.links.finish(list)
  }

  /// Whether every row linked now is among the items: nothing was linked before, and no list of the same
  /// relationship came in between, which might have named the same parent.
  func hasNoOthers(_ list: ItemList, isTight: Bool) -> Bool {
    list.isParentNew && lists[list.relationship.index] == list.number && isTight
  }

  /// Keeps the link to an item that is left out.
  func keep(_ child: Int, _ list: ItemList) throws {
    let (isKnown, row) = try knownRow(of: child, filled: list.inverse)
    if !isKnown { list.isKnownWhole = false }
    if isKnown { list.links.keep(key(of: child), row: row, in: list) }
  }

  /// Remembers the rows of the records that were left out, and of what is embedded in them, so that they are not deleted
  /// for being absent.
  func noteLeftOut() throws {
    guard (0..<batch.records.count).contains(where: { batch.records.base[$0].isLeftOut }) else { return }
    var isLeftOut: [Bool] = []
    for record in 0..<batch.records.count {
      // What is embedded comes after the record around it.
      let parsed = batch.records[record]
      isLeftOut.append(parsed.isLeftOut || (parsed.parent >= 0 && isLeftOut[Int(parsed.parent)]))
      guard isLeftOut[record] else { continue }
      let filled = filledInLeftOut(record)
      if let filled { fill(filled, of: record, with: Int(parsed.parent)) }
      guard let row = try knownRow(of: record, filled: filled).row else { continue }
      let writer = writers[entity(of: record).table.index]
      if writer.leftOut == nil {
        writer.leftOut = RowSet(connection: connection, name: "left_out_\(writer.mapping.name)")
      }
      try writer.leftOut?.insert(row)
    }
  }

  /// The part of a record's key that the record around it gives.
  private func filledInLeftOut(_ record: Int) -> RelationshipMapping? {
    let parsed = batch.records[record]
    guard parsed.parent >= 0, parsed.link >= 0 else { return nil }
    let parent = entity(of: Int(parsed.parent))
    let inverse = parent.relationships[Int(batch.links[Int(parsed.link)].relationship)].inverse
    guard let inverse, inverse.isToOne, inverse.slots.contains(where: inverse.table.keySlots.contains),
      inverse.table === entity(of: record).table, key(of: Int(parsed.parent)).allSatisfy(\.hasValue)
    else { return nil }
    return inverse
  }

  /// The row of a record that is left out, where its key can be read.
  ///
  /// - Parameter filled: the part of its key that the record around it gives, whatever it says itself.
  func knownRow(
    of record: Int, filled: RelationshipMapping? = nil
  ) throws -> (isKnown: Bool, row: Int64?) {
    if entity(of: record).table.hasRowIdentifier { return (false, nil) }
    try resolveKey(of: record, filled: filled)
    let key = key(of: record)
    guard !key.isEmpty, key.allSatisfy(\.hasValue) else { return (false, nil) }
    return (true, try writers[entity(of: record).table.index].findRow(key: key))
  }

  /// Differs from what it was when links were cleared, or when another list of the relationship was applied.
  func epoch(_ relationship: RelationshipMapping) -> Int {
    rowLinks.counts.removed &* 31 &+ lists[relationship.index]
  }
}
