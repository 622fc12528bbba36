import RowsmithSchema

/// Makes models as the model compiler would: inverses set on both sides, keys repeated in children.
struct RandomModel {
  private var random: SplitMix64
  private var entities: [Schema.Entity] = []
  private var nameCount = 0
  private let features: RandomFeatures

  static func make(_ seed: UInt64, _ features: RandomFeatures) -> Schema {
    var maker = RandomModel(random: SplitMix64(seed: seed), features: features)
    return maker.make()
  }

  private init(random: SplitMix64, features: RandomFeatures) {
    self.random = random
    self.features = features
  }

  private mutating func make() -> Schema {
    let names = ["Ant", "Bee", "Cat", "Dog", "Elk", "Fox"].prefix(2 + random.below(5))
    for name in names {
      if let parent = entities.last(where: { $0.name != name }), random.chance(18) {
        addChild(name, of: parent.name)
      } else {
        addRoot(name)
      }
    }
    for _ in 0..<(1 + random.below(5)) { addRelationships() }
    if random.chance(25) { addChain(.cascade) }
    if features.contains(.keyless), random.chance(20) { addChain(nil) }
    if features.contains(.choices), random.chance(40) { addChoice() }
    repeatOfRoots()
    var members: [Schema.Document.Member] = []
    for entity in entities where random.chance(60) {
      members.append(
        .init(
          path: random.chance(25) ? ["data", entity.name.lowercased()] : [entity.name.lowercased()],
          entity: entity.name, shape: isSingleKeyed(entity.name) && random.chance(20) ? .keyed : .array))
    }
    if features.contains(.mixed), random.chance(30) {
      let chosen = entities.shuffled(using: &random).prefix(1 + random.below(3))
      members.append(
        .init(path: ["mixed"], entity: chosen[0].name, shape: .array, oneOf: choice(chosen.map(\.name))))
    }
    return Schema(
      name: "Random", enumerations: [.init(name: "Mood", values: ["calm", "wild"])], entities: entities,
      documents: [.init(name: "all", members: members)])
  }

  private mutating func choice(_ entities: [String]) -> Schema.OneOf {
    Schema.OneOf(
      discriminator: random.chance(80) ? [.key("sort")] : [.key("sort"), .keys(["info", "sort"])],
      values: entities.map { .init(random.chance(50) ? $0 : $0.lowercased() + "s", $0) })
  }

  /// A row of owners: by `Cascade`, or of rows without a key.
  private mutating func addChain(_ rule: Schema.DeleteRule?) {
    var chain = entities.filter { $0.parent == nil }.map(\.name).shuffled(using: &random)
    if rule == nil {
      chain = Array(chain.filter { !isKeyless($0) }.prefix(1))
      for suffix in ["Kit", "Kid", "Kin"].prefix(2 + random.below(2)) {
        var entity = Schema.Entity(name: suffix)
        entity.attributes = [attribute()]
        if let entry = entities.first(where: { $0.name == suffix }) {
          entity = entry
        } else {
          entities.append(entity)
        }
        chain.append(suffix)
      }
    }
    for (owner, item) in zip(chain, chain.dropFirst()).prefix(3) {
      let before = entities
      if random.chance(50) {
        addPair(owner, .toMany, item, .toOne)
      } else {
        add(relationship(name("r"), to: item, random.chance(70) ? .toMany : .toOne), to: owner)
      }
      guard let rule else { continue }
      let old = Set(before[index(owner)].relationships.map(\.name))
      for place in entities[index(owner)].relationships.indices
      where !old.contains(entities[index(owner)].relationships[place].name) {
        entities[index(owner)].relationships[place].deleteRule = rule
      }
    }
  }

  /// What entities of a family say as their root does.
  private mutating func repeatOfRoots() {
    for place in entities.indices where entities[place].parent != nil {
      let root = root(entities[place].name)
      entities[place].deletedWhen = root.deletedWhen
      entities[place].modificationAttribute = root.modificationAttribute
    }
    for place in entities.indices where !entities[place].discriminator.isEmpty {
      guard features.contains(.mapped), random.chance(35) else { continue }
      let family = SchemaGraph(Schema(name: "", entities: entities)).descendants(of: entities[place].name)
      entities[place].discriminatorValues = family.map { .init($0.name.lowercased(), $0.name) }
    }
  }

  private mutating func name(_ prefix: String) -> String {
    nameCount += 1
    return "\(prefix)\(nameCount)"
  }

  private func index(_ entity: String) -> Int { entities.firstIndex { $0.name == entity } ?? 0 }

  private func root(_ entity: String) -> Schema.Entity {
    SchemaGraph(Schema(name: "", entities: entities)).root(of: entity) ?? entities[0]
  }

  private func isSingleKeyed(_ entity: String) -> Bool { root(entity).primaryKey.count == 1 }

