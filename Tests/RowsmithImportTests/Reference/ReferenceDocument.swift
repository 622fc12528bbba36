import Rowsmith

/// A document as it was read.
struct ReferenceDocument {
  enum Content {
    case records([Mention])
    /// The value of one relationship of a row that is here.
    case value(RowID, Mention.Statement)
  }

  var content: Content = .records([])
  /// Entities whose rows leave unless the document names them.
  var pruned: Set<String> = []
  /// Entities of which a record is left out whose key cannot be read: which row it names is not known, so all stay.
  var unprunable: Set<String> = []

  static func read(
    _ documents: [Tree], _ target: ImportTarget, _ options: ImportOptions, _ reader: inout ReferenceReader,
    _ database: ReferenceDatabase
  ) throws -> ReferenceDocument {
    let policy = options.policy ?? .merge
    var document = ReferenceDocument()
    switch target {
    case .entity(let entity):
      var items = documents.enumerated().map { Item(value: $1, path: $0 == 0 ? "$" : "$[\($0)]") }
      if documents.count == 1, case .array(let values) = documents[0] {
        items = ReferenceReader.arrayItems(values, path: "$")
      }
      try document.add(items, entity, policy, &reader)
    case .keyed(let entity):
      guard case .object(let members) = documents.first else { throw unexpectedShape("$") }
      try document.add(ReferenceReader.mapItems(members, path: "$"), entity, policy, &reader)
    case .document(let name):
      try document.read(name, documents.first ?? .null, policy, &reader)
    case .relationship(let parent, let key, let name):
      document.content = try value(
        name, of: parent, key, documents.first ?? .null, options, &reader, database)
    }
    document.unprunable.formUnion(reader.unreadable)
    return document
  }

  private static func unexpectedShape(_ path: String) -> ReferenceFailure {
    ReferenceFailure(
      reason: .unexpectedShape, message: "the JSON is not shaped as the target says", path: path)
  }

  /// The members that the JSON holds, in its order. One that is null is absent.
  private mutating func read(
    _ name: String, _ value: Tree, _ policy: Schema.MergePolicy, _ reader: inout ReferenceReader
  ) throws {
    guard let members = reader.model.graph.schema.documents.first(where: { $0.name == name })?.members else {
      throw ReferenceFailure(reason: .unknownTarget, message: "no such document")
    }
    guard value.isObject else { throw ReferenceDocument.unexpectedShape("$") }
    let whole = Item(value: value, path: "$")
    let present = members.compactMap { member in whole.find([.keys(member.path)]).map { (member, $0) } }
      .filter { $0.1.value != .null }
      .sorted { $0.1.order.lexicographicallyPrecedes($1.1.order) }
    for (member, found) in present {
      var items: [Item]
      switch (member.shape, found.value) {
      case (.keyed, .object(let values)): items = ReferenceReader.mapItems(values, path: found.path)
      case (.object, .object), (.array, .object): items = [Item(value: found.value, path: found.path)]
      case (.array, .array(let values)): items = ReferenceReader.arrayItems(values, path: found.path)
      default: throw ReferenceDocument.unexpectedShape(found.path)
      }
      guard let oneOf = member.oneOf else {
        try add(items, member.entity, policy, &reader)
        continue
      }
      for entity in Set(oneOf.values.map(\.entity)) { try add([], entity, policy, &reader) }
      for item in items {
        if let entity = reader.entity(item, oneOf) {
          try add([item], entity, policy, &reader, isChosen: true)
        } else if item.value.isObject {
          reader.unlistedKinds[member.path.joined(separator: "."), default: 0] += 1
        } else {
          throw reader.bad(item, .invalidValue, "no object")
        }
      }
    }
  }

  private mutating func add(
    _ items: [Item], _ entity: String, _ policy: Schema.MergePolicy, _ reader: inout ReferenceReader,
    isChosen: Bool = false
  ) throws {
    var place = ReferenceReader.Place()
    place.overwrites = policy == .replace
    place.isChosen = isChosen
    var records: [Mention] = []
    var isComplete = true
    for item in items {
      if reader.skips.contains(item.path) {
        if reader.nameSkipped(item, as: entity, place) == nil { isComplete = false }
      } else if case .record(let mention) = try reader.record(item, as: entity, place) {
        records.append(mention)
      }
    }
    if case .records(let before) = content { content = .records(before + records) }
    if policy == .merge { return }
    if !isComplete { unprunable.insert(entity) }
    pruned.insert(entity)
  }

  /// One relationship of a row that is here.
  private static func value(
    _ name: String, of parent: String, _ key: Key, _ value: Tree, _ options: ImportOptions,
    _ reader: inout ReferenceReader, _ database: ReferenceDatabase
  ) throws -> Content {
    let id = RowID(table: reader.model.table(of: parent), key: key)
    guard let row = database[id], reader.model.entity(row.entity, is: parent),
      var relationship = reader.model.graph.relationship(name, of: parent)
    else { throw ReferenceFailure(reason: .unknownTarget, message: "no such parent or relationship") }
    if let policy = options.policy {
      relationship.mergePolicy = policy
      // As at the root: the caller asks that what the value does not name leaves.
      if policy == .mergeAndPrune { relationship.prune = .delete }
    }
    let found = Item.Found(value: value, path: "$", order: [])
    // The parent is not in the document, but is what is bad where the value has no shape: then nothing is done.
    let record = ""
    if reader.skips.contains(record) { return .records([]) }
    if relationship.cardinality == .toMany {
      let list = try reader.list(
        found, isForeignKey: false, relationship, of: row.entity, parent: key, record: record)
      return .value(id, .init(relationship: relationship, value: .list(list)))
    }
    guard
      let given = try reader.toOne(found, isForeignKey: false, relationship, ownKey: key, record: record)
    else { return .records([]) }
    if reader.model.isRequired(relationship, in: row.entity), given.isNothing {
      throw ReferenceFailure(
        reason: .invalidValue, message: "\(name) is null", path: "$", record: record)
    }
    return .value(id, .init(relationship: relationship, value: .toOne(given)))
  }
}
