extension SchemaGraph {
  /// The columns of the table of a family, in order: row identifier and entity name, the attributes and the to-one
  /// relationships of every entity, and the positions in lists that are stored here.
  ///
  /// - Parameters:
  ///   - root: the root of the family.
  ///   - hasRowIdentifier: whether it is one of ``rootsWithRowIdentifiers``.
  package func columns(ofFamily root: Schema.Entity, hasRowIdentifier: Bool) -> [StoredColumn] {
    let family = descendants(of: root.name)
    var columns: [StoredColumn] = hasRowIdentifier ? [.rowIdentifier] : []
    if family.count > 1 { columns.append(.entityName) }
    for entity in family {
      columns += entity.attributes.map { attribute in
        StoredColumn(
          attribute: attribute, of: entity.name, isRequired: !attribute.isOptional && entity.parent == nil)
      }
    }
    for entity in family {
      for relationship in entity.relationships where relationship.cardinality == .toOne {
        columns += self.columns(of: relationship, declaredBy: entity)
      }
    }
    return columns + family.flatMap(positions)
  }

  /// The columns of a to-one relationship in the table of the entity that declares it.
  package func columns(
    of relationship: Schema.Relationship, declaredBy entity: Schema.Entity
  ) -> [StoredColumn] {
    columns(
      of: relationship, in: entity.name, isRequired: !relationship.isOptional && entity.parent == nil)
  }

  /// A position column for every to-one relationship whose inverse is an ordered list.
  private func positions(_ entity: Schema.Entity) -> [StoredColumn] {
    entity.relationships.compactMap { relationship in
      guard relationship.cardinality == .toOne, let inverse = inverse(of: relationship),
        inverse.cardinality == .toMany, inverse.isOrdered
      else { return nil }
      return StoredColumn(
        name: "\(relationship.name)_position", type: .scalar(.int),
        source: .position(entity: relationship.target, relationship: inverse.name))
    }
  }

  /// Roots without a primary key that take part in a relationship, or whose text is searched. Links and the search index need
  /// a stable identifier, and SQLite's own rowid may change on VACUUM.
  package var rootsWithRowIdentifiers: Set<String> {
    var names: Set<String> = []
    for entity in schema.entities {
      if entity.search != nil, let own = root(of: entity.name), own.primaryKey.isEmpty {
        names.insert(own.name)
      }
      for relationship in entity.relationships {
        if let target = root(of: relationship.target), target.primaryKey.isEmpty { names.insert(target.name) }
        guard relationship.cardinality == .toMany || relationship.inverse != nil else { continue }
        if let own = root(of: entity.name), own.primaryKey.isEmpty { names.insert(own.name) }
      }
    }
    return names
  }

  /// The to-many relationships that own a link table, with the entities that declare them, sorted by the names of the tables.
  package var linkTables: [(name: String, relationship: Schema.Relationship, entity: String)] {
    var owners: [String: (name: String, relationship: Schema.Relationship, entity: String)] = [:]
    for entity in schema.entities {
      for relationship in entity.relationships {
        guard case .linkTable(let name, true) = storage(of: relationship, in: entity.name) else { continue }
        owners[name] = (name, relationship, entity.name)
      }
    }
    return owners.values.sorted { $0.name < $1.name }
  }
}
