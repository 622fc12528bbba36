import RowsmithSchema

extension Resolver {
  /// Reports tables and columns that two things would share.
  ///
  /// Two members of a family with one name are reported where families are; here it is about names that are
  /// made: the parts of a composite key, positions, the column that tells entities apart, and link tables.
  mutating func columnCollisions() {
    let layout = Layout(schema)
    for table in layout.tables {
      var seen: [String: Layout.Column] = [:]
      for column in table.columns {
        guard let first = seen[column.name.lowercased()] else {
          seen[column.name.lowercased()] = column
          continue
        }
        if isNamedByModel(first), isNamedByModel(column) { continue }
        // The made name comes after the declared one or is made of a declared one: point there.
        let (made, other) = isNamedByModel(column) ? (first, column) : (column, first)
        guard let range = range(of: made.source) ?? range(of: other.source) else { continue }
        diagnostics.append(
          .columnsCollide(made.name, description(of: other.source), description(of: made.source), at: range))
      }
    }
    tableCollisions(layout)
  }

  private mutating func tableCollisions(_ layout: Layout) {
    var seen: [String: String] = [:]
    for table in layout.tables { seen[table.name.lowercased()] = "the records of '\(table.name)'" }
    for link in layout.linkTables {
      let what = "the links of '\(link.sourceEntity).\(link.relationship)'"
      if let other = seen[link.name.lowercased()] {
        let range = range(of: link.relationship, in: link.sourceEntity)
        diagnostics.append(.tablesCollide(link.name, other, what, at: range))
      }
      seen[link.name.lowercased()] = what
    }
  }

  /// Whether the column has the name of an attribute or relationship, neither more nor less.
  private func isNamedByModel(_ column: Layout.Column) -> Bool {
    switch column.source {
    case .attribute: true
    case .relationship(_, let name, _): name == column.name
    case .position, .entityName, .rowIdentifier: false
    }
  }

  private func range(of source: Layout.ColumnSource) -> SourceRange? {
    switch source {
    case .attribute(let entity, let name), .relationship(let entity, let name, _),
      .position(let entity, let name):
      range(of: name, in: entity)
    case .entityName, .rowIdentifier: nil
    }
  }

  private func description(of source: Layout.ColumnSource) -> String {
    switch source {
    case .attribute(let entity, let name): "the attribute '\(name)' of '\(entity)'"
    case .relationship(let entity, let name, _): "a part of the relationship '\(name)' of '\(entity)'"
    case .position(let entity, let name): "the order of '\(name)' of '\(entity)'"
    case .entityName: "the name of the record's entity"
    case .rowIdentifier: "the identifier of the row"
    }
  }
}