  private func isKeyless(_ entity: String) -> Bool { root(entity).primaryKey.isEmpty }

  private mutating func addRoot(_ name: String) {
    var entity = Schema.Entity(name: name)
    let parents = entities.filter { isSingleKeyed($0.name) && $0.parent == nil }
    switch random.below(100) {
    case 0..<40: addKey(.int, "id", to: &entity)
    case 40..<65: addKey(.string, "id", to: &entity)
    case 65..<75:
      addKey(.string, "code", to: &entity)
      addKey(.int, "number", to: &entity)
    case 75..<88 where !parents.isEmpty:
      addKey(.int, "line", to: &entity)
      entities.append(entity)
      addParent(random.pick(parents).name, to: name)
      entity = entities.removeLast()
    case 75..<88: addKey(.int, "id", to: &entity)
    default: break
    }
    for _ in 0..<(1 + random.below(3)) { entity.attributes.append(attribute()) }
    if features.contains(.local), random.chance(15) {
      let own = self.name("own")
      entity.attributes.append(
        .init(
          name: own, type: .scalar(.string), isOptional: true, importPaths: [.key(own)], exportPath: nil,
          defaultValue: random.chance(30) ? .text("new") : nil, isLocal: true))
    }
    if !entity.primaryKey.isEmpty { addServerWords(to: &entity) }
    entities.append(entity)
  }

  /// Signs of deletion and versions.
  private mutating func addServerWords(to entity: inout Schema.Entity) {
    if features.contains(.tombstones), random.chance(25) {
      entity.deletedWhen = [
        random.pick([
          .init(path: ["gone"]), .init(path: ["info", "gone"]),
          .init(path: ["state"], values: [.text("gone"), .integer(1)]),
        ])
      ]
    }
    if features.contains(.stamps), random.chance(25) {
      entity.attributes.append(
        .init(
          name: "stamp", type: .scalar(.int), isOptional: true, importPaths: [.key("stamp")],
          exportPath: ["stamp"]))
      entity.modificationAttribute = "stamp"
    }
  }

  private mutating func addKey(_ type: Schema.ScalarType, _ name: String, to entity: inout Schema.Entity) {
    var paths: [Schema.ImportPath] = [.key(name)]
    if random.chance(10) { paths.append(.keys(["info", name])) }
    if name == "id", type == .string, random.chance(20) { paths.append(.value) }
    entity.attributes.append(.init(name: name, type: .scalar(type), importPaths: paths, exportPath: [name]))
    entity.primaryKey.append(name)
  }

  /// A to-one relationship that is part of the key, with a to-many inverse.
  private mutating func addParent(_ parent: String, to child: String) {
    var own = relationship(name("r"), to: parent, .toOne)
    var inverse = relationship(name("r"), to: child, .toMany)
    own.isOptional = false
    own.inverse = inverse.name
    inverse.inverse = own.name
    entities[index(child)].relationships.append(own)
    entities[index(child)].primaryKey.insert(own.name, at: 0)
    inverse.foreignKeyPaths = []
    inverse.isKeyed = false
    entities[index(parent)].relationships.append(inverse)
  }

  private mutating func addChild(_ name: String, of parent: String) {
    var entity = Schema.Entity(name: name, parent: parent, primaryKey: root(parent).primaryKey)
    entity.attributes = [attribute()]
    let root = index(root(parent).name)
    if entities[root].discriminator.isEmpty {
      entities[root].discriminator =
        random.chance(50) ? [.key("kind")] : [.key("kind"), .keys(["info", "kind"])]
    }
    entities.append(entity)
  }

  private mutating func attribute() -> Schema.Attribute {
    let types: [Schema.ScalarType] = [
      .int, .string, .string, .double, .bool, .date, .decimal, .enumeration("Mood"),
    ]
    let type = random.pick(types)
    let name = name("a")
    var attribute = Schema.Attribute(
      name: name, type: .scalar(type), isOptional: random.chance(65), importPaths: [.key(name)],
      exportPath: [name])
    if type == .date { attribute.dateFormats = [.iso8601] }
    if random.chance(25) { attribute.defaultValue = value(type) }
    if type == .string || type == .int, random.chance(5) {
      attribute.isUnique = true
      attribute.isOptional = true
      attribute.defaultValue = nil
    }
    switch random.below(20) {
    case 0, 1: attribute.importPaths = [.key(name), .key(name + "_alt")]
    case 2, 3: attribute.importPaths = [.keys(["info", name]), .key(name)]
    case 4: attribute.importPaths = [.keys(["list", "0", name])]
    case 5 where type == .int: attribute.importPaths = [.index]
    case 6 where type == .string: attribute.importPaths = [.key(name), .mapKey]
    default: break
    }
    return attribute
  }

