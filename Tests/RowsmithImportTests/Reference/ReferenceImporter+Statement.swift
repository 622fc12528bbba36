import Rowsmith

extension ReferenceImporter {
  /// Links what a statement names and unlinks what it does not: where the records in it go.
  mutating func link(
    _ statement: Mention.Statement, of id: RowID, isAnew: Bool, embedding: Embedding?
  ) -> [RowID] {
    // Another mention has made the row something that has no such relationship.
    let hasRelationship =
      rows[id].map { model.graph.relationship(statement.relationship.name, of: $0.entity) != nil } ?? false
    switch statement.value {
    case .toOne(let value):
      // The record it is embedded in says what is linked, or its own key does.
      let isOverruled =
        statement.isOverruled && model.isSame(statement.relationship, as: embedding?.relationship)
      if isOverruled || !hasRelationship || model.isKeyPart(statement.relationship, table: id.table) {
        guard case .record(let mention) = value else { return [] }
        return [identity(of: mention)]
      }
      return link(value, of: id, statement.relationship, isAnew: isAnew)
    case .list(let list):
      if !hasRelationship {
        return list.items.compactMap { item in
          if case .record(let mention) = item { identity(of: mention) } else { nil }
        }
      }
      return link(list, of: id, statement.relationship, isAnew: isAnew, embedding: embedding)
    }
  }

  private mutating func link(
    _ value: Mention.ToOne, of id: RowID, _ relationship: Schema.Relationship, isAnew: Bool
  ) -> [RowID] {
    let before = pointer(id, relationship)
    // "Leads to one of several": where it leads to one, it does not lead to the others.
    let others = model.others(of: relationship).map { ($0, pointer(id, $0)) }
    let table = model.table(of: relationship.target)
    var target: Key?
    var isKey = false
    var places: [RowID] = []
    switch value {
    case .null(let isForeignKey): isKey = isForeignKey
    case .key(let key):
      target = key
      isKey = true
      named.insert(RowID(table: table, key: key))
      nameParts(of: RowID(table: table, key: key))
    case .record(let mention):
      if mention.key == nil, relationship.mergePolicy != .merge || isAnew, let before,
        rows[RowID(table: table, key: before)] != nil
      {
        places = [RowID(table: table, key: before)]
      } else {
        places = [identity(of: mention)]
      }
      disowned.remove(places[0])
      // "A tombstone in a to-one is as `null`."
      target = mention.isTombstone && !survey.stale.contains(mention.path) ? nil : places[0].key
    }
    point(id, relationship, to: target)
    claim(target, of: id, relationship)
    leaveFormer(relationship, before, target, isKeysOnly: isKey, isAnew: isAnew, of: id)
    for (other, before) in others {
      point(id, other, to: nil)
      claim(nil, of: id, other)
      leaveFormer(other, before, nil, isKeysOnly: isKey, isAnew: isAnew, of: id)
    }
    return places
  }

  /// Makes what a to-one relationship led to leave.
  private mutating func leaveFormer(
    _ relationship: Schema.Relationship, _ before: Key?, _ target: Key?, isKeysOnly isKey: Bool, isAnew: Bool,
    of id: RowID
  ) {
    let now = before
    let table = model.table(of: relationship.target)
    // What was linked before the import leaves by a list of records even if keys alone have unlinked it further up:
    // "where in the document something was said makes no difference".
    let slot = Slot(row: id, relationship: relationship.name)
    let first = pointersBefore[slot]?.key
    let hadLink = base[id].map { model.graph.relationship(relationship.name, of: $0.entity) != nil } ?? false
    for before in Set([before, first].compactMap { $0 }) where before != target {
      // Nothing was linked to a row that was not here, or had no such relationship: a partner that waited for it does not
      // leave.
      let hasWaited = target == nil && waited[slot] == before
      if !hadLink, !model.isKeyless(relationship.target) || hasWaited { continue }
      let item = RowID(table: table, key: before)
      if before != now, hasNewPlace(item) { continue }
      leave(RowID(table: table, key: before), relationship, isKeysOnly: isKey, isAnew: isAnew, of: id)
    }
  }

  /// Whether the row that a relationship has lost leaves: by its policy, and with its owner in any case where it is the
  /// owner's own.
  private mutating func leave(
    _ item: RowID, _ relationship: Schema.Relationship, isKeysOnly: Bool, isAnew: Bool, of id: RowID
  ) {
    // A row without a key has its place before the record that gives it is looked at.
    guard rows[item] != nil || model.isKeyless(item.table), let row = rows[id] else { return }
    // "A link to a row that is not of the entity asked for waits": nothing was linked.
    if let entity = rows[item]?.entity, !model.entity(entity, is: relationship.target) { return }
    let isOwned =
      isAnew
      ? model.owns(relationship, of: row.entity) : model.ownsKeyless(relationship, of: row.entity)
    if isOwned || !isKeysOnly && relationship.deletesWhatLeaves { markLeaving(item) }
  }

