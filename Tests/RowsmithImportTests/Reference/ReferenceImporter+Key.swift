import Rowsmith

extension ReferenceImporter {
  /// The key of a record: from its own JSON, from the parent it is embedded in, or from the key of its map.
  mutating func readKey(_ item: Item, as asked: String, embedding: RecordContext.Embedding?) throws -> Key {
    guard let root = model.graph.root(of: asked), !root.primaryKey.isEmpty else { return freshKey() }
    var key: Key = []
    for part in root.primaryKey {
      if let attribute = root.attributes.first(where: { $0.name == part }) {
        key.append(try readKeyPart(attribute, item, isOnly: root.primaryKey.count == 1))
      } else if let relationship = root.relationships.first(where: { $0.name == part }) {
        if let embedding, embedding.relationship == part {
          key += embedding.parent
          continue
        }
        switch try decode(item, relationship, ownKey: nil) {
        case .key(let target), .claimed(let target, _), .object(_, let target, _): key += target
        case .absent, .null: throw bad(item, .missingValue, "\(asked): missing primary key \(part)")
        }
      }
    }
    return key
  }

  /// The key of a record that is left out; nil if it cannot be read.
  mutating func nameSkipped(_ item: Item, as entity: String, embedding: RecordContext.Embedding?) -> Key? {
    guard !model.isKeyless(entity), let root = model.graph.root(of: entity),
      let key = try? readKey(item, as: entity, embedding: embedding)
    else { return nil }
    // A part that is a record can be read if that record is good.
    for relationship in root.relationships where root.primaryKey.contains(relationship.name) {
      guard relationship.name != embedding?.relationship,
        let given = try? decode(item, relationship, ownKey: nil)
      else { continue }
      var trial = self
      guard (try? trial.importEmbedded(given, in: RowID(table: root.name, key: key), relationship)) != nil
      else { return nil }
    }
    namedBySkipped.insert(RowID(table: model.table(of: entity), key: key))
    return key
  }

  mutating func freshKey() -> Key {
    database.lastIdentifier += 1
    return [.integer(database.lastIdentifier)]
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
