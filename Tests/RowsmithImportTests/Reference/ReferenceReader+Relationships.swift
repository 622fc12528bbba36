import Rowsmith

extension ReferenceReader {
  /// What an object says of its relationships, in the order of its keys.
  mutating func readRelationships(_ item: Item, _ mention: inout Mention, _ place: Place) throws {
    var found: [(order: [Int], statement: Mention.Statement)] = []
    for declared in model.graph.relationships(of: mention.entity) {
      guard let relationship = spoken(declared, item), let said = relationshipValue(item, relationship)
      else { continue }
      if relationship.cardinality == .toOne, model.isSame(relationship, as: place.parent?.relationship) {
        // The record it is embedded in says what is linked; an object that is here too is a record all the same.
        let value: Mention.ToOne?
        if said.found.value.isObject, !said.isForeignKey {
          value = try toOne(item, relationship, ownKey: nil)
        } else {
          value = try? toOne(item, relationship, ownKey: nil)
        }
        guard let value else { continue }
        // Null where a link is required says nothing: it is not asked of the record it is embedded in.
        if case .null = value, model.isRequired(relationship, in: mention.entity) { continue }
        found.append(
          (said.found.order, .init(relationship: relationship, value: .toOne(value), isOverruled: true)))
      } else if relationship.cardinality == .toOne {
        guard let value = try toOne(item, relationship, ownKey: mention.key, isOwner: true) else { continue }
        try checkRequired(value, relationship, item, entity: mention.entity)
        found.append((said.found.order, .init(relationship: relationship, value: .toOne(value))))
      } else {
        let list = try list(
          said.found, isForeignKey: said.isForeignKey, relationship, of: mention.entity, parent: mention.key,
          record: item.path)
        found.append((said.found.order, .init(relationship: relationship, value: .list(list))))
      }
    }
    mention.statements = found.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.statement)
  }

  private func checkRequired(
    _ value: Mention.ToOne, _ relationship: Schema.Relationship, _ item: Item, entity: String
  ) throws {
    guard model.isRequired(relationship, in: entity), value.isNothing else { return }
    throw bad(item, .invalidValue, "\(entity).\(relationship.name) is null")
  }

  /// The value of a relationship. Null where records may stand gives way to a key where only keys may stand, as an
  /// alternate does: "the first that is present and not null counts".
  func relationshipValue(
    _ item: Item, _ relationship: Schema.Relationship
  ) -> (found: Item.Found, isForeignKey: Bool)? {
    let embedded = item.find(relationship.importPaths)
    if let embedded, embedded.value != .null { return (embedded, false) }
    let foreign = item.find(relationship.foreignKeyPaths)
    if let foreign, foreign.value != .null { return (foreign, true) }
    return embedded.map { ($0, false) } ?? foreign.map { ($0, true) }
  }

  mutating func toOne(
    _ item: Item, _ relationship: Schema.Relationship, ownKey: Key?, isOwner: Bool = false
  ) throws -> Mention.ToOne? {
    guard let said = relationshipValue(item, relationship) else { return nil }
    return try toOne(
      said.found, isForeignKey: said.isForeignKey, relationship, ownKey: ownKey, isOwner: isOwner,
      record: item.path)
  }

  mutating func toOne(
    _ found: Item.Found, isForeignKey: Bool, _ relationship: Schema.Relationship, ownKey: Key?,
    isOwner: Bool = true, record: String?
  ) throws -> Mention.ToOne? {
    if found.value == .null { return .null(isForeignKey: isForeignKey) }
    guard found.value.isObject, !isForeignKey else {
      return .key(try readKey(found.value, of: relationship.target, path: found.path, record: record))
    }
    if skips.contains(found.path) {
      _ = nameSkipped(Item(value: found.value, path: found.path), as: relationship.target, Place())
      return nil
    }
    var place = Place()
    place.isEmbedded = true
    place.overwrites = relationship.mergePolicy == .replace
    if let inverse = model.oneToOneInverse(of: relationship), isOwner {
      place.parent = (inverse.name, ownKey)
    }
    switch try self.record(Item(value: found.value, path: found.path), as: relationship.target, place) {
    case .key(let key): return .key(key)
    case .record(let mention): return .record(mention)
    }
  }

  /// The value of a to-many relationship.
  mutating func list(
    _ found: Item.Found, isForeignKey: Bool, _ relationship: Schema.Relationship, of entity: String,
    parent: Key?, record: String?
  ) throws -> Mention.List {
    let items = try items(found, isForeignKey: isForeignKey, relationship, record: record)
    let takesScalars = !isForeignKey && model.hasValueAttribute(relationship.target)
    var list = Mention.List()
    var hasRecords = false
    for item in items {
      guard item.value.isObject ? !isForeignKey : item.isLoneValue && takesScalars else {
        list.items.append(
          .key(try readKey(item.value, of: relationship.target, path: item.path, record: record)))
        continue
      }
      var place = Place()
      place.isEmbedded = true
      place.overwrites = relationship.mergePolicy == .replace
      if let inverse = model.inverseToOne(relationship) { place.parent = (inverse.name, parent) }
      var asked = relationship.target
      if let oneOf = relationship.oneOf, item.value.isObject {
        guard let chosen = self.entity(item, oneOf) else {
          unlistedKinds[model.qualifiedName(relationship, in: entity), default: 0] += 1
          hasRecords = true
          continue
        }
        asked = chosen
        place.isChosen = true
      }
      if skips.contains(item.path) {
        hasRecords = true
        if let key = nameSkipped(item, as: asked, place) {
          list.spared.insert(key)
          list.items.append(.spared(key))
        } else {
          list.isIncomplete = true
        }
        continue
      }
      switch try self.record(item, as: asked, place) {
      case .key(let key): list.items.append(.key(key))
      case .record(let mention):
        hasRecords = true
        list.items.append(.record(mention))
      }
    }
    list.isKeysOnly = isForeignKey || (!list.items.isEmpty && !hasRecords)
    return list
  }

  /// The entity that a mixed collection finds for an object; nil where the value is not listed, or missing.
  func entity(_ item: Item, _ oneOf: Schema.OneOf) -> String? {
    guard case .string(let name)? = item.find(oneOf.discriminator)?.value else { return nil }
    return oneOf.values.first { $0.name == name }?.entity
  }

  func items(
    _ found: Item.Found, isForeignKey: Bool, _ relationship: Schema.Relationship, record: String?
  ) throws -> [Item] {
    switch found.value {
    case .null: return []
    case .array(let values): return ReferenceReader.arrayItems(values, path: found.path)
    case .object(let members):
      if isForeignKey {
        throw ReferenceFailure(
          reason: .invalidValue, message: "\(relationship.name): expected keys", path: found.path,
          record: record)
      }
      if relationship.isKeyed { return ReferenceReader.mapItems(members, path: found.path) }
      return [Item(value: found.value, path: found.path)]
    case .bool, .number, .string: return [Item(value: found.value, path: found.path)]
    }
  }

  static func arrayItems(_ values: [Tree], path: String) -> [Item] {
    values.enumerated().map { Item(value: $1, path: "\(path)[\($0)]", index: $0) }
  }

  static func mapItems(_ members: [Tree.Member], path: String) -> [Item] {
    members.map { member in
      let step = Int(member.key) == nil ? ".\(member.key)" : "[\(member.key)]"
      return Item(value: member.value, path: path + step, mapKey: member.key)
    }
  }
}

extension Mention.ToOne {
  /// Whether it leads nowhere: "a tombstone in a to-one is as `null`".
  var isNothing: Bool {
    switch self {
    case .null: true
    case .key: false
    case .record(let mention): mention.isTombstone
    }
  }
}
