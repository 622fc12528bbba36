import Rowsmith

extension ReferenceImporter {
  mutating func importRoot(_ documents: [Tree], into target: ImportTarget) throws {
    let policy = options.policy ?? .merge
    switch target {
    case .entity(let entity):
      try begin([entity], policy)
      // Whether more follow is not known when the first of newline-delimited objects is read.
      var items = documents.enumerated().map { Item(value: $1, path: $0 == 0 ? "$" : "$[\($0)]") }
      if documents.count == 1, case .array(let values) = documents[0] {
        items = arrayItems(values, path: "$")
      }
      try importRecords(items, as: entity)
      try end([entity], policy)
    case .keyed(let entity):
      guard case .object(let members) = documents.first else { throw unexpectedShape("$") }
      try begin([entity], policy)
      try importRecords(mapItems(members, path: "$"), as: entity)
      try end([entity], policy)
    case .document(let name):
      try importDocument(name, documents.first ?? .null, policy)
    case .relationship(let parent, let key, let name):
      try importRelationship(name, of: parent, key: key, value: documents.first ?? .null)
    }
  }

  private func unexpectedShape(_ path: String) -> ReferenceFailure {
    ReferenceFailure(
      reason: .unexpectedShape, message: "the JSON is not shaped as the target says", path: path)
  }

  /// The members that the JSON holds, in its order.
  private mutating func importDocument(
    _ name: String, _ document: Tree, _ policy: Schema.MergePolicy
  ) throws {
    guard let members = model.graph.schema.documents.first(where: { $0.name == name })?.members else {
      throw ReferenceFailure(reason: .unknownTarget, message: "no such document")
    }
    guard document.isObject else { throw unexpectedShape("$") }
    let whole = Item(value: document, path: "$")
    let present = members.compactMap { member in whole.find([.keys(member.path)]).map { (member, $0) } }
      .sorted { $0.1.order.lexicographicallyPrecedes($1.1.order) }
    try begin(present.map(\.0.entity), policy)
    for (member, found) in present {
      switch (member.shape, found.value) {
      case (_, .null): break
      case (.keyed, .object(let values)):
        try importRecords(mapItems(values, path: found.path), as: member.entity)
      case (.object, .object), (.array, .object):
        try importRecords([Item(value: found.value, path: found.path)], as: member.entity)
      case (.array, .array(let values)):
        try importRecords(arrayItems(values, path: found.path), as: member.entity)
      default: throw unexpectedShape(found.path)
      }
    }
    try end(present.map(\.0.entity), policy)
  }

  private mutating func begin(_ entities: [String], _ policy: Schema.MergePolicy) throws {
    if policy == .replace { try delete(entities.reduce(into: []) { $0.formUnion(rows(of: $1)) }) }
  }

  private mutating func end(_ entities: [String], _ policy: Schema.MergePolicy) throws {
    guard policy == .mergeAndPrune else { return }
    var absent: Set<RowID> = []
    for entity in entities where !unprunable.contains(entity) { absent.formUnion(rows(of: entity)) }
    try delete(absent.subtracting(named).subtracting(namedBySkipped))
  }

  private mutating func importRecords(_ items: [Item], as entity: String) throws {
    for item in items {
      try attempt { importer in
        guard !importer.skips.contains(item.path) else {
          if importer.nameSkipped(item, as: entity, embedding: nil) == nil {
            importer.unprunable.insert(entity)
          }
          return
        }
        _ = try importer.importRecord(item, as: entity, RecordContext())
      }
    }
  }

  /// The value of one relationship of a row that is there.
  private mutating func importRelationship(
    _ name: String, of parent: String, key: Key, value: Tree
  ) throws {
    let id = RowID(table: model.table(of: parent), key: key)
    guard let row = database[id], model.entity(row.entity, is: parent),
      var relationship = model.graph.relationship(name, of: parent)
    else { throw ReferenceFailure(reason: .unknownTarget, message: "no such parent or relationship") }
    if let policy = options.policy {
      relationship.mergePolicy = policy
      relationship.prune = .delete
    }
    let found = Item.Found(value: value, path: "$", order: [])
    // The parent is not in the document, but is what is bad where the value has no shape: then nothing is done.
    let record = ""
    try attempt { importer in
      if importer.skips.contains(record) { return }
      if relationship.cardinality == .toMany {
        let list = ToManyValue(found: found, isForeignKey: false, record: record)
        return try importer.importToMany(list, of: id, relationship)
      }
      let given = try importer.decode(
        found, isForeignKey: false, relationship, ownKey: key, record: record)
      let before = importer.pointer(id, relationship)
      try importer.pointRecord(id, relationship, given, record: record)
      importer.nominate(before, relationship, given)
      try importer.importEmbedded(given, in: id, relationship)
    }
  }
}
