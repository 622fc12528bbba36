import RowsmithSchema

/// Makes the queries for the records of one relationship.
struct RelatedQuery {
  private let connection: Connection
  private let relationship: RelationshipPlan
  private let entity: EntityPlan

  init(_ connection: Connection, _ relationship: RelationshipPlan, of entity: EntityPlan) {
    self.connection = connection
    self.relationship = relationship
    self.entity = entity
  }

  private var target: TablePlan { relationship.target.table }

  /// The keys of the records of a to-many relationship.
  func keys() throws -> RelatedRecords {
    let writer = try keyWriter()
    switch relationship.storage {
    case .inverse(let inverse, let position):
      let place = position.map { target.layout.columns[$0].name }
      let columns = target.layout.key + (place.map { [$0] } ?? [])
      // Where no record has a place, all came from the other side, which names this one.
      let isRepeated = inverse.schema.exportPath != nil
      return RelatedRecords(
        .keys, isToOne: false, parentColumns: entity.table.keySlots,
        statement: try prepare(
          "SELECT \(DDL.list(columns)) FROM \(DDL.quoted(target.name)) WHERE \(equality(inverse.columnNames))",
          order: order([], place: place, key: target.layout.key)),
        keyWriter: writer, positionColumn: place != nil && isRepeated ? target.layout.key.count : nil)
    case .link(let link, let isSource):
      let (own, other) =
        isSource ? (link.sourceNames, link.targetNames) : (link.targetNames, link.sourceNames)
      return RelatedRecords(
        .keys, isToOne: false, parentColumns: entity.table.keySlots,
        statement: try prepare(
          "SELECT \(DDL.list(other)) FROM \(DDL.quoted(link.name)) WHERE \(equality(own))",
          order: order([], place: place(in: link, isSource), key: other)),
        keyWriter: writer)
    case .columns: throw StoreError(message: "'\(relationship.qualifiedName)' is to-one")
    }
  }

  /// The records themselves.
  func records(_ family: ExportFamily) throws -> RelatedRecords {
    let columns = target.layout.columns.map { "t.\(DDL.quoted($0.name))" }.joined(separator: ", ")
    let table = "\(DDL.quoted(target.name)) AS t"
    let mapKey = try mapKey()
    let indexed =
      mapKey == nil
      ? relationship.target.indexAttributes.map { relationship.target.attributes[$0.attribute] } : []
    let first = indexed.prefix(1).map { "t.\(DDL.quoted($0.schema.name))" }
    switch relationship.storage {
    case .columns(let slots):
      return RelatedRecords(
        .records(family), isToOne: true, parentColumns: slots,
        statement: try connection.prepareForReuse(
          "SELECT \(columns) FROM \(table) WHERE \(target.keyCondition())"),
        keyWriter: try keyWriter())
    case .inverse(let inverse, let position):
      return RelatedRecords(
        .records(family), isToOne: false, parentColumns: entity.table.keySlots,
        statement: try prepare(
          "SELECT \(columns) FROM \(table) WHERE \(equality(inverse.columnNames))",
          order: order(first, place: position.map { target.layout.columns[$0].name }, key: target.layout.key)),
        keyWriter: try keyWriter(), keyColumn: target.keySlots.first ?? 0, mapKey: mapKey)
    case .link(let link, let isSource):
      let (own, other) =
        isSource ? (link.sourceNames, link.targetNames) : (link.targetNames, link.sourceNames)
      let match = zip(other, target.layout.key).map { "l.\(DDL.quoted($0)) = t.\(DDL.quoted($1))" }
      let condition = own.enumerated().map { "l.\(DDL.quoted($1)) = ?\($0 + 1)" }.joined(separator: " AND ")
      return RelatedRecords(
        .records(family), isToOne: false, parentColumns: entity.table.keySlots,
        statement: try prepare(
          "SELECT \(columns), \(other.map { "l.\(DDL.quoted($0))" }.joined(separator: ", ")) "
            + "FROM \(DDL.quoted(link.name)) AS l LEFT JOIN \(table) ON \(match.joined(separator: " AND ")) "
            + "WHERE \(condition)",
          order: order(
            first, place: place(in: link, isSource).map { "l.\(DDL.quoted($0))" }, key: other, isQuoted: true)
        ),
        keyWriter: try keyWriter(), keyColumn: target.columnCount, mapKey: mapKey)
    }
  }

  private func keyWriter() throws -> ValueWriter? {
    try relationship.target.soleKeyAttribute.map { try ValueWriter($0) }
  }

  private func mapKey() throws -> (column: Int, writer: ValueWriter)? {
    guard relationship.schema.isKeyed else { return nil }
    let target = relationship.target
    let attribute =
      target.mapKeyAttributes.first.map { target.attributes[$0.attribute] } ?? target.soleKeyAttribute
    return try attribute.map { ($0.slot, try ValueWriter($0)) }
  }

  private func place(in link: LinkPlan, _ isSource: Bool) -> String? {
    if isSource { return link.layout.isOrdered ? "position" : nil }
    return link.layout.isInverseOrdered ? "source_position" : nil
  }

  private func prepare(_ sql: String, order: String) throws -> Statement {
    try connection.prepareForReuse("\(sql) ORDER BY \(order)")
  }

  /// Places first, then those without one; the key decides what is left.
  private func order(_ first: [String], place: String?, key: [String], isQuoted: Bool = false) -> String {
    let place = place.map { isQuoted ? $0 : DDL.quoted($0) }
    return (first + (place.map { ["\($0) IS NULL", $0] } ?? []) + key.map(DDL.quoted)).joined(separator: ", ")
  }
}
