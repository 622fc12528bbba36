import Rowsmith

/// What a record says of a to-one relationship.
enum ToOneGiven {
  case absent
  case null(isForeignKey: Bool)
  case key(Key)
  /// Remembered from a row that named this one before it was here.
  case claimed(Key, position: Int?)
  case object(Item, Key, order: [Int])

  var key: Key? {
    switch self {
    case .absent, .null: nil
    case .key(let key), .claimed(let key, _), .object(_, let key, _): key
    }
  }
}

extension ReferenceImporter {
  mutating func decode(
    _ item: Item, _ relationship: Schema.Relationship, ownKey: Key?
  ) throws -> ToOneGiven {
    if let found = item.find(relationship.importPaths) {
      return try decode(found, isForeignKey: false, relationship, ownKey: ownKey, record: item.path)
    }
    guard let found = item.find(relationship.foreignKeyPaths) else { return .absent }
    return try decode(found, isForeignKey: true, relationship, ownKey: ownKey, record: item.path)
  }

  mutating func decode(
    _ found: Item.Found, isForeignKey: Bool, _ relationship: Schema.Relationship, ownKey: Key?,
    record: String?
  ) throws -> ToOneGiven {
    if found.value == .null { return .null(isForeignKey: isForeignKey) }
    guard found.value.isObject, !isForeignKey else {
      return .key(try readKey(found.value, of: relationship.target, path: found.path, record: record))
    }
    if skips.contains(found.path) { return .absent }
    let embedded = Item(value: found.value, path: found.path)
    let embedding = ownKey.flatMap { self.embedding(relationship, parent: $0) }
    let key = try readKey(embedded, as: relationship.target, embedding: embedding)
    return .object(embedded, key, order: found.order)
  }

  /// A one-to-one partner's column is the key of the record it is embedded in.
  func embedding(_ relationship: Schema.Relationship, parent: Key) -> RecordContext.Embedding? {
    model.oneToOneInverse(of: relationship).map {
      RecordContext.Embedding(relationship: $0.name, parent: parent)
    }
  }

  mutating func importEmbedded(
    _ given: ToOneGiven, in id: RowID, _ relationship: Schema.Relationship
  ) throws {
    guard case .object(let item, let key, _) = given else { return }
    var context = RecordContext()
    context.embedding = embedding(relationship, parent: id.key)
    context.isReplaceItem = relationship.mergePolicy == .replace
    context.key = model.isKeyless(relationship.target) ? key : nil
    _ = try importRecord(item, as: relationship.target, context)
  }

  /// The row that a to-one relationship named before may have to go.
  mutating func nominate(_ before: Key?, _ relationship: Schema.Relationship, _ given: ToOneGiven) {
    switch given {
    case .object, .null(isForeignKey: false): break
    case .absent, .key, .claimed, .null: return
    }
    guard let before, before != given.key, deletes(relationship) else { return }
    candidates.insert(RowID(table: model.table(of: relationship.target), key: before))
  }

  /// Whether rows that leave the relationship are deleted in the end.
  func deletes(_ relationship: Schema.Relationship) -> Bool {
    switch relationship.mergePolicy {
    case .replace: true
    case .merge: false
    case .mergeAndPrune: relationship.prune == .delete
    }
  }

  mutating func pointRecord(
    _ id: RowID, _ relationship: Schema.Relationship, _ given: ToOneGiven, record: String?
  ) throws {
    switch given {
    case .absent: break
    case .null:
      if let row = database[id], model.isRequired(relationship, in: row.entity) {
        throw ReferenceFailure(
          reason: .invalidValue, message: "\(relationship.name) is null", path: record, record: record)
      }
      try point(id, relationship, to: nil)
    case .key(let key), .object(_, let key, _): try point(id, relationship, to: key)
    case .claimed(let key, let position): try point(id, relationship, to: key, position: position)
    }
  }
}
