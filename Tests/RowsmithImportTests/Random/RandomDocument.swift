import RowsmithSchema

/// Makes documents for a model: few keys, so that records collide, move and contradict each other.
struct RandomDocument {
  var random: SplitMix64
  let model: ReferenceModel
  /// How many of a hundred values are wrong.
  let dirt: Int
  /// Whether there are more keys and longer lists, but less inside one another.
  let isWide: Bool
  let features: RandomFeatures
  /// The records so far, by what they are.
  private var said: [String: [Tree]] = [:]

  init(random: SplitMix64, model: ReferenceModel, dirt: Int, isWide: Bool, features: RandomFeatures) {
    self.random = random
    self.model = model
    self.dirt = dirt
    self.isWide = isWide
    self.features = features
  }

  /// Records of an entity, as they stand in an array.
  mutating func records(_ entity: String, upTo count: Int = 4) -> [Tree] {
    (0..<random.below(count + 1)).map { _ in record(entity, depth: isWide ? 1 : 3) }
  }

  /// A record, or one of the same kind that was in the document before.
  mutating func record(
    _ asked: String, depth: Int, isInMap: Bool = false, parent: String? = nil, isEmbedded: Bool = false
  ) -> Tree {
    let kind = "\(asked) \(isInMap) \(parent ?? "")"
    if let said = said[kind], random.chance(20) { return random.pick(said) }
    var record = newRecord(asked, depth: depth, isInMap: isInMap, parent: parent)
    if features.contains(.stubs), isEmbedded, random.chance(12) { record = keyAlone(record, asked) }
    if random.chance(isEmbedded ? 4 : 9) { record = deleted(record, asked) }
    said[kind, default: []].append(record)
    return record
  }

  /// What is left of a record when it says no more than its key.
  private func keyAlone(_ record: Tree, _ asked: String) -> Tree {
    guard case .object(let members) = record, let root = model.graph.root(of: asked) else { return record }
    let parts =
      root.attributes.filter { root.primaryKey.contains($0.name) }.flatMap(\.importPaths)
      + root.relationships.filter { root.primaryKey.contains($0.name) }.flatMap {
        $0.importPaths + $0.foreignKeyPaths
      } + root.discriminator
    let keys = parts.compactMap { if case .keys(let keys) = $0, keys.count == 1 { keys[0] } else { nil } }
    return .object(members.filter { keys.contains($0.key) })
  }

  /// The record as the server says that it is deleted.
  private mutating func deleted(_ record: Tree, _ asked: String) -> Tree {
    guard case .object(let members) = record, let sign = model.graph.root(of: asked)?.deletedWhen.first else {
      return record
    }
    var object = TreeBuilder(members: members)
    if random.chance(60), case .object(let members) = keyAlone(record, asked) { object.members = members }
    let value: Tree =
      sign.values.isEmpty ? random.pick([true, "yes", 1, ["x"]]) : random.pick(["gone", 1, true])
    object.put(sign.path, value)
    return object.tree
  }

  private mutating func newRecord(_ asked: String, depth: Int, isInMap: Bool, parent: String?) -> Tree {
    var object = TreeBuilder()
    let family = model.graph.descendants(of: asked).map(\.name)
    var entity = asked
    if model.isFamily(asked), random.chance(45) {
      entity = random.pick(family)
      // Left out, what the object says is read as the entity asked for.
      if random.chance(90) { object.put(["kind"], .string(random.chance(dirt) ? "Zebu" : spelled(entity))) }
    }
    let root = model.graph.root(of: entity)
    if let sign = root?.deletedWhen.first, random.chance(15) {
      object.put(
        sign.path, sign.values.isEmpty ? random.pick([false, nil, 0, ""]) : random.pick(["here", 0, nil]))
    }
    for attribute in model.graph.attributes(of: entity) {
      let isKey = root?.primaryKey.contains(attribute.name) ?? false
      put(attribute, isKey: isKey, isInMap: isInMap, in: &object)
    }
    for relationship in model.graph.relationships(of: entity) {
      let isKey = root?.primaryKey.contains(relationship.name) ?? false
      let parts = model.parts(of: relationship)
      if parts.first?.name != relationship.name { continue }
      let isMine = model.isSame(relationship, as: parent)
      let isNeeded = (isKey || model.isRequired(relationship, in: entity)) && !isMine
      let share = isNeeded ? 100 - dirt : (isMine ? 20 : (depth > 0 ? 42 : 0))
      // Rule 6 does not say whether an item without a key is the record in which its list is embedded.
      if isMine, model.isKeyless(relationship.target) { continue }
      // A ring of required relationships would have no end.
      guard random.chance(share), depth > -2 else { continue }
      if relationship.choice != nil {
        putChoice(random.pick(parts), isNeeded: isNeeded, depth: depth, in: &object)
      } else if relationship.cardinality == .toOne {
        putToOne(relationship, isNeeded: isNeeded, depth: depth, in: &object)
      } else {
        putToMany(relationship, depth: depth, in: &object)
      }
    }
    removeSelfLoops(entity, from: &object)
    if random.chance(5) { object.put(["stranger"], random.pick([1, nil, ["x": [1, 2]], "y"])) }
    if random.chance(50) { object.members.shuffle(using: &random) }
    if random.chance(2), let member = object.members.first { object.members.append(member) }
    return object.tree
  }

