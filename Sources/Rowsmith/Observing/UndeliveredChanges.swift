import RowsmithSchema

/// A change set under construction.
struct UndeliveredChanges: Sendable {
  /// By the name of the entity.
  var entities: [String: RowChanges] = [:]
  /// By the index of the link table in the layout.
  var links: [Int: RowChanges] = [:]
  /// Whether every change is listed.
  var isComplete = true
  /// The old and new values; `nil` if no observer needs them.
  var values: ChangedValues?
  private(set) var origins: [ChangeOrigin] = []
  private(set) var imports: [ChangeSet.ImportedDocument] = []
  private(set) var omittedImportCount = 0

  var isEmpty: Bool {
    isComplete && entities.values.allSatisfy(\.isEmpty) && links.values.allSatisfy(\.isEmpty)
  }

  /// The number of listed rows.
  var count: Int {
    (entities.values.map(\.count) + links.values.map(\.count)).reduce(values?.count ?? 0, +)
  }

  mutating func append(_ origin: ChangeOrigin) {
    if !origins.contains(origin), origins.count < ChangeSet.maximumOrigins { origins.append(origin) }
  }

  mutating func append(_ imported: ChangeSet.ImportedDocument) {
    if imports.count < ChangeSet.maximumImports { imports.append(imported) } else { omittedImportCount += 1 }
  }

  /// Adds later changes.
  mutating func merge(_ later: UndeliveredChanges) {
    for (entity, changes) in later.entities { entities[entity, default: RowChanges()].merge(changes) }
    for (table, changes) in later.links { links[table, default: RowChanges()].merge(changes) }
    isComplete = isComplete && later.isComplete
    for origin in later.origins { append(origin) }
    for imported in later.imports { append(imported) }
    omittedImportCount += later.omittedImportCount
    // If one of the two has no values, the merged set has none.
    if let later = later.values { values?.merge(later) } else { values = nil }
  }

  /// The change set for the consumer; `nil` if nothing has changed on balance.
  func changeSet(_ model: StoredModel) -> ChangeSet? {
    if isEmpty { return nil }
    var set = ChangeSet()
    set.isComplete = isComplete
    set.origins = origins
    set.imports = imports
    set.omittedImportCount = omittedImportCount
    if let values, values.isComplete { (set.rowChanges, set.linkChanges) = (values.rows, values.links) }
    for (entity, changes) in entities.sorted(by: { $0.key < $1.key }) where !changes.isEmpty {
      set.entities.append(ChangeSet.EntityChanges(entity, changes, model))
    }
    for (table, changes) in links.sorted(by: { $0.key < $1.key }) where !changes.isEmpty {
      set.links.append(ChangeSet.LinkChanges(model.layout.linkTables[table], changes, model.graph))
    }
    return set
  }
}

extension ChangeSet.EntityChanges {
  fileprivate init(_ entity: String, _ changes: RowChanges, _ model: StoredModel) {
    self.entity = entity
    lineage = model.graph.lineage(of: entity).map(\.name)
    // Rows without a key are identified by their rowid, which means nothing outside the database.
    keyColumns = model.layout.table(of: lineage.first ?? entity)?.key ?? []
    isComplete = changes.isComplete && !keyColumns.isEmpty
    guard isComplete else { return }
    inserted = changes.keys(.inserted)
    updated = changes.keys(.updated)
    deleted = changes.keys(.deleted)
    rekeyed = changes.rekeys.inOrder.map { ChangeSet.Rekey(from: $0.from.values, to: $0.to.values) }
  }
}

extension ChangeSet.LinkChanges {
  fileprivate init(_ table: Layout.LinkTable, _ changes: RowChanges, _ graph: SchemaGraph) {
    relationship = "\(table.sourceEntity).\(table.relationship)"
    sources = graph.descendants(of: table.sourceEntity).map(\.name)
    let holder = table.inverse.flatMap { graph.declarer(of: $0, in: table.targetEntity)?.name }
    inverse = table.inverse.flatMap { name in holder.map { "\($0).\(name)" } }
    targets = holder.map { graph.descendants(of: $0).map(\.name) } ?? []
    isComplete = changes.isComplete
    let links = { (change: RowChange.Kind) in
      changes.keys(change).map { key in
        Link(
          source: Array(key.prefix(table.sourceColumns.count)),
          target: Array(key.dropFirst(table.sourceColumns.count)))
      }
    }
    added = links(.inserted)
    moved = links(.updated)
    removed = links(.deleted)
  }
}
