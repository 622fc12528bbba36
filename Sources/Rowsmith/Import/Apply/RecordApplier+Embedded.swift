import RowsmithSchema

extension RecordApplier {
  /// Applies what is embedded in a record, in the order of its keys.
  ///
  /// If something inside its items may affect the record's own lists, all of them are linked and unlinked before the items
  /// are applied. Otherwise each item is linked when it is written, which is faster.
  func applyEmbedded(
    in record: Int, entity: EntityMapping, row: WrittenRow, _ arrival: Arrival
  ) throws {
    let linksFirst = batch.linksFirst(record, entity: entity)
    let openCount = openLists.count
    defer { if openLists.count > openCount { openLists.removeLast(openLists.count - openCount) } }
    let lists = linksFirst ? try linkLists(of: record, entity: entity, arrival) : [:]
    var index = Int(batch.records.base[record].firstLink)
    // A record counts as new until another list may have named it as its parent.
    var expectedLists = listTotal
    while index >= 0 {
      let link = batch.links.base[index]
      let place = index
      index = Int(link.next)
      if link.isDead { continue }
      try entity.relationshipList[Int(link.relationship)]._withUnsafeGuaranteedRef { relationship in
        if relationship.isToOne {
          guard link.firstItem >= 0 else { return }
          let child = Int(batch.items.base[Int(link.firstItem)].record)
          try applyToOne(child, relationship, of: record, arrival, isLinked: linksFirst)
        } else if linksFirst {
          if let list = lists[place] { try applyLinkedItems(link, list, of: record) }
        } else {
          let isNew = row.isNew && listTotal == expectedLists
          try applyToMany(
            place, relationship, of: record, isParentNew: isNew,
            policy: arrival.isAnew ? anewPolicy(relationship) : nil, isAnew: arrival.isAnew)
          expectedLists += 1
        }
      }
    }
  }

  private func applyToOne(
    _ child: Int, _ relationship: RelationshipMapping, of record: Int, _ parent: Arrival, isLinked: Bool
  ) throws {
    guard child >= 0, !batch.records[child].isLeftOut, !batch.records[child].isKeyOnly else { return }
    // The link to the record around this one wins, so the embedded record gets no link.
    let isKeyless = relationship.targetReference._withUnsafeGuaranteedRef { $0.hasRowIdentifier }
    if parent.overrules(relationship), !isKeyless {
      try apply(child, Arrival(isReplaceItem: policy(of: relationship, in: record) == .replace))
      return
    }
    var arrival = Arrival(isReplaceItem: policy(of: relationship, in: record) == .replace)
    arrival.isAnew = isKeyless && (parent.isAnew || policy(of: relationship, in: record) != .merge)
    if relationship.inverseReference != nil, let inverse = relationship.inverse, inverse.isToOne {
      let isKeyPart = inverse.slots.contains(where: inverse.table.keySlots.contains)
      arrival.isLinked = try isLinked && !isKeyPart || isOverruled(child, relationship)
      if !arrival.isLinked { fill(inverse, of: child, with: record) } else { unfill(inverse, of: child) }
      arrival.filled = inverse
    }
    try apply(child, arrival)
  }

  /// Whether a record without a key lost its place before it was written: the record around it was given another.
  private func isOverruled(_ child: Int, _ relationship: RelationshipMapping) throws -> Bool {
    let table = relationship.target.table
    guard table.hasRowIdentifier, !orphans.isEmpty else { return false }
    let identifier = cells(of: child)[table.keySlots[0]]
    return try identifier.hasValue && orphans.contains(identifier.integer, of: table)
  }