  /// How the discriminator spells an entity.
  private func spelled(_ entity: String) -> String {
    model.graph.root(of: entity)?.discriminatorValues.first { $0.entity == entity }?.name ?? entity
  }

  /// An object of a mixed collection; the other name stands for a kind that the model does not know.
  mutating func mixed(_ oneOf: Schema.OneOf, depth: Int, parent: String? = nil, isEmbedded: Bool = false)
    -> Tree
  {
    let choice = random.pick(oneOf.values)
    let record = record(choice.entity, depth: depth, parent: parent, isEmbedded: isEmbedded)
    guard case .object(let members) = record else { return record }
    var object = TreeBuilder(members: members)
    if random.chance(7) { return object.tree }
    object.put(
      random.chance(80) ? path([oneOf.discriminator[0]]) : path(oneOf.discriminator),
      .string(random.chance(5) ? "unknown" : choice.name))
    return object.tree
  }

  /// A record that is its own partner contradicts itself as soon as it says more: not what is tried here.
  private func removeSelfLoops(_ entity: String, from object: inout TreeBuilder) {
    let key = model.graph.attribute("id", of: entity)?.importPaths ?? []
    let own = Item(value: object.tree, path: "").find(key)?.value
    for relationship in model.toOnes(of: entity) where model.oneToOneInverse(of: relationship) != nil {
      guard model.table(of: relationship.target) == model.table(of: entity) else { continue }
      for path in relationship.importPaths + relationship.foreignKeyPaths {
        guard let found = Item(value: object.tree, path: "").find([path]), case .keys(let keys) = path else {
          continue
        }
        let target = found.value.isObject ? Item(value: found.value, path: "").find(key)?.value : found.value
        if own == nil || target == own { object.put(keys, nil) }
      }
    }
  }

  private mutating func put(
    _ attribute: Schema.Attribute, isKey: Bool, isInMap: Bool, in object: inout TreeBuilder
  ) {
    var share = attribute.isOptional || attribute.defaultValue != nil ? 55 : 100 - dirt
    if isKey { share = isInMap ? 40 : 100 - dirt }
    if attribute.name == "stamp" { share = 75 }
    if attribute.isLocal { share = 15 }
    guard random.chance(share) else { return }
    let paths = attribute.importPaths.compactMap { path -> [String]? in
      if case .keys(let keys) = path { keys } else { nil }
    }
    guard !paths.isEmpty else { return }
    var value = value(attribute.type, isKey: isKey)
    if attribute.name == "stamp" { value = .number(String(1 + random.below(4))) }
    if random.chance(attribute.isOptional ? 10 : dirt) { value = nil }
    if random.chance(dirt) { value = random.pick([[1], ["x": 1], true, "zz", 7, .number("1.5")]) }
    let first = random.pick(paths)
    object.put(first, value)
    if random.chance(8), let other = paths.last, other != first {
      object.put(other, random.chance(30) ? nil : self.value(attribute.type, isKey: isKey))
    }
  }