  private mutating func value(_ type: Schema.ScalarType) -> StoredValue {
    switch type {
    case .int: .integer(Int64(random.below(3)))
    case .double: .real(Double(random.below(3)) + 0.5)
    case .bool: .integer(Int64(random.below(2)))
    case .decimal: .text("0.25")
    case .date: .text("2000-01-01T00:00:00.000Z")
    default: .text("calm")
    }
  }

  private mutating func addRelationships() {
    let own = random.pick(entities).name
    let target = random.chance(15) ? own : random.pick(entities).name
    switch random.below(10) {
    case 0, 1: add(relationship(name("r"), to: target, .toOne), to: own)
    case 2, 3, 4: addPair(own, .toOne, target, .toMany)
    case 5, 6: add(relationship(name("r"), to: target, .toMany), to: own)
    case 7, 8: addPair(own, .toMany, target, .toMany)
    default: addPair(own, .toOne, target, .toOne)
    }
  }

  /// A to-one relationship to one of several entities, some of which lead back.
  private mutating func addChoice() {
    let targets = entities.filter { entity in
      let root = root(entity.name)
      let key = root.attributes.first { [$0.name] == root.primaryKey }
      return key?.type == .scalar(.int)
    }
    var chosen: [String] = []
    for entity in targets.shuffled(using: &random) where chosen.count < 3 {
      let isOfOther = chosen.allSatisfy { root($0).name != root(entity.name).name }
      if chosen.count < 2 ? isOfOther : random.chance(30) { chosen.append(entity.name) }
    }
    guard chosen.count > 1 else { return }
    let own = random.pick(entities).name
    let name = name("r")
    var whole = Schema.Choice(
      name: name, oneOf: choice(chosen), typePaths: [.key(name + "_type")], isRequired: random.chance(12))
    if random.chance(20) { whole.typePaths = [.keys(["info", name + "_type"]), .key(name + "_type")] }
    var pattern = relationship(name, to: chosen[0], .toOne)
    pattern.isOptional = true
    if pattern.foreignKeyPaths.isEmpty { pattern.foreignKeyPaths = [.key(name + "_id")] }
    for target in chosen {
      var part = pattern
      part.name = Schema.Choice.partName(of: name, leadingTo: target)
      part.target = target
      part.choice = whole
      if random.chance(45) {
        var inverse = relationship(self.name("r"), to: own, random.chance(85) ? .toMany : .toOne)
        inverse.isOptional = true
        inverse.inverse = part.name
        part.inverse = inverse.name
        add(inverse, to: target)
      }
      add(part, to: own)
    }
  }

  private mutating func add(_ relationship: Schema.Relationship, to entity: String) {
    entities[index(entity)].relationships.append(relationship)
  }

  private mutating func addPair(
    _ own: String, _ cardinality: Schema.Cardinality, _ target: String, _ other: Schema.Cardinality
  ) {
    // Of two rows without a key, it must be clear which one is embedded in the other.
    if cardinality == other, isKeyless(own), isKeyless(target) {
      return add(relationship(name("r"), to: target, cardinality), to: own)
    }
    var first = relationship(name("r"), to: target, cardinality)
    var second = relationship(name("r"), to: own, other)
    first.inverse = second.name
    second.inverse = first.name
    // One of two partners can be required, not both: none could come first.
    if cardinality == .toOne, other == .toOne { second.isOptional = true }
    add(first, to: own)
    add(second, to: target)
  }

  private mutating func relationship(
    _ name: String, to target: String, _ cardinality: Schema.Cardinality
  ) -> Schema.Relationship {
    var relationship = Schema.Relationship(
      name: name, target: target, cardinality: cardinality, importPaths: [.key(name)], exportPath: [name])
    let isKeyless = isKeyless(target)
    if cardinality == .toOne {
      relationship.isOptional = random.chance(88)
    } else {
      relationship.isOrdered = random.chance(40)
      relationship.isKeyed = isSingleKeyed(target) && random.chance(15)
    }
    if isSingleKeyed(target), random.chance(70) {
      relationship.foreignKeyPaths = [.key(name + (cardinality == .toOne ? "_id" : "_ids"))]
    }
    relationship.mergePolicy = random.pick(isKeyless ? [.replace, .merge] : Schema.MergePolicy.allCases)
    relationship.prune = random.pick(Schema.Prune.allCases)
    relationship.deleteRule = random.pick([.nullify, .nullify, .nullify, .cascade, .cascade, .deny])
    let isFamily = entities.contains { $0.parent == target }
    if features.contains(.mixed), cardinality == .toMany, isFamily, random.chance(30) {
      let family = SchemaGraph(Schema(name: "", entities: entities)).descendants(of: target).map(\.name)
      relationship.oneOf = choice(Array(family.shuffled(using: &random).prefix(1 + random.below(3))))
    }
    if random.chance(10) { relationship.importPaths = [.keys(["info", name])] }
    if random.chance(8) { relationship.importPaths.append(.key(name + "_alt")) }
    return relationship
  }
}
