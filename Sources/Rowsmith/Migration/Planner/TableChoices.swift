import RowsmithSchema

/// The third stage of a plan: which tables keep their rows in place, possibly altered, and which are rebuilt.
struct TableChoices {
  /// The names of the new tables that are rebuilt.
  private(set) var rebuilt: Set<String> = []
  /// The new tables that keep their rows, with the alterations.
  private(set) var altered: [String: TableAlteration] = [:]
  private let translation: RowTranslation
  private var match: SchemaMatch { translation.match }

  /// SQLite updates references to tables and columns that are renamed, but not to tables that are rebuilt. So a table that
  /// refers to one that is rebuilt under another name must be rebuilt, too, and then perhaps those that refer to that one.
  init(_ translation: RowTranslation) {
    self.translation = translation
    for table in match.newLayout.tables {
      if let alteration = alteration(to: table) {
        altered[table.name] = alteration
      } else {
        rebuilt.insert(table.name)
      }
    }
    // The new names of the tables that stay, and of those that refer to an old one.
    var names: [String: String] = [:]
    var referring: [String: [String]] = [:]
    for (name, alteration) in altered {
      names[alteration.old.name] = name
      for reference in alteration.old.references { referring[reference.table, default: []].append(name) }
    }
    var waiting = match.newLayout.tables.map(\.name)
    while let name = waiting.popLast() {
      guard let alteration = altered[name] else { continue }
      let result = alteration.result { reference in
        names[reference.table].flatMap { altered[$0] }.map { TableChoices.renamed(reference, by: $0) }
          ?? reference
      }
      if DDL.create(result) == DDL.create(alteration.new) { continue }
      altered[name] = nil
      rebuilt.insert(name)
      waiting += referring[alteration.old.name] ?? []
    }
  }

  /// Whether every table and every row stays unchanged.
  var changeNothing: Bool {
    guard rebuilt.isEmpty, altered.values.allSatisfy(\.isNothing),
      match.oldLayout.tables.count == match.newLayout.tables.count,
      match.oldLayout.linkTables.count == match.newLayout.linkTables.count,
      DDL.statements(for: match.oldLayout).sorted() == DDL.statements(for: match.newLayout).sorted(),
      match.old.schema.entities.allSatisfy({ match.successor(of: $0.name)?.name == $0.name })
    else { return false }
    return relationshipNames(match.old) == relationshipNames(match.new)
  }

  /// The names under which links are counted, their storage, and whether they are ordered.
  private func relationshipNames(_ graph: SchemaGraph) -> [String] {
    graph.schema.entities.flatMap { entity in
      entity.relationships.map { relationship in
        let storage = graph.storage(of: relationship, in: entity.name)
        return "\(entity.name).\(relationship.name) \(relationship.isOrdered): \(storage)"
      }
    }.sorted()
  }

  /// A reference of an old table after the table that it leads to is altered.
  private static func renamed(
    _ reference: Layout.Table.Reference, by target: TableAlteration
  ) -> Layout.Table.Reference {
    Layout.Table.Reference(
      columns: reference.columns, table: target.new.name, key: reference.key.map(target.name))
  }

  /// The alterations with which the rows of a table can stay in place; `nil` if they cannot.
  private func alteration(to table: Layout.Table) -> TableAlteration? {
    let flows = translation.flows(to: table)
    guard let old = flows.first?.table, flows.allSatisfy({ $0.table.name == old.name }),
      flows.count == old.entities.count, flows.count == table.entities.count,
      flows.count == 1 || flows.allSatisfy({ $0.entity == $0.former }),
      old.columns.isEmpty == table.columns.isEmpty
    else { return nil }
    // With the table SQLite would rename the references of new tables to another one that gets its name.
    if old.name.lowercased() != table.name.lowercased(), match.hasTable(old.name) { return nil }
    var alteration = TableAlteration(old: old, new: table)
    let columns = Dictionary(old.columns.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let taken = Set(columns.keys.map { $0.lowercased() })
    var used: Set<String> = []
    for column in table.columns {
      if let former = formerColumn(of: column, flows: flows, columns) {
        guard used.insert(former).inserted, alteration.addedColumns.isEmpty else { return nil }
        if former != column.name {
          // The name is taken by another column.
          if taken.contains(column.name.lowercased()) { return nil }
          alteration.renamedColumns.append((former, column.name))
        }
      } else {
        guard isAddable(column, flows: flows) else { return nil }
        alteration.addedColumns.append(column)
      }
    }
    let bound = Set(old.key + old.references.flatMap(\.columns))
    let added = Set(alteration.addedColumns.map { $0.name.lowercased() })
    for column in old.columns where !used.contains(column.name) {
      let isNamedAgain = added.contains(column.name.lowercased())
      if bound.contains(column.name) || isNamedAgain || used.isEmpty { return nil }
      alteration.droppedColumns.append(column.name)
    }
    return alteration
  }

  /// The old column whose values every row keeps unchanged.
  ///
  /// - Parameter columns: the columns of the old table, by their names.
  private func formerColumn(
    of column: Layout.Column, flows: [RowFlow], _ columns: [String: Layout.Column]
  ) -> String? {
    if column.source == .entityName { return flows[0].table.columns.first { $0.source == .entityName }?.name }
    var names: Set<String> = []
    for flow in flows where declares(column, flow) {
      guard let value = translation.value(of: column, flow: flow, { "o.\($0)" }), value.hasPrefix("o.") else {
        return nil
      }
      names.insert(String(value.dropFirst(2)))
    }
    guard names.count == 1, let name = names.first, let former = columns[name] else { return nil }
    if translation.needsNumbers(column, flows: flows) { return nil }
    // An entity that has lost the column must not keep values in it.
    let isKept = flows.allSatisfy { flow in
      declares(column, flow)
        || former.source.entity.map { match.old.extends(flow.former, $0) } != true
    }
    return isKept ? name : nil
  }

  private func declares(_ column: Layout.Column, _ flow: RowFlow) -> Bool {
    switch column.source {
    case .position(let entity, let name):
      guard let list = match.new.relationship(name, of: entity), let inverse = list.inverse else {
        return false
      }
      return match.new.relationship(inverse, of: flow.entity) != nil
    default: return column.source.entity.map { translation.has($0, flow) } ?? true
    }
  }

  /// Whether ALTER TABLE can add the column with the value that every row must have.
  private func isAddable(_ column: Layout.Column, flows: [RowFlow]) -> Bool {
    guard case .attribute = column.source else { return false }
    let filling = DDL.literal(column.defaultValue ?? .null)
    if column.isRequired, column.defaultValue == nil { return false }
    return flows.allSatisfy { flow in
      translation.value(of: column, flow: flow) { "o.\($0)" } == filling
    }
  }
}

extension ColumnSource {
  /// The entity that declares the column's attribute or relationship.
  var entity: String? {
    switch self {
    case .attribute(let entity, _), .relationship(let entity, _, _): entity
    case .position, .entityName, .rowIdentifier: nil
    }
  }
}
