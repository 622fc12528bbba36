import Rowsmith

/// How a record is met.
struct RecordContext {
  /// The to-one relationship of the record that leads to the record it is embedded in.
  struct Embedding {
    var relationship: String
    var parent: Key
    var position: Int?
  }

  var embedding: Embedding?
  var isReplaceItem = false
  /// The identifier of a record whose entity has no key, where a link holds it already.
  var key: Key?
}

extension ReferenceImporter {
  /// The record's own columns first, then what is embedded in it.
  mutating func importRecord(_ item: Item, as asked: String, _ context: RecordContext) throws -> RowID {
    guard item.value.isObject || (item.isLoneValue && model.hasValueAttribute(asked)) else {
      throw bad(item, .invalidValue, "\(asked): expected an object, found \(item.value.kind)")
    }
    let key = try context.key ?? readKey(item, as: asked, embedding: context.embedding)
    let id = RowID(table: model.table(of: asked), key: key)
    let before = database[id]
    // What the JSON says is read as the entity it names, or as the one asked for; the row may be more than that.
    let named = try chooseEntity(item, as: asked)
    let entity =
      before.map { !named.isGiven && model.entity($0.entity, is: asked) ? $0.entity : named.name }
      ?? named.name
    var row = before ?? ReferenceRow(entity: entity)
    row.entity = entity
    try assignAttributes(&row, item, context, id: id, before: before, readAs: named.name)

    let toOnes = model.toOnes(of: entity)
    var given: [String: ToOneGiven] = [:]
    var places: [String: ToOneGiven] = [:]
    for relationship in toOnes where relationship.name != context.embedding?.relationship {
      let isRead = model.graph.relationship(relationship.name, of: named.name) != nil
      var value = isRead ? try decode(item, relationship, ownKey: key) : .absent
      if isNew(relationship, before) {
        let waiting = claim(relationship, of: key)
        if case .absent = value { value = waiting }
        // Parent and child say the same: the list's place is the child's, whichever of them came first.
        if case .key(let given) = value, given == waiting.key { value = waiting }
        if case .object(_, let given, _) = value, given == waiting.key { places[relationship.name] = waiting }
      }
      try checkRequired(value, relationship, item, entity: entity, before: before)
      given[relationship.name] = value
    }

    try forgetLostRelationships(id, before: before, entity: entity)
    // The links are as the database has them now.
    row.columns = row.columns.filter { !isPointer($0.key, in: id.table) }
    row.columns.merge((database[id]?.columns ?? [:]).filter { isPointer($0.key, in: id.table) }) { $1 }
    database[id] = row
    for relationship in toOnes {
      if let embedding = context.embedding, embedding.relationship == relationship.name {
        try point(id, relationship, to: embedding.parent, position: embedding.position)
      } else if let value = given[relationship.name] {
        try pointRecord(id, relationship, places[relationship.name] ?? value, record: item.path)
      }
    }
    try checkUnique(row, id, item)
    for relationship in toOnes where isNew(relationship, before) { forgetPending(id, relationship) }
    if before == nil {
      count(entity, \.inserted)
    } else {
      count(entity, before == database[id] ? \.unchanged : \.updated)
    }
    self.named.insert(id)
    for relationship in toOnes {
      guard let before, let value = given[relationship.name] else { continue }
      nominate(pointer(before, relationship), relationship, value)
    }
    try importEmbedded(item, id, named.name, given, context)
    return id
  }

  func bad(_ item: Item, _ reason: ImportError.Reason, _ message: String, at path: String? = nil)
    -> ReferenceFailure
  {
    ReferenceFailure(reason: reason, message: message, path: path ?? item.path, record: item.path)
  }

  /// Whether the record had no such relationship before: it was not there, or was something else.
  private func isNew(_ relationship: Schema.Relationship, _ before: ReferenceRow?) -> Bool {
    before.map { model.graph.relationship(relationship.name, of: $0.entity) == nil } ?? true
  }

  private func chooseEntity(_ item: Item, as asked: String) throws -> (name: String, isGiven: Bool) {
    for path in model.graph.root(of: asked)?.discriminator ?? [] {
      guard let found = item.find([path]), found.value != .null else { continue }
      guard case .string(let name) = found.value, model.graph.entity(name) != nil,
        model.entity(name, is: asked)
      else { throw bad(item, .invalidValue, "\(found.value) does not name \(asked)", at: found.path) }
      return (name, true)
    }
    return (asked, false)
  }

