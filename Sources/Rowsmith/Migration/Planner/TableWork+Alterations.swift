import RowsmithSchema

extension TableWork {
  /// The steps that alter tables in place and update their indices.
  mutating func alterTables() {
    for table in match.newLayout.tables {
      guard let alteration = choices.altered[table.name] else { continue }
      var name = alteration.old.name
      if name != table.name {
        var work: [(Migration.Phase, String)] = []
        // Another table may have the name until it is altered.
        if match.hadTable(table.name) {
          let passing = "_rowsmith_passing_\(table.name)"
          work.append((.drop, "ALTER TABLE \(DDL.quoted(name)) RENAME TO \(DDL.quoted(passing))"))
          work.append((.alter, "ALTER TABLE \(DDL.quoted(passing)) RENAME TO \(DDL.quoted(table.name))"))
        } else {
          work.append((.alter, "ALTER TABLE \(DDL.quoted(name)) RENAME TO \(DDL.quoted(table.name))"))
        }
        add("rename the table \(name) to \(table.name)", work)
        noteRenamed(name, to: table.name)
        name = table.name
      }
      let alter = "ALTER TABLE \(DDL.quoted(name))"
      for column in alteration.renamedColumns {
        noteColumn(column.new, of: alteration.old.name)
        add(
          "rename the column \(name).\(column.old) to \(column.new)",
          [(.alter, "\(alter) RENAME COLUMN \(DDL.quoted(column.old)) TO \(DDL.quoted(column.new))")])
      }
      for column in alteration.droppedColumns {
        add("drop the column \(name).\(column)", [(.alter, "\(alter) DROP COLUMN \(DDL.quoted(column))")])
      }
      for column in alteration.addedColumns {
        noteColumn(column.name, of: alteration.old.name)
        let filling = column.defaultValue.map { ", filled with \(DDL.literal($0))" } ?? ""
        add(
          "add the column \(name).\(column.name)\(filling)",
          [(.alter, "\(alter) ADD COLUMN \(DDL.define(column, isKey: false))")])
      }
      renewIndexes(of: alteration)
    }
  }

  private mutating func renewIndexes(of alteration: TableAlteration) {
    let kept = alteration.old.indexes.map { index in
      var index = index
      index.columns = index.columns.map(alteration.name)
      return index
    }
    for (old, index) in zip(alteration.old.indexes, kept) where !alteration.new.indexes.contains(index) {
      // Another program may have dropped it.
      add("drop the index \(old.name)", [(.drop, "DROP INDEX IF EXISTS \(DDL.quoted(old.name))")])
    }
    for index in alteration.new.indexes where !kept.contains(index) {
      add(
        "create the \(index.isUnique ? "unique " : "")index \(index.name)",
        [(.index, DDL.create(index, on: alteration.new.name))])
    }
  }
}
