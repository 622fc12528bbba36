import RowsmithSchema

/// Links as the old database has them: a query with one row for each.
struct OldLinks {
  /// The name for messages: `Band.albums`.
  var name: String
  /// Identifies the place in the database: table and relationship.
  var store: String
  /// The FROM clause; the row is named `l`.
  var table: String
  var condition: String?
  /// The identity of the row that the link leads from, and of the row it leads to.
  var source: [String]
  var target: [String]
  /// The position of the target in the source's list, if it has one; below, the reverse.
  var position: String?
  var sourcePosition: String?
  var sourceEntity: String
  var targetEntity: String
  /// Whether the links are columns. They are in the source's table, or in the target's if reversed.
  var isColumn: Bool
  var isReversed = false

  static let alias = "l"

  /// The same links seen from the other end.
  var reversed: OldLinks {
    var other = self
    (other.source, other.target) = (target, source)
    (other.position, other.sourcePosition) = (sourcePosition, position)
    (other.sourceEntity, other.targetEntity) = (targetEntity, sourceEntity)
    other.isReversed.toggle()
    return other
  }

  /// `FROM … WHERE …` with further conditions.
  func from(where further: [String] = []) -> String {
    let all = ([condition].compactMap { $0 } + further).joined(separator: " AND ")
    return "FROM \(table)\(all.isEmpty ? "" : " WHERE \(all)")"
  }
}

extension SchemaMatch {
  /// The links of a relationship of the old schema, from the entity to its items.
  func oldLinks(of relationship: Schema.Relationship, in entity: String) -> OldLinks? {
    let declarer = old.declarer(of: relationship.name, in: entity)?.name ?? entity
    switch old.storage(of: relationship, in: declarer) {
    case .columns(let columns): return columnLinks(relationship, columns, of: declarer)
    case .inverseColumns(let inverse, _, _):
      guard let other = old.relationship(inverse, of: relationship.target) else { return nil }
      return oldLinks(of: other, in: relationship.target)?.reversed
    case .linkTable(let name, let isSource):
      guard let table = oldLayout.linkTable(name) else { return nil }
      let links = tableLinks(table)
      return isSource ? links : links.reversed
    }
  }

  private func columnLinks(
    _ relationship: Schema.Relationship, _ columns: [String], of declarer: String
  ) -> OldLinks? {
    guard let table = oldTable(of: declarer) else { return nil }
    let column = { SQL.column($0, of: OldLinks.alias) }
    let isOrdered = old.inverse(of: relationship).map { $0.cardinality == .toMany && $0.isOrdered } ?? false
    return OldLinks(
      name: "\(declarer).\(relationship.name)", store: "\(table.name).\(relationship.name)",
      table: "\(DDL.quoted(table.name)) AS \(OldLinks.alias)",
      condition: SQL.notNull(columns.map(column)), source: table.identity.map(column),
      target: columns.map(column), position: nil,
      sourcePosition: isOrdered ? column("\(relationship.name)_position") : nil, sourceEntity: declarer,
      targetEntity: relationship.target, isColumn: true)
  }

  private func tableLinks(_ table: Layout.LinkTable) -> OldLinks {
    let column = { SQL.column($0, of: OldLinks.alias) }
    return OldLinks(
      name: "\(table.sourceEntity).\(table.relationship)", store: table.name,
      table: "\(DDL.quoted(table.name)) AS \(OldLinks.alias)", condition: nil,
      source: table.sourceColumns.map { column($0.name) },
      target: table.targetColumns.map { column($0.name) },
      position: table.isOrdered ? column("position") : nil,
      sourcePosition: table.isInverseOrdered ? column("source_position") : nil,
      sourceEntity: table.sourceEntity, targetEntity: table.targetEntity, isColumn: false)
  }
}
