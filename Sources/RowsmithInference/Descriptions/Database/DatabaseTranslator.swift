import RowsmithModel

/// Translates the tables of a database into a draft.
struct DatabaseTranslator {
  let catalog: DatabaseCatalog
  private(set) var notes: [DraftNote] = []
  /// The entities of tables, by the table name in lowercase; link tables have none.
  private(set) var entities: [String: String] = [:]
  let links: [LinkTable]
  var memberNames: [String: DraftNames] = [:]
  /// The draft's names of columns, by entity and by column name in lowercase.
  var members: [String: [String: String]] = [:]
  var inverses = InverseSettling()
  private var typeNames = DraftNames()
  private(set) var enums: [EnumDraft] = []

  init(_ found: DatabaseCatalog) {
    let catalog = ImpliedReferences.added(to: found)
    self.catalog = catalog
    links = LinkTable.found(in: catalog)
    let linking = Set(links.map(\.table.name))
    for table in catalog.tables where !linking.contains(table.name) {
      let singular = Singular.of(DraftNames.memberName(table.name)).capitalisedFirst
      entities[table.name.lowercased()] = typeNames.type(for: singular)
    }
  }

  mutating func note(_ place: String, _ message: String) { notes.append(DraftNote(place, message)) }

  mutating func draft() -> ModelDraft {
    var draft = ModelDraft()
    for table in catalog.tables where entities[table.name.lowercased()] != nil {
      draft.entities.append(entity(table))
    }
    draft.enums = enums
    addCollections(&draft)
    addLinks(&draft)
    draft.casing = CasingVote.casing(of: draft)
    ImpliedKeys.settle(&draft)
    OwnKeys.settle(&draft)
    inverses.settle(&draft)
    return draft
  }

  func table(_ name: String) -> DatabaseTable? {
    catalog.tables.first { $0.name.lowercased() == name.lowercased() }
  }

  /// The enum for a column's values.
  mutating func enumeration(_ values: [String], _ entity: String, _ column: String) -> String {
    if let known = enums.first(where: { $0.values == values }) { return known.name }
    let name = typeNames.type(
      for: entity + DraftNames.typeName(DraftNames.memberName(column).capitalisedFirst), orElse: "Value")
    enums.append(EnumDraft(name: name, values: values))
    return name
  }

  /// The foreign key of a single column, if it refers to the whole key of a table that is an entity.
  func reference(of column: String, in table: DatabaseTable) -> DatabaseTable.Reference? {
    table.references.first { reference in
      guard reference.from.count == 1, reference.from[0].lowercased() == column.lowercased(),
        let target = self.table(reference.table), entities[target.name.lowercased()] != nil,
        target.key.count == 1,
        // A row whose key is that of another row of the same table is not a record of its own.
        target.name != table.name || table.key != [column]
      else { return false }
      // Two keys that refer to each other identify nothing.
      if table.key.contains(where: { $0.lowercased() == column.lowercased() }),
        keyLeads(from: target, to: table)
      {
        return false
      }
      return reference.to.isEmpty || reference.to[0].lowercased() == target.key[0].lowercased()
    }
  }

  /// The foreign keys of a table that are relationships, one for each column.
  func relations(of table: DatabaseTable) -> [DatabaseTable.Reference] {
    var columns: Set<String> = []
    return table.references.filter { reference in
      guard reference.from.count == 1, let column = table.column(reference.from[0]), !column.isGenerated,
        DraftNames.isReadable(column.name), self.reference(of: column.name, in: table) == reference
      else { return false }
      return columns.insert(column.name.lowercased()).inserted
    }
  }

  /// Whether the key of a table refers, through foreign keys, to the other table.
  private func keyLeads(from start: DatabaseTable, to other: DatabaseTable) -> Bool {
    var visited: Set<String> = []
    var waiting = [start]
    while let next = waiting.popLast() {
      if next.name == other.name { return true }
      guard visited.insert(next.name).inserted else { continue }
      let key = Set(next.key.map { $0.lowercased() })
      waiting += next.references.filter { $0.from.allSatisfy { key.contains($0.lowercased()) } }.compactMap {
        self.table($0.table)
      }
    }
    return false
  }

  /// The name of the relationship for a foreign key: `author` for `author_id`, `country` for `country_code` if `code` is the
  /// key of countries.
  func stem(of reference: DatabaseTable.Reference) -> String {
    let words = Words.of(reference.from[0])
    let key = reference.to.first ?? table(reference.table)?.key.first ?? "id"
    let ends = [Words.of(key), ["id"], ["fk"], ["uuid"], ["key"], ["ref"]]
    guard let end = ends.first(where: { words.count > $0.count && Array(words.suffix($0.count)) == $0 })
    else {
      return DraftNames.memberName(reference.from[0])
    }
    return DraftNames.memberName(words.dropLast(end.count).joined(separator: "_"))
  }
}