  private mutating func assignAttributes(
    _ row: inout ReferenceRow, _ item: Item, _ context: RecordContext, id: RowID, before: ReferenceRow?,
    readAs entity: String
  ) throws {
    let attributes = model.graph.attributes(of: row.entity)
    let readable = Set(model.graph.attributes(of: entity).map(\.name))
    let primaryKey = model.graph.root(of: row.entity)?.primaryKey ?? []
    let known = before.map { model.graph.attributes(of: $0.entity).map(\.name) } ?? []
    for name in known where !attributes.contains(where: { $0.name == name }) { row.columns[name] = nil }
    for (column, value) in zip(model.graph.keyColumns(of: row.entity), id.key) {
      // The parts that are to-one relationships are links, and counted when they are made.
      if case .relationship = column.source { continue }
      row.columns[column.name] = value
    }
    let isOverwritten = context.isReplaceItem && !named.contains(id)
    for attribute in attributes where !primaryKey.contains(attribute.name) {
      if readable.contains(attribute.name), let found = item.find(attribute.importPaths) {
        row.columns[attribute.name] = try convert(found, attribute, item).nonNull
      } else if !known.contains(attribute.name) || isOverwritten {
        row.columns[attribute.name] = attribute.defaultValue?.nonNull
        guard attribute.isOptional || attribute.defaultValue != nil else {
          throw bad(item, .missingValue, "\(row.entity).\(attribute.name) is missing")
        }
      }
    }
  }

  func convert(_ found: Item.Found, _ attribute: Schema.Attribute, _ item: Item) throws -> StoredValue {
    if found.value == .null {
      guard attribute.isOptional else {
        throw bad(item, .invalidValue, "\(attribute.name) is null", at: found.path)
      }
      return .null
    }
    // A map key is text whatever the attribute's type.
    if let mapKey = item.mapKey, found.path == item.path, attribute.importPaths.contains(.mapKey),
      found.value == .string(mapKey), let value = ReferenceConversion.convert(key: mapKey, attribute.type)
    {
      return value
    }
    guard let value = ReferenceConversion.convert(found.value, attribute.type) else {
      throw bad(item, .invalidValue, "\(attribute.name): found \(found.value)", at: found.path)
    }
    return value
  }

  private func checkRequired(
    _ value: ToOneGiven, _ relationship: Schema.Relationship, _ item: Item, entity: String,
    before: ReferenceRow?
  ) throws {
    guard model.isRequired(relationship, in: entity) else { return }
    switch value {
    case .null: throw bad(item, .invalidValue, "\(entity).\(relationship.name) is null")
    case .absent:
      guard let before, pointer(before, relationship) != nil else {
        throw bad(item, .missingValue, "\(entity).\(relationship.name) is missing")
      }
    case .key, .claimed, .object: break
    }
  }

  private func checkUnique(_ row: ReferenceRow, _ id: RowID, _ item: Item) throws {
    for attribute in model.graph.attributes(of: row.entity) where attribute.isUnique {
      guard let value = row.columns[attribute.name] else { continue }
      let others = (database.rows[id.table] ?? [:]).filter {
        $0.key != id.key && $0.value.columns[attribute.name] == value
      }
      if !others.isEmpty { throw bad(item, .notUnique, "\(attribute.name) is another row's") }
    }
  }

  /// To-ones that the row's new entity does not have become NULL.
  private mutating func forgetLostRelationships(_ id: RowID, before: ReferenceRow?, entity: String) throws {
    guard let before, before.entity != entity else { return }
    let kept = model.toOnes(of: entity).map(\.name)
    for relationship in model.toOnes(of: before.entity) where !kept.contains(relationship.name) {
      try point(id, relationship, to: nil)
    }
  }

  private func isPointer(_ column: String, in table: String) -> Bool {
    switch model.layout.table(of: table)?.columns.first(where: { $0.name == column })?.source {
    case .relationship, .position: true
    default: false
    }
  }

  private mutating func importEmbedded(
    _ item: Item, _ id: RowID, _ entity: String, _ given: [String: ToOneGiven], _ context: RecordContext
  ) throws {
    enum Embedded {
      case toOne(ToOneGiven)
      case toMany(ToManyValue)
      case unlinked(Item)
    }
    var embedded: [(order: [Int], relationship: Schema.Relationship, value: Embedded)] = []
    for relationship in model.graph.relationships(of: entity) {
      if relationship.cardinality == .toMany {
        guard let list = toManyValue(item, relationship) else { continue }
        embedded.append((list.found.order, relationship, .toMany(list)))
      } else if relationship.name == context.embedding?.relationship {
        // The parent's key wins; an object that is here too is a record all the same.
        guard let found = item.find(relationship.importPaths), found.value.isObject,
          !skips.contains(found.path)
        else { continue }
        embedded.append((found.order, relationship, .unlinked(Item(value: found.value, path: found.path))))
      } else if let value = given[relationship.name], case .object(_, _, let order) = value {
        embedded.append((order, relationship, .toOne(value)))
      }
    }
    for (_, relationship, value) in embedded.sorted(by: { $0.order.lexicographicallyPrecedes($1.order) }) {
      switch value {
      case .toOne(let value): try importEmbedded(value, in: id, relationship)
      case .toMany(let list): try importToMany(list, of: id, relationship)
      case .unlinked(let item):
        var context = RecordContext()
        context.embedding = embedding(relationship, parent: id.key)
        context.isReplaceItem = relationship.mergePolicy == .replace
        _ = try importRecord(item, as: relationship.target, context)
      }
    }
  }
}

extension StoredValue {
  /// Nil for NULL: rows hold only what is there.
  var nonNull: StoredValue? { self == .null ? nil : self }
}
