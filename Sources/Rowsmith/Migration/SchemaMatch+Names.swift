import RowsmithSchema

extension SchemaMatch {
  /// The new names of a table's columns and of the to-many relationships of its entities, by the old ones. Entities that are
  /// in another table now do not count.
  func memberNames(of old: Layout.Table, now table: Layout.Table) -> [String: String] {
    var names: [String: String] = [:]
    for entity in old.entities {
      guard let now = successor(of: entity)?.name, newTable(of: now)?.name == table.name else { continue }
      for column in old.columns {
        guard let (member, part) = column.source.memberPart,
          let current = currentMember(of: member, in: entity, now: now)?.name,
          let new = table.columns.first(where: { $0.source.memberPart.map { $0 == (current, part) } ?? false }
          )
        else { continue }
        names[column.name] = new.name
      }
      for list in self.old.relationships(of: entity) where list.cardinality == .toMany {
        if let current = currentMember(of: list.name, in: entity, now: now) {
          names[list.name] = current.name
        }
      }
    }
    return names
  }
}

extension ColumnSource {
  /// The attribute or relationship, and the part of its key.
  fileprivate var memberPart: (member: String, part: Int)? {
    switch self {
    case .attribute(_, let name): (name, 0)
    case .relationship(_, let name, let part): (name, part)
    case .position, .entityName, .rowIdentifier: nil
    }
  }
}
