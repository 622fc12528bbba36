import RowsmithModel

extension DatabaseTranslator {
  /// The entity of a table, with a to-one relationship for each column that is a foreign key.
  mutating func entity(_ table: DatabaseTable) -> EntityDraft {
    let name = entities[table.name.lowercased()] ?? table.name
    var entity = EntityDraft(name: name)
    var names = DraftNames()
    var ours: [String: String] = [:]
    let checks = ColumnChecks(table.sql)
    for column in table.columns {
      if column.isGenerated {
        note(
          "\(table.name).\(column.name)",
          "is computed by the database; make it a computed property of the record")
        continue
      }
      guard DraftNames.isReadable(column.name) else {
        note(
          "\(table.name).\(column.name)", "no attribute can read a key '\(column.name)'; left out")
        continue
      }
      if let target = reference(of: column.name, in: table)?.table, entities[target.lowercased()] != nil {
        continue
      }
      let member = attribute(column, of: table, name, &names, checks)
      ours[column.name.lowercased()] = member.name
      entity.attributes.append(member)
    }
    // Last, because a relationship also reads its own name, which must not be that of another column.
    for column in table.columns where !column.isGenerated && DraftNames.isReadable(column.name) {
      guard let reference = reference(of: column.name, in: table),
        let target = entities[reference.table.lowercased()]
      else { continue }
      var member = MemberDraft(name: names.unique(stem(of: reference)), type: target)
      member.isOptional = !column.isRequired && column.keyPlace == 0
      // A relationship also reads a key from its own name.
      if DraftNames.memberName(column.name) == member.name {
        member.importName = ImportName.escaped(column.name)
      } else {
        member.settings = [YAMLEntryDraft("ForeignKey", .text(ImportName.escaped(column.name)))]
      }
      ours[column.name.lowercased()] = member.name
      entity.relationships.append(member)
    }
    entity.primaryKey = key(of: table).compactMap { ours[$0.lowercased()] }
    let telling = Set(table.columns.filter(\.tellsRowsApart).compactMap { ours[$0.name.lowercased()] })
    while let renamed = ImpliedKeys.settle(&entity, isKey: telling.contains) {
      for (column, name) in ours where name == renamed.old { ours[column] = renamed.new }
    }
    if entity.primaryKey.isEmpty {
      note(table.name, "has no primary key, so records cannot be recognised; give it one")
    }
    require(entity.primaryKey, &entity)
    indexes(of: table, &entity, ours)
    noteReferences(of: table)
    memberNames[name] = names
    members[name] = ours
    return entity
  }

  private mutating func attribute(
    _ column: DatabaseTable.Column, of table: DatabaseTable, _ entity: String, _ names: inout DraftNames,
    _ checks: ColumnChecks
  ) -> MemberDraft {
    var found = ColumnType(of: column)
    if found.type == "String", let values = checks.values[column.name.lowercased()],
      Set(values.map(SwiftNames.foldedCase)).count == values.count
    {
      found.type = enumeration(values, entity, column.name)
    }
    // A list or JSON value cannot be a key, also if only a unique index makes it one.
    if found.type == "JSON", key(of: table).contains(where: { $0.lowercased() == column.name.lowercased() }) {
      found.type = "String"
    }
    var member = MemberDraft(name: names.member(forKey: column.name, of: entity), type: found.type)
    member.importName = ImportName.escaped(column.name)
    member.isOptional = !column.isRequired && column.keyPlace == 0
    member.comment = found.comment
    if !found.dateFormats.isEmpty {
      let formats = found.dateFormats
      let value: YAMLDraft = formats.count == 1 ? .text(formats[0]) : .list(formats.map { .text($0) })
      member.settings.append(YAMLEntryDraft("DateFormat", value))
    }
    if let text = column.defaultValue, text.uppercased() != "NULL", column.keyPlace == 0 {
      let listed = enums.first { $0.name == found.type }?.values
      if let value = SQLLiteral.value(text, type: found.type, listed: listed) {
        member.settings.append(YAMLEntryDraft("default", value))
      } else {
        note("\(table.name).\(column.name)", "the default \(text) is left out")
      }
    }
    return member
  }

  /// The columns of the key: the primary key, or the columns of a unique index that are never null.
  private func key(of table: DatabaseTable) -> [String] {
    let key = table.key
    func isRead(_ name: String) -> Bool {
      DraftNames.isReadable(name) && table.column(name)?.isGenerated == false
    }
    if !key.isEmpty, key.allSatisfy(isRead) { return key }
    let unique = table.indexes.first { index in
      index.isUnique && !index.isPartial && !index.columns.isEmpty
        && index.columns.allSatisfy { name in
          name.map(isRead) ?? false && name.flatMap(table.column)?.isRequired ?? false
        }
    }
    return unique?.columns.compactMap { $0 } ?? []
  }

  private func require(_ key: [String], _ entity: inout EntityDraft) {
    for place in entity.attributes.indices where key.contains(entity.attributes[place].name) {
      entity.attributes[place].isOptional = false
    }
    for place in entity.relationships.indices where key.contains(entity.relationships[place].name) {
      entity.relationships[place].isOptional = false
    }
  }

  private mutating func indexes(
    of table: DatabaseTable, _ entity: inout EntityDraft, _ ours: [String: String]
  ) {
    var (uniques, indexes): ([[String]], [[String]]) = ([], [])
    for index in table.indexes {
      let names = index.columns.compactMap { $0.flatMap { ours[$0.lowercased()] } }
      if index.isPartial || names.count != index.columns.count || names.isEmpty {
        note("\(table.name): index \(index.name)", "is over some rows only, or over an expression; left out")
      } else if index.isUnique {
        uniques.append(names)
      } else {
        indexes.append(names)
      }
    }
    IndexSettling(primaryKey: entity.primaryKey, uniques: uniques, indexes: indexes)
      .settle(&entity, references: entity.relationships.map(\.name))
  }

  private mutating func noteReferences(of table: DatabaseTable) {
    let relations = self.relations(of: table)
    for reference in table.references where !relations.contains(reference) {
      let columns = reference.from.joined(separator: ", ")
      if let relation = relations.first(where: { $0.from == reference.from }) {
        guard relation.table.lowercased() == reference.table.lowercased() else {
          note(
            "\(table.name).\(columns)",
            "refers to \(reference.table), too; the relationship leads to \(relation.table) alone")
          continue
        }
        let key = self.table(reference.table)?.key.map { $0.lowercased() }
        if reference.to.isEmpty || reference.to.map({ $0.lowercased() }) == key { continue }
      }
      // The column is left out, which is noted.
      if reference.from.count == 1, self.reference(of: reference.from[0], in: table) == reference { continue }
      note(
        "\(table.name).\(columns)",
        "refers to \(reference.table) by something other than a single-column primary key; not a relationship"
      )
    }
  }
}
