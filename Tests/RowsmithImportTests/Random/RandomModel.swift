import RowsmithSchema

/// Makes models as the model compiler would: inverses set on both sides, keys repeated in children.
struct RandomModel {
  private var random: SplitMix64
  private var entities: [Schema.Entity] = []
  private var nameCount = 0

  static func make(_ seed: UInt64) -> Schema {
    var maker = RandomModel(random: SplitMix64(seed: seed))
    return maker.make()
  }

  private init(random: SplitMix64) { self.random = random }

  private mutating func make() -> Schema {
    let names = ["Ant", "Bee", "Cat", "Dog", "Elk"].prefix(2 + random.below(4))
    for name in names {
      if let parent = entities.last(where: { $0.name != name }), random.chance(12) {
        addChild(name, of: parent.name)
      } else {
        addRoot(name)
      }
    }
    for _ in 0..<(1 + random.below(5)) { addRelationships() }
    var members: [Schema.Document.Member] = []
    for entity in entities where random.chance(60) {
      members.append(
        .init(
          path: random.chance(25) ? ["data", entity.name.lowercased()] : [entity.name.lowercased()],
          entity: entity.name, shape: isSingleKeyed(entity.name) && random.chance(20) ? .keyed : .array))
    }
    return Schema(
      name: "Random", enumerations: [.init(name: "Mood", values: ["calm", "wild"])], entities: entities,
      documents: [.init(name: "all", members: members)])
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
    entities.append(entity)
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

  private mutating func add(_ relationship: Schema.Relationship, to entity: String) {
    entities[index(entity)].relationships.append(relationship)
  }

  private mutating func addPair(
    _ own: String, _ cardinality: Schema.Cardinality, _ target: String, _ other: Schema.Cardinality
  ) {
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
    if random.chance(10) { relationship.importPaths = [.keys(["info", name])] }
    if random.chance(8) { relationship.importPaths.append(.key(name + "_alt")) }
    return relationship
  }
}
