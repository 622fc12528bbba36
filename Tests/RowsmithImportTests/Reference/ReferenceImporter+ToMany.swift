import Rowsmith

/// What a record says of a to-many relationship.
struct ToManyValue {
  var found: Item.Found
  /// Whether it stands where only keys may stand.
  var isForeignKey: Bool
  /// The JSON path of the record that holds it.
  var record: String?
}

extension ReferenceImporter {
  func toManyValue(_ item: Item, _ relationship: Schema.Relationship) -> ToManyValue? {
    if let found = item.find(relationship.importPaths) {
      return ToManyValue(found: found, isForeignKey: false, record: item.path)
    }
    return item.find(relationship.foreignKeyPaths).map {
      ToManyValue(found: $0, isForeignKey: true, record: item.path)
    }
  }

  func arrayItems(_ values: [Tree], path: String) -> [Item] {
    values.enumerated().map { Item(value: $1, path: "\(path)[\($0)]", index: $0) }
  }

  func mapItems(_ members: [Tree.Member], path: String) -> [Item] {
    members.map { member in
      let step = Int(member.key) == nil ? ".\(member.key)" : "[\(member.key)]"
      return Item(value: member.value, path: path + step, mapKey: member.key)
    }
  }

  private func items(_ list: ToManyValue, _ relationship: Schema.Relationship) throws -> [Item] {
    let failure = ReferenceFailure(
      reason: .invalidValue, message: "\(relationship.name): expected keys", path: list.found.path,
      record: list.record)
    switch list.found.value {
    case .null: return []
    case .array(let values): return arrayItems(values, path: list.found.path)
    case .object(let members):
      if list.isForeignKey { throw failure }
      if relationship.isKeyed { return mapItems(members, path: list.found.path) }
      return [Item(value: list.found.value, path: list.found.path)]
    case .bool, .number, .string: return [Item(value: list.found.value, path: list.found.path)]
    }
  }

  mutating func importToMany(
    _ list: ToManyValue, of parent: RowID, _ relationship: Schema.Relationship
  ) throws {
    let items = try items(list, relationship)
    let takesScalars = !list.isForeignKey && model.hasValueAttribute(relationship.target)
    let isRecord = { (item: Item) in
      item.value.isObject ? !list.isForeignKey : item.isLoneValue && takesScalars
    }
    let isKeysOnly = list.isForeignKey || (!items.isEmpty && !items.contains(where: isRecord))
    var walk = ItemWalk(last: -1)
    let embedding = inverseToOne(relationship).map {
      RecordContext.Embedding(relationship: $0.name, parent: parent.key)
    }
    for item in items {
      guard isRecord(item) else {
        let key = try readKey(
          item.value, of: relationship.target, path: item.path, record: list.record)
        // A key that is named again makes the link again; but where there is an order, its first place counts.
        if embedding == nil, relationship.isOrdered, walk.places[key] != nil { continue }
        let position = place(key, parent, relationship, &walk)
        try link(key, parent, relationship, position: position)
        continue
      }
      if skips.contains(item.path) {
        if let key = nameSkipped(item, as: relationship.target, embedding: embedding) {
          walk.spared.insert(key)
        } else {
          walk.isIncomplete = true
        }
        continue
      }
      var context = RecordContext()
      context.isReplaceItem = relationship.mergePolicy == .replace
      context.embedding = embedding
      let key = try readKey(item, as: relationship.target, embedding: embedding)
      context.key = model.isKeyless(relationship.target) ? key : nil
      if embedding != nil {
        context.embedding?.position = place(key, parent, relationship, &walk)
        _ = try importRecord(item, as: relationship.target, context)
        continue
      }
      _ = try importRecord(item, as: relationship.target, context)
      guard walk.places[key] == nil else { continue }
      try link(key, parent, relationship, position: place(key, parent, relationship, &walk))
    }
    guard relationship.mergePolicy != .merge, !walk.isIncomplete else { return }
    let kept = walk.spared.union(walk.places.keys)
    try unlink(parent, relationship, keeping: kept, isKeysOnly: isKeysOnly)
  }

  /// The items so far, and the places of those that have one.
  struct ItemWalk {
    var places: [Key: Int?] = [:]
    var last: Int
    /// Items that were left out: they have no place, but stay linked if they are.
    var spared: Set<Key> = []
    /// Whether an item was left out whose key could not be read.
    var isIncomplete = false
  }

  /// The place of an item, if the relationship is ordered; an item named twice stands where it stood first.
  private func place(
    _ key: Key, _ parent: RowID, _ relationship: Schema.Relationship, _ walk: inout ItemWalk
  ) -> Int? {
    if let place = walk.places[key] { return place }
    guard relationship.isOrdered else {
      walk.places[key] = .some(nil)
      return nil
    }
    var position = walk.places.count
    if relationship.mergePolicy == .merge {
      let linked = positions(parent, relationship)
      if let current = linked[key] ?? nil, current > walk.last {
        position = current
      } else {
        position = max(linked.values.compactMap { $0 }.max() ?? -1, walk.last) + 1
      }
      walk.last = position
    }
    walk.places[key] = position
    return position
  }

  func inverseToOne(_ relationship: Schema.Relationship) -> Schema.Relationship? {
    model.graph.inverse(of: relationship).flatMap { $0.cardinality == .toOne ? $0 : nil }
  }
}