  /// Whether the document has embedded a row without a key elsewhere since.
  private func hasNewPlace(_ item: RowID) -> Bool {
    model.isKeyless(item.table) && named.contains(item) && !disowned.contains(item)
  }

  /// A row without a key that the document embedded further up is nobody's when it leaves: it does not stay for having
  /// been there. One that is a record at the root does.
  mutating func markLeaving(_ item: RowID) {
    leaving[item] = current
    if model.isKeyless(item.table), !atRoot.contains(item) { disowned.insert(item) }
  }

  private mutating func link(
    _ list: Mention.List, of id: RowID, _ relationship: Schema.Relationship, isAnew: Bool,
    embedding: Embedding?
  ) -> [RowID] {
    var places: [RowID] = []
    var rank = ListRanks(
      isOrdered: relationship.isOrdered, isMerge: relationship.mergePolicy == .merge && !isAnew,
      linked: positions(id, relationship))
    if rank.isMerge, relationship.isOrdered { report.hasAppended = true }
    var free = rowsWithoutKey(id, relationship)
    for item in list.items {
      var target: RowID
      switch item {
      case .spared(let key):
        // "`ordered` keeps the JSON order": an item that is left out still counts as named.
        let isLinked = relationship.isOrdered && positions(id, relationship).keys.contains(key)
        if isLinked, rank.places[key] == nil { link(key, id, relationship, position: rank.place(of: key)) }
        continue
      case .key(let key):
        target = RowID(table: model.table(of: relationship.target), key: key)
        named.insert(target)
        nameParts(of: target)
      case .record(let mention):
        // Under `Replace` the items meet the rows linked there one by one in their order.
        if mention.key == nil, relationship.mergePolicy != .merge || isAnew, !free.isEmpty {
          target = free.removeFirst()
        } else {
          target = identity(of: mention)
        }
        places.append(target)
        disowned.remove(target)
        if mention.isTombstone, !survey.stale.contains(mention.path) { continue }
      }
      // An item named twice stands where it stood first.
      if rank.places[target.key] != nil { continue }
      link(target.key, id, relationship, position: rank.place(of: target.key))
    }
    var kept = list.spared.union(rank.places.keys)
    // "The link under which a record is embedded stands against what that record itself says of the other side."
    if let embedding, embedding.relationship == relationship.name { kept.insert(embedding.parent.key) }
    claims.list(
      id, relationship.name, isWhole: relationship.mergePolicy != .merge, kept: kept, places: rank.places,
      isKeyless: isOfKeyless(Slot(row: id, relationship: relationship.name)))
    for key in rank.places.keys { noteKind(key, relationship) }
    guard relationship.mergePolicy != .merge || isAnew, !list.isIncomplete else { return places }
    let linked = Set(positions(id, relationship).keys)
    for key in linked.union(itemsBefore(id, relationship)) where !kept.contains(key) {
      let item = RowID(table: model.table(of: relationship.target), key: key)
      if !linked.contains(key), hasNewPlace(item) { continue }
      leave(item, relationship, isKeysOnly: list.isKeysOnly, isAnew: isAnew, of: id)
      if linked.contains(key) { unlink(key, id, relationship) }
    }
    return places
  }

  /// The rows without a key that are linked to a parent, in the order of the list; those without a place come last.
  private func rowsWithoutKey(_ id: RowID, _ relationship: Schema.Relationship) -> [RowID] {
    guard model.isKeyless(relationship.target) else { return [] }
    let places = positions(id, relationship)
    return items(id, relationship).sorted { one, other in
      let (first, second) = (places[one.key] ?? nil, places[other.key] ?? nil)
      if first != second { return (first ?? .max) < (second ?? .max) }
      guard case .integer(let first)? = one.key.first, case .integer(let second)? = other.key.first else {
        return false
      }
      return first < second
    }
  }
}

/// The places of the items of an ordered list.
struct ListRanks {
  let isOrdered: Bool
  /// Whether items that are linked already keep their places as far as the order of the JSON allows.
  let isMerge: Bool
  var linked: [Key: Int?]
  var places: [Key: Int?] = [:]
  private var last = -1

  init(isOrdered: Bool, isMerge: Bool, linked: [Key: Int?]) {
    self.isOrdered = isOrdered
    self.isMerge = isMerge
    self.linked = linked
  }

  mutating func place(of key: Key) -> Int? {
    guard isOrdered else {
      places[key] = .some(nil)
      return nil
    }
    var position = places.count
    if isMerge {
      if let current = linked[key] ?? nil, current > last {
        position = current
      } else {
        position = max(linked.values.compactMap { $0 }.max() ?? -1, last) + 1
      }
      last = position
      linked[key] = .some(position)
    }
    places[key] = position
    return position
  }
}

extension Schema.Relationship {
  /// Whether rows that leave the relationship are deleted in the end, unless something keeps them.
  var deletesWhatLeaves: Bool {
    switch mergePolicy {
    case .replace: true
    case .merge: false
    case .mergeAndPrune: prune == .delete
    }
  }
}
