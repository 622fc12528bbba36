import Rowsmith

extension ReferenceReader {
  /// The key of a record: from its own JSON, from the parent it is embedded in, or from the key of its map. Nil where
  /// the entity declares none.
  mutating func readKey(_ item: Item, as asked: String, _ place: Place) throws -> Key? {
    guard let root = model.graph.root(of: asked), !root.primaryKey.isEmpty else { return nil }
    // What is embedded in the key is read again as a relationship, and counted then.
    let counted = unlistedKinds
    defer { unlistedKinds = counted }
    var key: Key = []
    for part in root.primaryKey {
      if let attribute = root.attributes.first(where: { $0.name == part }) {
        key.append(try readKeyPart(attribute, item, isOnly: root.primaryKey.count == 1))
      } else if let relationship = root.relationships.first(where: { $0.name == part }) {
        if let parent = place.parent, parent.relationship == part, let parentKey = parent.key {
          key += parentKey
          // "An object without its primary key is invalid", also where it stands for what is known.
          if let found = item.find(relationship.importPaths), found.value.isObject {
            _ = try toOne(item, relationship, ownKey: nil)
          }
          continue
        }
        switch try toOne(item, relationship, ownKey: nil) {
        case .key(let target): key += target
        case .record(let mention) where !mention.isTombstone: key += mention.key ?? []
        case .record, .null, nil: throw bad(item, .missingValue, "\(asked): missing primary key \(part)")
        }
      }
    }
    return key
  }

  /// The key of a record that is left out; nil if it cannot be read.
  mutating func nameSkipped(_ item: Item, as entity: String, _ place: Place) -> Key? {
    let key = model.isKeyless(entity) ? nil : try? readKey(item, as: entity, place)
    if let key {
      namedBySkipped.insert(RowID(table: model.table(of: entity), key: key))
    } else if !model.isKeyless(entity) {
      unreadable.insert(entity)
    }
    nameEmbedded(in: item, as: entity, key, place)
    return key
  }

  /// What is embedded in a record that is left out counts as named, too, and so does what a part of its key names, unless
  /// the record around it gives that part. A record that is said to be deleted says nothing but its key, whether it can be
  /// read or not.
  private mutating func nameEmbedded(in item: Item, as entity: String, _ key: Key?, _ place: Place) {
    let kind: String
    do { kind = try self.entity(item, as: entity) ?? entity } catch { return }
    let isDeleted = isDeleted(item, entity)
    for relationship in model.graph.relationships(of: kind)
    where !isDeleted || model.isKeyPart(relationship, table: model.table(of: entity)) {
      guard let (found, isForeignKey) = relationshipValue(item, relationship),
        relationship.choice == nil || part(of: relationship, item, found)?.name == relationship.name
      else { continue }
      let isGiven = place.parent?.relationship == relationship.name && place.parent?.key != nil
      if !found.value.isObject, !isGiven, model.isKeyPart(relationship, table: model.table(of: entity)),
        let target = try? readKey(found.value, of: relationship.target, path: found.path, record: nil)
      {
        namedBySkipped.insert(RowID(table: model.table(of: relationship.target), key: target))
      }
      guard !isForeignKey else { continue }
      let items =
        found.value.isObject || relationship.cardinality == .toMany
        ? (try? items(found, isForeignKey: false, relationship, record: nil)) ?? [] : []
      var inner = Place()
      if let inverse = model.inverseToOne(relationship) { inner.parent = (inverse.name, key) }
      let takesScalars = relationship.cardinality == .toMany && model.hasValueAttribute(relationship.target)
      for item in items where item.value.isObject || (takesScalars && item.isLoneValue) {
        guard let oneOf = relationship.oneOf, item.value.isObject else {
          _ = nameSkipped(item, as: relationship.target, inner)
          continue
        }
        if let chosen = self.entity(item, oneOf) { _ = nameSkipped(item, as: chosen, inner) }
      }
    }
  }

  private func readKeyPart(_ attribute: Schema.Attribute, _ item: Item, isOnly: Bool) throws -> StoredValue {
    if let found = item.find(attribute.importPaths) {
      guard found.value != .null else {
        throw bad(item, .missingValue, "\(attribute.name): the primary key is null", at: found.path)
      }
      return try convert(found, attribute, item)
    }
    guard isOnly, let mapKey = item.mapKey else {
      throw bad(item, .missingValue, "missing primary key \(attribute.name)")
    }
    guard let value = ReferenceConversion.convert(key: mapKey, attribute.type) else {
      throw bad(item, .invalidValue, "\(mapKey) is no \(attribute.name)")
    }
    return value
  }

  /// A scalar in the document that names a row of the entity.
  func readKey(_ value: Tree, of entity: String, path: String, record: String?) throws -> Key {
    let root = model.graph.root(of: entity)
    var failure = ReferenceFailure(
      reason: .invalidValue, message: "\(value) is no key of \(entity)", path: path, record: record)
    guard let part = root?.primaryKey.first, root?.primaryKey.count == 1 else {
      failure.message = "\(entity) is named by an object only"
      throw failure
    }
    if let relationship = root?.relationships.first(where: { $0.name == part }) {
      return try readKey(value, of: relationship.target, path: path, record: record)
    }
    guard let attribute = root?.attributes.first(where: { $0.name == part }), value.isScalar,
      let stored = ReferenceConversion.convert(value, attribute.type)
    else { throw failure }
    return [stored]
  }
}