  /// Links and unlinks the items of every list of a record.
  ///
  /// - Returns: the lists by link index.
  private func linkLists(
    of record: Int, entity: EntityMapping, _ arrival: Arrival
  ) throws -> [Int: ItemList] {
    var lists: [Int: ItemList] = [:]
    var index = Int(batch.records.base[record].firstLink)
    while index >= 0 {
      let link = batch.links.base[index]
      let relationship = entity.relationships[Int(link.relationship)]
      if !link.isDead, !relationship.isToOne, link.form != .fault {
        lists[index] = try linkList(
          link, relationship, of: record, policy: arrival.isAnew ? anewPolicy(relationship) : nil,
          isAnew: arrival.isAnew)
      }
      index = Int(link.next)
    }
    return lists
  }

  private func linkList(
    _ link: RecordBatch.Link, _ relationship: RelationshipMapping, of record: Int,
    policy: Schema.MergePolicy?,
    isAnew: Bool = false
  ) throws -> ItemList {
    let list = try beginList(relationship, of: record, policy: policy)
    list.isParentAnew = isAnew
    list.count = Int(link.count)
    list.keyCount = Int(link.keyCount)
    list.hasUnlisted = link.hasUnlisted
    list.isForeignKey = link.isForeignKey
    try locating(link, relationship, of: record) {
      try meetKeylessRows(link, list)
      try linkItems(link, list, of: record)
      try finish(list)
    }
    if relationship.target.table.hasRowIdentifier || list.order != nil { openLists.append(list) }
    return list
  }

  /// Applies the value of a parent-scoped import; the parent is the first record.
  func applyScopeList(_ relationship: RelationshipMapping, policy: Schema.MergePolicy?) throws {
    let link = Int(batch.records[0].firstLink)
    guard batch.linksFirst(0, entity: entity(of: 0)) else {
      return try applyToMany(link, relationship, of: 0, isParentNew: false, policy: policy)
    }
    defer { openLists.removeAll() }
    let list = try linkList(batch.links[link], relationship, of: 0, policy: policy)
    try applyLinkedItems(batch.links[link], list, of: 0)
  }

  /// Links the items of a list before their records are written.
  private func linkItems(_ link: RecordBatch.Link, _ list: ItemList, of record: Int) throws {
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = batch.items[index]
      index = Int(item.next)
      let child = Int(item.record)
      if child >= 0 {
        let parsed = batch.records[child]
        if parsed.isTombstone, !parsed.isLeftOut, try !isStaleTombstone(child, filled: list.inverse) {
          continue
        }
        if let inverse = list.inverse, inverse.slots.contains(where: inverse.table.keySlots.contains) {
          fill(inverse, of: child, with: record)
        }
        if parsed.isLeftOut {
          try keep(child, list)
          continue
        }
        try resolveKey(of: child, filled: list.inverse)
      }
      try list.links.linkAhead(
        child >= 0 ? key(of: child) : [item.key], isKey: child < 0 || batch.records[child].isKeyOnly, to: list
      )
    }
  }

  /// Writes the items of a list whose links are already made.
  private func applyLinkedItems(_ link: RecordBatch.Link, _ list: ItemList, of record: Int) throws {
    var index = Int(link.firstItem)
    while index >= 0 {
      let item = batch.items[index]
      index = Int(item.next)
      let child = Int(item.record)
      guard child >= 0, !batch.records[child].isLeftOut, !batch.records[child].isKeyOnly else { continue }
      var arrival = Arrival(isReplaceItem: list.policy == .replace)
      arrival.isAnew = list.relationship.target.table.hasRowIdentifier && list.policy != .merge
      arrival = list.links.arrival(ofLinked: child, in: list, parent: record, arrival)
      let isOverruled = list.isOverruled && list.inverse != nil
      let row = try apply(child, arrival)
      try list.links.noteApplied(child, in: list)
      if !row.isPartial { arrival.order?.add(row.id) }
      if isOverruled, row.isNew {
        try orphans.add(row.id, of: list.relationship.target.table, blame: list.blame)
      }
    }
  }

  /// Clears a to-one relationship in a record's cells because its link is already made.
  func unfill(_ relationship: RelationshipMapping, of child: Int) {
    let cells = cells(of: child)
    for slot in relationship.slots { cells[slot] = .missing }
  }
}