  private mutating func value(_ type: Schema.AttributeType, isKey: Bool) -> Tree {
    guard case .scalar(let scalar) = type else { return nil }
    switch scalar {
    case .int:
      return .number(
        isKey ? String(1 + random.below(isWide ? 30 : 4)) : random.pick(["0", "1", "-2", "3.0"]))
    case .double: return .number(random.pick(["0.5", "1.5", "-2.25", "3"]))
    case .bool: return random.pick([true, false, 1, 0])
    case .date: return random.pick(["2001-02-03T04:05:06Z", "1999-12-31T23:59:59Z", 3661])
    case .decimal: return random.pick(["0.25", .number("0.25"), .number("-3.75"), "12"])
    case .enumeration: return random.pick(["calm", "wild", "odd"])
    default: return .string(random.pick(isKey ? ["a", "b", "c", "d"] : ["p", "q", ""]))
    }
  }

  /// A key of an entity that is named by one value.
  mutating func key(of entity: String) -> Tree? {
    guard let root = model.graph.root(of: entity), root.primaryKey.count == 1,
      let attribute = root.attributes.first(where: { root.primaryKey == [$0.name] })
    else { return nil }
    return random.chance(dirt) ? random.pick([true, ["x"], "zz"]) : value(attribute.type, isKey: true)
  }

  mutating func path(_ paths: [Schema.ImportPath]) -> [String] {
    if case .keys(let keys) = random.pick(paths) { keys } else { [] }
  }

  private mutating func putToOne(
    _ relationship: Schema.Relationship, isNeeded: Bool, depth: Int, in object: inout TreeBuilder
  ) {
    let embedded = path(relationship.importPaths)
    if random.chance(isNeeded ? dirt : 12) { return object.put(embedded, nil) }
    if let key = key(of: relationship.target), depth <= 0 || random.chance(45) {
      let isForeign = !relationship.foreignKeyPaths.isEmpty && random.chance(60)
      return object.put(isForeign ? path(relationship.foreignKeyPaths) : embedded, key)
    }
    object.put(
      embedded, record(relationship.target, depth: depth - 1, parent: relationship.inverse, isEmbedded: true))
  }

  private mutating func putToMany(
    _ relationship: Schema.Relationship, depth: Int, in object: inout TreeBuilder
  ) {
    let embedded = path(relationship.importPaths)
    let isForeign = !relationship.foreignKeyPaths.isEmpty && random.chance(40)
    object.put(
      isForeign ? path(relationship.foreignKeyPaths) : embedded,
      toMany(relationship, depth: depth, isForeign: isForeign))
  }

  /// The value of a to-many relationship.
  mutating func toMany(_ relationship: Schema.Relationship, depth: Int, isForeign: Bool = false) -> Tree {
    if random.chance(7) { return nil }
    if random.chance(10) { return [] }
    let canBeKeys = key(of: relationship.target) != nil
    let style = isForeign ? 0 : random.below(canBeKeys ? 10 : 6) + (canBeKeys ? 0 : 4)
    let isMap = relationship.isKeyed && !isForeign && random.chance(70)
    var items: [Tree] = []
    for _ in 0..<(1 + random.below(isWide ? 9 : 3)) {
      let isKey = style < 3 || (style == 3 && random.chance(50))
      if isKey, !isMap, let key = key(of: relationship.target) {
        items.append(key)
      } else if let oneOf = relationship.oneOf {
        items.append(mixed(oneOf, depth: depth - 1, parent: relationship.inverse, isEmbedded: true))
      } else {
        items.append(
          record(
            relationship.target, depth: depth - 1, isInMap: isMap, parent: relationship.inverse,
            isEmbedded: true))
      }
    }
    if random.chance(dirt / 2) { items.append(random.pick([nil, []])) }
    if isMap { return map(items, of: relationship.target) }
    if items.count == 1, random.chance(10) {
      return relationship.isKeyed && items[0].isObject ? .array(items) : items[0]
    }
    return .array(items)
  }

  /// An object whose keys are primary keys.
  mutating func map(_ items: [Tree], of entity: String) -> Tree {
    var members: [Tree.Member] = []
    for item in items {
      let text: String
      switch key(of: entity) {
      case .string(let key)?, .number(let key)?: text = key
      default: text = "x"
      }
      guard !members.contains(where: { $0.key == text }) else { continue }
      members.append(.init(key: text, value: item))
    }
    return .object(members)
  }
}
