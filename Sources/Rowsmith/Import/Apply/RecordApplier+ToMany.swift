import RowsmithSchema

extension RecordApplier {
  /// Applies the value of a to-many relationship: writes and links the items, and unlinks others as the policy says.
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

  /// Runs the body; an error without a path gets that of the relationship's value.
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
    // A list of a replaced row unlinks what was there, but deletes no more than it would otherwise.
    let isGivenByCaller = record == 0 && scope?.relationship === relationship
    if !isGivenByCaller { list.policyDeletes = relationship.deletesWhatLeaves }
    try keepEmbedder(of: record, list)
    return list
  }

  /// Keeps the link under which a record is embedded, whatever the record's own list on the other side says.
  private func keepEmbedder(of record: Int, _ list: ItemList) throws {
    let parsed = batch.records.base[record]
    // A quick check first: most lists are not the inverse of the link that embeds their record.
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
    try list.links.begin(list)
    return list
  }

  /// Applies items: all of a value, or some of a streamed one.
  func applyItems(of link: RecordBatch.Link, to list: ItemList, parent: Int) throws {
    list.count += Int(link.count)
    list.keyCount += Int(link.keyCount)
    list.hasUnlisted = list.hasUnlisted || link.hasUnlisted
    list.isForeignKey = list.isForeignKey || link.isForeignKey
    try meetKeylessRows(link, list)
    try list.links.applyItems(of: link, to: list, parent: parent)
  }

  /// Unlinks rows that are not among the items, as the policy says.
  func finish(_ list: ItemList) throws {
    if let end = list.end(asOf: epoch(list.relationship)) {
      rowLinks.listEnds.keep(end, of: list, rowLinks.counts)
    }
    guard list.mayUnlink, list.isKnownWhole else { return }
    if !openLists.isEmpty { overruleOpenLists(list) }
    if orphans.hasFormer, list.deletesWhatLeaves { try rowLinks.judgeFormer(list) }
    try list.links.finish(list)
  }

  /// Whether every row linked now is among the items: nothing was linked before, and no other list of the relationship,
  /// which might have the same parent, was applied since.
  func hasNoOthers(_ list: ItemList, isTight: Bool) -> Bool {
    list.isParentNew && lists[list.relationship.index] == list.number && isTight
  }

  /// Changes when links were removed or another list of the relationship was applied.
  func epoch(_ relationship: RelationshipMapping) -> ListEpoch {
    ListEpoch(removed: rowLinks.counts.removed, lists: lists[relationship.index])
  }
}
