import RowsmithSchema

extension MigrationPlanner {
  /// Decides which tables keep their rows in place, possibly altered, and which are built anew.
  ///
  /// SQLite keeps references in step with tables and columns that are renamed, not with tables that are built anew: a
  /// table is built anew when what it refers to is and has another name then. So this is repeated until it settles.
  func chooseRebuilds() {
    for table in match.newLayout.tables {
      if let alteration = alteration(to: table) {
        altered[table.name] = alteration
      } else {
        rebuilt.insert(table.name)
      }
    }
    var isSettled = false
    while !isSettled {
      isSettled = true
      for table in match.newLayout.tables {
        guard let alteration = altered[table.name] else { continue }
        if DDL.create(alteration.result(referenceAfterwards)) == DDL.create(table) { continue }
        altered[table.name] = nil
        rebuilt.insert(table.name)
        isSettled = false
      }
    }
  }

  /// What a reference of an old table says when other tables have been altered.
  func referenceAfterwards(_ reference: Layout.Table.Reference) -> Layout.Table.Reference {
    guard let target = altered.values.first(where: { $0.old.name == reference.table }) else {
      return reference
    }
    return Layout.Table.Reference(
      columns: reference.columns, table: target.new.name, key: reference.key.map(target.name))
  }

  /// How the rows of a table could stay where they are; nil where they cannot.
  private func alteration(to table: Layout.Table) -> TableAlteration? {
    let flows = flows(to: table)
    guard let old = flows.first?.table, flows.allSatisfy({ $0.table.name == old.name }),
      flows.count == old.entities.count, flows.count == table.entities.count,
      flows.count == 1 || flows.allSatisfy({ $0.entity == $0.former }),
      old.columns.isEmpty == table.columns.isEmpty
    else { return nil }
    var alteration = TableAlteration(old: old, new: table)
    var used: Set<String> = []
    for column in table.columns {
      if let former = formerColumn(of: column, flows: flows) {
        guard used.insert(former).inserted, alteration.addedColumns.isEmpty else { return nil }
        if former != column.name {
          // One name must not stand in the way of another.
          let isTaken = old.columns.contains { $0.name.lowercased() == column.name.lowercased() }
          if isTaken { return nil }
          alteration.renamedColumns.append((former, column.name))
        }
      } else {
        guard isAddable(column, flows: flows) else { return nil }
        alteration.addedColumns.append(column)
      }
    }
    for column in old.columns where !used.contains(column.name) {
      let isBound =
        old.key.contains(column.name) || old.references.contains { $0.columns.contains(column.name) }
      let isNamedAgain = alteration.addedColumns.contains { $0.name.lowercased() == column.name.lowercased() }
      if isBound || isNamedAgain || used.isEmpty { return nil }
      alteration.droppedColumns.append(column.name)
    }
    return alteration
  }

  /// The old column whose values every row keeps as they are.
  private func formerColumn(of column: Layout.Column, flows: [RowFlow]) -> String? {
    if column.source == .entityName { return flows[0].table.columns.first { $0.source == .entityName }?.name }
    var names: Set<String> = []
    for flow in flows where declares(column, flow) {
      guard let value = value(of: column, flow: flow, { "o.\($0)" }), value.hasPrefix("o.") else {
        return nil
      }
      names.insert(String(value.dropFirst(2)))
    }
    guard names.count == 1, let name = names.first,
      let former = flows[0].table.columns.first(where: { $0.name == name })
    else { return nil }
    if needsNumbers(column, flows: flows) { return nil }
    // A kind that has lost the column must not keep values in it.
    let isKept = flows.allSatisfy { flow in
      declares(column, flow)
        || !match.old.lineage(of: flow.former).contains { former.source.entity == $0.name }
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
    default: return column.source.entity.map { has($0, flow) } ?? true
    }
  }

  /// Whether ALTER TABLE can add the column with what every row is to have in it.
  private func isAddable(_ column: Layout.Column, flows: [RowFlow]) -> Bool {
    guard case .attribute = column.source else { return false }
    let filling = DDL.literal(column.defaultValue ?? .null)
    if column.isRequired, column.defaultValue == nil { return false }
    return flows.allSatisfy { flow in
      value(of: column, flow: flow) { "o.\($0)" } == filling
    }
  }

  /// The steps that alter tables in place, and renew their indices.
  func alterTables() {
    for table in match.newLayout.tables {
      guard let alteration = altered[table.name] else { continue }
      var name = alteration.old.name
      if name != table.name {
        var work: [(Migration.Phase, String)] = []
        // Another table may have the name until it is altered itself.
        if match.oldLayout.hasTable(table.name) {
          let passing = "_rowsmith_passing_\(table.name)"
          work.append((.drop, "ALTER TABLE \(DDL.quoted(name)) RENAME TO \(DDL.quoted(passing))"))
          work.append((.alter, "ALTER TABLE \(DDL.quoted(passing)) RENAME TO \(DDL.quoted(table.name))"))
        } else {
          work.append((.alter, "ALTER TABLE \(DDL.quoted(name)) RENAME TO \(DDL.quoted(table.name))"))
        }
        addStep("rename the table \(name) to \(table.name)", work)
        migration.renamedTables.append(Migration.Renaming(old: name, new: table.name))
        name = table.name
      }
      let alter = "ALTER TABLE \(DDL.quoted(name))"
      for column in alteration.renamedColumns {
        addStep(
          "rename the column \(name).\(column.old) to \(column.new)",
          [(.alter, "\(alter) RENAME COLUMN \(DDL.quoted(column.old)) TO \(DDL.quoted(column.new))")])
      }
      for column in alteration.droppedColumns {
        addStep("drop the column \(name).\(column)", [(.alter, "\(alter) DROP COLUMN \(DDL.quoted(column))")])
      }
      for column in alteration.addedColumns {
        let filling = column.defaultValue.map { ", filled with \(DDL.literal($0))" } ?? ""
        addStep(
          "add the column \(name).\(column.name)\(filling)",
          [(.alter, "\(alter) ADD COLUMN \(DDL.define(column, isKey: false))")])
      }
      renewIndexes(of: alteration)
    }
  }

  private func renewIndexes(of alteration: TableAlteration) {
    let kept = alteration.old.indexes.map { index in
      var index = index
      index.columns = index.columns.map(alteration.name)
      return index
    }
    for (old, index) in zip(alteration.old.indexes, kept) where !alteration.new.indexes.contains(index) {
      addStep("drop the index \(old.name)", [(.drop, "DROP INDEX \(DDL.quoted(old.name))")])
    }
    for index in alteration.new.indexes where !kept.contains(index) {
      addStep(
        "create the \(index.isUnique ? "unique " : "")index \(index.name)",
        [(.index, DDL.create(index, on: alteration.new.name))])
    }
  }
}

extension Layout {
  /// Whether there is a table of that name, in any case.
  func hasTable(_ name: String) -> Bool {
    let names = tables.map(\.name) + linkTables.map(\.name)
    return names.contains { $0.lowercased() == name.lowercased() }
  }
}

extension ColumnSource {
  /// The entity that declares what the column holds.
  var entity: String? {
    switch self {
    case .attribute(let entity, _), .relationship(let entity, _, _): entity
    case .position, .entityName, .rowIdentifier: nil
    }
  }
}
