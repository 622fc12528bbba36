import RowsmithSchema

/// Random changes of a schema, the kind that a year of releases brings.
struct SchemaEdits {
  private var state: UInt64
  var schema: Schema
  /// What was done, for a failing test.
  var log: [String] = []

  init(_ schema: Schema, seed: UInt64) {
    self.schema = schema
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1
  }

  mutating func edit(_ count: Int) {
    for number in 0..<count {
      let entity = below(schema.entities.count)
      switch below(18) {
      case 0: add(to: entity, number)
      case 1: removeAttribute(of: entity)
      case 2: renameAttribute(of: entity, number)
      case 3: changeType(of: entity)
      case 4: toggleOptional(of: entity)
      case 5: changeAttribute(of: entity) { $0.isIndexed.toggle() }
      case 6: renameEntity(entity, number)
      case 7: toggleOrder(of: entity)
      case 8: removeInverse(of: entity)
      case 9: removeRelationship(of: entity)
      case 10: addChoice(to: entity, named: "subject\(number)")
      case 11: renameChoice(of: entity, number)
      case 12: addOption(to: entity)
      case 13: removeOption(of: entity)
      case 14: changeRequired(of: entity)
      case 15: removeChoice(of: entity)
      case 16: makeSole(of: entity)
      case 17: makeChoice(of: entity)
      default: schema.entities[entity].attributes.reverse()
      }
    }
  }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return bound == 0 ? 0 : Int(state % UInt64(bound))
  }

  private mutating func add(to entity: Int, _ number: Int) {
    var attribute = Schema.Attribute(
      name: "added\(number)", type: .scalar(.string), isOptional: below(2) == 0, keys: ["added\(number)"])
    if !attribute.isOptional || below(2) == 0 { attribute.defaultValue = .text("new") }
    schema.entities[entity].attributes.append(attribute)
    log.append("add \(schema.entities[entity].name).\(attribute.name)")
  }

  /// An attribute that is no part of a key; nil where there is none.
  private mutating func free(_ entity: Int) -> Int? {
    let edited = schema.entities[entity]
    let free = edited.attributes.indices.filter { index in
      let name = edited.attributes[index].name
      return !edited.primaryKey.contains(name) && !(edited.indexes + edited.uniques).joined().contains(name)
    }
    return free.isEmpty ? nil : free[below(free.count)]
  }

  private mutating func changeAttribute(of entity: Int, _ change: (inout Schema.Attribute) -> Void) {
    guard let index = free(entity) else { return }
    change(&schema.entities[entity].attributes[index])
    log.append("change \(schema.entities[entity].name).\(schema.entities[entity].attributes[index].name)")
  }

  private mutating func removeAttribute(of entity: Int) {
    guard let index = free(entity) else { return }
    log.append("remove \(schema.entities[entity].name).\(schema.entities[entity].attributes[index].name)")
    schema.entities[entity].attributes.remove(at: index)
  }

  private mutating func renameAttribute(of entity: Int, _ number: Int) {
    changeAttribute(of: entity) { attribute in
      // What the database has is the name before the first of several edits.
      if !attribute.name.hasPrefix("renamed") { attribute.renamedFrom = attribute.name }
      attribute.name = "renamed\(number)"
    }
  }

  private mutating func changeType(of entity: Int) {
    let types: [Schema.AttributeType] = [
      .scalar(.string), .scalar(.int), .scalar(.double), .scalar(.json), .array(.string),
    ]
    let type = types[below(types.count)]
    changeAttribute(of: entity) { attribute in
      attribute.type = type
      attribute.dateFormats = []
      attribute.defaultValue = nil
      attribute.isOptional = true
    }
  }

  private mutating func toggleOptional(of entity: Int) {
    changeAttribute(of: entity) { attribute in
      attribute.isOptional.toggle()
      if case .scalar(.string) = attribute.type { attribute.defaultValue = .text("filled") }
    }
  }

  private mutating func renameEntity(_ index: Int, _ number: Int) {
    let (old, new) = (schema.entities[index].name, "Entity\(number)")
    if !old.hasPrefix("Entity") { schema.entities[index].renamedFrom = old }
    schema.entities[index].name = new
    for entity in schema.entities.indices {
      if schema.entities[entity].parent == old { schema.entities[entity].parent = new }
      for relationship in schema.entities[entity].relationships.indices
      where schema.entities[entity].relationships[relationship].target == old {
        schema.entities[entity].relationships[relationship].target = new
      }
      renameOptions(of: entity, from: old, to: new)
    }
    log.append("rename \(old) to \(new)")
  }

  private mutating func toggleOrder(of entity: Int) {
    let lists = schema.entities[entity].relationships.indices.filter {
      schema.entities[entity].relationships[$0].cardinality == .toMany
    }
    guard !lists.isEmpty else { return }
    let list = lists[below(lists.count)]
    schema.entities[entity].relationships[list].isOrdered.toggle()
    log.append("order \(schema.entities[entity].name).\(schema.entities[entity].relationships[list].name)")
  }

  /// A relationship that is no part of a key; nil where there is none.
  private mutating func freeRelationship(of entity: Int) -> Int? {
    let edited = schema.entities[entity]
    let free = edited.relationships.indices.filter {
      !edited.primaryKey.contains(edited.relationships[$0].name) && edited.relationships[$0].choice == nil
    }
    return free.isEmpty ? nil : free[below(free.count)]
  }

  private mutating func removeInverse(of entity: Int) {
    guard let index = freeRelationship(of: entity) else { return }
    let relationship = schema.entities[entity].relationships[index]
    guard let inverse = relationship.inverse else { return }
    schema.entities[entity].relationships[index].inverse = nil
    for other in schema.entities.indices where schema.entities[other].name == relationship.target {
      for item in schema.entities[other].relationships.indices
      where schema.entities[other].relationships[item].name == inverse {
        schema.entities[other].relationships[item].inverse = nil
      }
    }
    log.append("part \(schema.entities[entity].name).\(relationship.name)")
  }

  private mutating func removeRelationship(of entity: Int) {
    guard let index = freeRelationship(of: entity) else { return }
    removeInverse(of: entity)
    let relationship = schema.entities[entity].relationships[index]
    if relationship.inverse != nil { return }
    schema.entities[entity].relationships.remove(at: index)
    log.append("remove \(schema.entities[entity].name).\(relationship.name)")
  }
}
