import RowsmithSchema

extension Resolver {
  /// Reports collisions of tables and columns.
  ///
  /// Members of a family with the same name are reported with families. This is about generated names: the parts of a composite
  /// key, positions, the discriminator column, and link tables.
  mutating func checkColumns() {
    let graph = SchemaGraph(schema)
    let withIdentifiers = graph.rootsWithRowIdentifiers
    let roots = schema.entities.filter { $0.parent == nil }
    for root in roots {
      var seen: [String: StoredColumn] = [:]
      let columns = graph.columns(ofFamily: root, hasRowIdentifier: withIdentifiers.contains(root.name))
      if columns.count > Self.mostColumns, let range = declarations[root.name]?.name.range {
        diagnostics.append(.tooManyColumns(root.name, columns.count, at: range))
      }
      for column in columns {
        guard let first = seen[column.name.lowercased()] else {
          seen[column.name.lowercased()] = column
          continue
        }
        if isNamedByModel(first), isNamedByModel(column) { continue }
        // The generated name comes after the declared one or is derived from one: report it there.
        let (made, other) = isNamedByModel(column) ? (first, column) : (column, first)
        guard let range = range(of: made.source) ?? range(of: other.source) else { continue }
        diagnostics.append(
          .columnsCollide(made.name, description(of: other.source), description(of: made.source), at: range))
      }
      // With all of SQLite's names for it taken, no statement can name a rowid.
      let taken = ["rowid", "_rowid_", "oid"].compactMap { seen[$0] }
      if taken.count == 3, let range = taken.compactMap({ range(of: $0.source) }).last {
        diagnostics.append(.rowIDHasNoName(root.name, at: range))
      }
      choiceCollisions(root, seen, graph)
    }
    tableCollisions(roots, graph)
  }

  /// Reports what takes a name of a relationship to one of several entities: `subject`, `subject_type` or `subject_id`. Declared
  /// members of its own entity have been reported with it.
  private mutating func choiceCollisions(
    _ root: Schema.Entity, _ columns: [String: StoredColumn], _ graph: SchemaGraph
  ) {
    let family = graph.descendants(of: root.name)
    for (place, entity) in family.enumerated() {
      for choice in entity.choices {
        for other in family[(place + 1)...] { collisions(of: choice.name, with: other) }
      }
    }
    for entity in family {
      for choice in entity.choices {
        let made = [choice.name, "\(choice.name)_type", "\(choice.name)_id"].map { $0.lowercased() }
        for member in family.compactMap({ declarations[$0.name] }).flatMap({ others($0, of: entity) })
        where made.contains(member.value.lowercased()) {
          diagnostics.append(.choiceTakesName(choice.name, member.value, at: member.range))
        }
        for name in made {
          guard let column = columns[name], !isNamedByModel(column), let range = range(of: column.source)
          else { continue }
          diagnostics.append(.choiceTakesName(choice.name, column.name, at: range))
        }
      }
    }
  }

  /// Reports the relationships to one of several entities of a relative that use a name of another one.
  private mutating func collisions(of name: String, with other: Schema.Entity) {
    func names(_ choice: String) -> Set<String> {
      Set([choice, "\(choice)_type", "\(choice)_id"].map { $0.lowercased() })
    }
    for theirs in other.choices where !names(name).isDisjoint(with: names(theirs.name)) {
      let range = declarations[other.name]?.relationships.lazy.compactMap(\.choice).first {
        $0.name.value == theirs.name
      }?.name.range
      if let range { diagnostics.append(.choiceTakesName(name, theirs.name, at: range)) }
    }
  }

  /// The names of an entity's members that are not compared where an entity declares them: those of relatives, and the parts
  /// of values.
  private func others(_ declaration: EntityDeclaration, of entity: Schema.Entity) -> [Located<String>] {
    if declaration.name.value == entity.name {
      return declaration.attributes.filter { $0.part != nil }.map(\.name)
    }
    return (declaration.attributes + declaration.groups).map(\.name) + declaration.relationships.map(\.name)
  }

  private mutating func tableCollisions(_ roots: [Schema.Entity], _ graph: SchemaGraph) {
    var seen: [String: String] = [:]
    for root in roots { seen[root.name.lowercased()] = "the records of '\(root.name)'" }
    // `linkTables` has only one of two tables with exactly the same name.
    let links = schema.entities.flatMap { entity in entity.relationships.map { (entity.name, $0) } }
    for (entity, relationship) in links {
      guard case .linkTable(let name, true) = graph.storage(of: relationship, in: entity) else { continue }
      let what = "the links of '\(entity).\(relationship.name)'"
      if let other = seen[name.lowercased()] {
        diagnostics.append(
          .tablesCollide(name, other, what, at: range(of: relationship.name, in: entity)))
      }
      seen[name.lowercased()] = what
      orderCollision(of: relationship, in: entity, graph)
    }
  }

  /// Reports a part of a key whose column in a link table has the name of the one for the order of the other side.
  private mutating func orderCollision(
    of relationship: Schema.Relationship, in entity: String, _ graph: SchemaGraph
  ) {
    guard let inverse = graph.inverse(of: relationship), inverse.isOrdered else { return }
    let key = graph.keyColumns(of: entity)
    guard key.count > 1, let part = key.first(where: { $0.name.lowercased() == "position" }),
      let range = range(of: part.source)
    else { return }
    diagnostics.append(
      .orderTakesKeyPart(
        part.name, of: entity, order: "\(relationship.target).\(inverse.name)",
        key: impliedKey(of: part.source), at: range))
  }

  /// The key in the JSON that a member is read from by its name; `nil` if the model says where it is read.
  private func impliedKey(of source: ColumnSource) -> String? {
    switch source {
    case .attribute(let entity, let name):
      let attribute = attributeDeclaration(name, of: entity)
      return attribute?.importName == nil ? casing.key(for: name) : nil
    case .relationship(let entity, let name, _):
      let relationship = relationshipDeclaration(name, of: entity)
      let isRead = relationship?.importName != nil || relationship?.foreignKey != nil
      return isRead ? nil : casing.key(for: name)
    case .position, .entityName, .rowIdentifier: return nil
    }
  }

  /// Whether the column has exactly the name of an attribute or relationship.
  private func isNamedByModel(_ column: StoredColumn) -> Bool {
    switch column.source {
    case .attribute: true
    case .relationship(_, let name, _): name == column.name
    case .position, .entityName, .rowIdentifier: false
    }
  }

  private func range(of source: ColumnSource) -> SourceRange? {
    switch source {
    case .attribute(let entity, let name), .relationship(let entity, let name, _),
      .position(let entity, let name):
      range(of: name, in: entity)
    case .entityName, .rowIdentifier: nil
    }
  }

  private func description(of source: ColumnSource) -> String {
    switch source {
    case .attribute(let entity, let name): "the attribute '\(name)' of '\(entity)'"
    case .relationship(let entity, let name, _): "a part of the relationship '\(name)' of '\(entity)'"
    case .position(let entity, let name): "the order of '\(name)' of '\(entity)'"
    case .entityName: "the name of the record's entity"
    case .rowIdentifier: "the identifier of the row"
    }
  }
}
