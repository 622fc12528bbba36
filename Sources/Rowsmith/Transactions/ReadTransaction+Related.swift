import RowsmithSchema

extension ReadTransaction {
  /// Reads the items of a to-many relationship for many records.
  func items<Source: Record, Target: Record>(
    of relationship: ToMany<Source, Target>, of records: some Sequence<Source>, _ condition: ConditionNode
  ) throws -> RelatedItems<Source, Target> {
    let source = try mapping().requireEntity(Source.entityName)
    try source.requireKey(Source.Key.columnCount)
    let keyIndices = try indices(of: source.table.layout.key, in: Source.self)
    let identity = try indices(
      of: try mapping().requireEntity(Target.entityName).table.layout.key, in: Target.self)
    let owners = distinct(keyIndices, of: records)
    let select = try QueryCompiler.items(
      Target.columnNames, of: relationship.name, source: Source.entityName, keys: owners, condition,
      mapping: mapping())
    var items: [StoredKey: [Target]] = [:]
    try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      let row = Row(statement: statement.handle, entity: Target.entityName)
      let ownerIndices = keyIndices.indices.map { Target.columnNames.count + $0 }
      while try statement.step() {
        items[StoredKey(statement, ownerIndices), default: []].append(try Target(row: row))
      }
    }
    var seen: Set<StoredKey> = []
    let all = owners.flatMap { items[$0] ?? [] }.filter { seen.insert(StoredKey($0, identity)).inserted }
    return RelatedItems(all: all, items: items, keyIndices: keyIndices)
  }

  /// Reads the targets of a to-one relationship for many records.
  func targets<Source: Record, Target: Record>(
    of columns: [String], of records: some Sequence<Source>
  ) throws -> RelatedTargets<Source, Target> {
    let linkIndices = try indices(of: columns, in: Source.self)
    let identity = try indices(
      of: try mapping().requireEntity(Target.entityName).table.layout.key, in: Target.self)
    var query = QueryNode(entity: Target.entityName)
    let links = distinct(linkIndices, of: records).map(\.values)
    query.condition = .keyIsIn(links.filter { !$0.contains(.null) })
    let all = try fetch(Query<Target>(query))
    let records = Dictionary(
      all.map { (StoredKey($0, identity), $0) }, uniquingKeysWith: { first, _ in first })
    return RelatedTargets(all: all, records: records, linkIndices: linkIndices)
  }

  private func indices<R: Record>(of columns: [String], in type: R.Type) throws -> [Int] {
    try columns.map { name in
      if let index = R.columnNames.firstIndex(of: name) { return index }
      throw StoreError(
        .unknownEntity,
        "'\(R.entityName)' has no column '\(name)'; the record type belongs to another version of the model")
    }
  }

  /// The values of some columns of the records, without duplicates.
  private func distinct(_ indices: [Int], of records: some Sequence<some Record>) -> [StoredKey] {
    var seen: Set<StoredKey> = []
    return records.map { StoredKey($0, indices) }.filter { seen.insert($0).inserted }
  }
}
