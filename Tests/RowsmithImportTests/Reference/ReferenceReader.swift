import Rowsmith

/// Reads a document into mentions: what it says, before anything is done about it.
struct ReferenceReader {
  /// Where an object stands.
  struct Place {
    /// The to-one of the object that leads to the record it is embedded in, and that record's key.
    var parent: (relationship: String, key: Key?)?
    var overwrites = false
    var isEmbedded = false
    /// The entity that the collection's own discriminator has chosen.
    var isChosen = false
  }

  enum Reading {
    case record(Mention)
    /// An object that only names a row.
    case key(Key)
  }

  let model: ReferenceModel
  /// JSON paths of records to leave out.
  let skips: Set<String>
  /// Rows named by records that are left out.
  var namedBySkipped: Set<RowID> = []
  /// Entities of records that are left out whose keys cannot be read.
  var unreadable: Set<String> = []
  /// Objects whose kind a mixed collection does not list, by collection.
  var unlistedKinds: [String: Int] = [:]

  /// An object that stands for a record.
  mutating func record(_ item: Item, as asked: String, _ place: Place) throws -> Reading {
    guard item.value.isObject || (item.isLoneValue && model.hasValueAttribute(asked)) else {
      throw bad(item, .invalidValue, "\(asked): expected an object, found \(item.value.kind)")
    }
    let key = try readKey(item, as: asked, place)
    var mention = Mention(
      path: item.path, table: model.table(of: asked), asked: asked, entity: asked, isGiven: place.isChosen,
      key: key, overwrites: place.overwrites)
    if isDeleted(item, asked) {
      mention.isTombstone = true
      // What is embedded in its key is not read again, and counts here.
      for part in model.graph.relationships(of: asked)
      where model.isKeyPart(part, table: mention.table) {
        _ = try toOne(item, part, ownKey: nil)
      }
      if let stamp = model.stamp(of: asked), let found = item.find(stamp.importPaths), found.value != .null {
        mention.values[stamp.name] = try convert(found, stamp, item)
      }
      return .record(mention)
    }
    if let name = try entity(item, as: asked) {
      mention.entity = name
      mention.isGiven = true
    }
    if let key, place.isEmbedded, isKeyAlone(item, mention.entity, place) { return .key(key) }
    try readAttributes(item, &mention)
    try readRelationships(item, &mention, place)
    return .record(mention)
  }

  /// The entity that the object names.
  func entity(_ item: Item, as asked: String) throws -> String? {
    guard let root = model.graph.root(of: asked) else { return nil }
    guard let found = item.find(root.discriminator), found.value != .null else { return nil }
    guard case .string(let text) = found.value,
      let name = root.discriminatorValues.isEmpty
        ? text : root.discriminatorValues.first(where: { $0.name == text })?.entity,
      model.graph.entity(name) != nil, model.entity(name, is: asked)
    else { throw bad(item, .invalidValue, "\(found.value) does not name \(asked)", at: found.path) }
    return name
  }

  /// `DeletedWhen`: one sign that holds is enough.
  func isDeleted(_ item: Item, _ asked: String) -> Bool {
    guard item.value.isObject, !model.isKeyless(asked) else { return false }
    return (model.graph.root(of: asked)?.deletedWhen ?? []).contains { sign in
      guard let value = item.find([.keys(sign.path)])?.value else { return false }
      if sign.values.isEmpty {
        switch value {
        case .null, .bool(false), .string(""): return false
        case .number(let text): return Double(text) != 0
        default: return true
        }
      }
      return sign.values.contains { ReferenceConversion.matches(value, $0) }
    }
  }

  /// "An embedded object whose only members the model knows are its key (and discriminator), of an entity that requires
  /// more (without a default, and apart from what embedding gives it), is a *key*". A place such as `$index` is no
  /// member of the object, and is what embedding gives it. A scalar that may stand for a whole record is a key likewise.
  private func isKeyAlone(_ item: Item, _ entity: String, _ place: Place) -> Bool {
    guard let root = model.graph.root(of: entity), !saysMore(item, entity) else { return false }
    // A key that holds a record says more than a key.
    for part in root.relationships where root.primaryKey.contains(part.name) {
      guard let found = item.find(part.importPaths), found.value.isObject else { continue }
      let inner = Item(value: found.value, path: found.path)
      if saysMore(inner, (try? self.entity(inner, as: part.target)) ?? part.target) { return false }
    }
    return model.graph.attributes(of: entity).contains {
      !$0.isLocal && !root.primaryKey.contains($0.name) && !$0.isOptional && $0.defaultValue == nil
        && item.find($0.importPaths) == nil
    }
      || model.graph.relationships(of: entity).contains {
        !root.primaryKey.contains($0.name) && $0.cardinality == .toOne && model.isRequired($0, in: entity)
          && !model.isSame($0, as: place.parent?.relationship)
      }
  }

  /// Whether an object has members that the model knows beyond its key and discriminator. That it is not deleted says
  /// nothing of a record.
  private func saysMore(_ item: Item, _ entity: String) -> Bool {
    guard let root = model.graph.root(of: entity) else { return false }
    let isMember = { (paths: [Schema.ImportPath]) in
      let keys = paths.filter { path in
        switch path {
        case .keys, .value: true
        case .mapKey, .index, .rest, .record: false
        }
      }
      return item.find(keys) != nil
    }
    let attributes = model.graph.attributes(of: entity).filter {
      !$0.isLocal && !root.primaryKey.contains($0.name)
    }
    let relationships = model.graph.relationships(of: entity).filter { !root.primaryKey.contains($0.name) }
    return attributes.contains { isMember($0.importPaths) }
      || relationships.contains { isMember($0.importPaths + $0.foreignKeyPaths) }
  }

  private mutating func readAttributes(_ item: Item, _ mention: inout Mention) throws {
    let key = model.graph.root(of: mention.entity)?.primaryKey ?? []
    for attribute in model.graph.attributes(of: mention.entity)
    where !attribute.isLocal && !key.contains(attribute.name) {
      guard let found = item.find(attribute.importPaths) else { continue }
      mention.values[attribute.name] = try convert(found, attribute, item)
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

  func bad(_ item: Item, _ reason: ImportError.Reason, _ message: String, at path: String? = nil)
    -> ReferenceFailure
  {
    ReferenceFailure(reason: reason, message: message, path: path ?? item.path, record: item.path)
  }
}
