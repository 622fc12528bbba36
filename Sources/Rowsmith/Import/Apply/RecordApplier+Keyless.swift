import RowsmithSchema

// A record without a key belongs to the record it is embedded in, and is known by its place there: the items of a list
// meet the rows that are linked, one by one in their order.
extension RecordApplier {
  /// Gives the items of a list whose entity has no key the rows that are linked now; what is over is new.
  func meetKeylessRows(_ link: PendingLink, _ list: ItemList) throws {
    let relationship = list.relationship
    let table = relationship.target.table
    guard table.hasRowIdentifier, list.policy != .merge else { return }
    if list.met == nil { list.met = try linkedIdentifiers(list) }
    var index = Int(link.firstItem)
    while index >= 0, list.metCount < list.met?.count ?? 0 {
      let item = parser.items[index]
      index = Int(item.next)
      guard item.record >= 0, let met = list.met else { continue }
      cells(of: Int(item.record))[table.keySlots[0]] = Cell(met[list.metCount])
      list.metCount += 1
    }
  }

  /// The identifiers of the rows that are linked to the parent of a list, in their order.
  private func linkedIdentifiers(_ list: ItemList) throws -> [Int64] {
    let select: String
    if let inverse = list.inverse {
      try lateIndexes.require(inverse)
      let table = inverse.table
      let order = list.order.map { [table.layout.columns[$0.slot].name] } ?? []
      select =
        "SELECT \(DDL.list(table.layout.key)) FROM \(DDL.quoted(table.name)) WHERE \(equality(inverse.columnNames)) "
        + "ORDER BY \(DDL.list(order + table.layout.key))"
    } else if let (writer, side, isSource) = list.table {
      let plan = writer.plan
      if !isSource { try lateIndexes.require(plan) }
      let (own, other) =
        isSource ? (plan.sourceNames, plan.targetNames) : (plan.targetNames, plan.sourceNames)
      let order = side.order == nil ? [] : [isSource ? "position" : "source_position"]
      select =
        "SELECT \(DDL.list(other)) FROM \(DDL.quoted(plan.name)) WHERE \(equality(own)) "
        + "ORDER BY \(DDL.list(order + other))"
    } else {
      return []
    }
    let statement = try statement(select)
    for (index, cell) in list.parent.enumerated() { statement.bind(cell, at: index + 1) }
    var identifiers: [Int64] = []
    while try statement.step() { identifiers.append(statement.integer(at: 0)) }
    return identifiers
  }

  /// The row without a key that a to-one relationship of a record holds now, for the record that takes its place.
  func meetKeylessRow(_ relationship: RelationshipPlan, of record: Int, child: Int) throws {
    let table = relationship.target.table
    guard table.hasRowIdentifier, policy(of: relationship, in: record) != .merge else { return }
    let own = key(of: record)
    guard own.allSatisfy(\.hasValue), let row = try writers[relationship.table.index].findRow(key: own),
      case .integer(let identifier)? = try current(relationship, of: row)?.first,
      try writers[table.index].findRow(key: [StoredValue.integer(identifier)]) != nil
    else { return }
    cells(of: child)[table.keySlots[0]] = Cell(identifier)
  }

  /// Under which policy a list of a row is applied that belongs to an item anew: nothing of before stays linked.
  func anewPolicy(_ relationship: RelationshipPlan) -> Schema.MergePolicy? {
    relationship.schema.mergePolicy == .merge ? .mergeAndPrune : nil
  }

  /// Empties the lists that an item without a key does not give.
  func emptyOtherLists(of record: Int, entity: EntityPlan) throws {
    let cells = cells(of: record)
    for relationship in entity.relationships where !relationship.isToOne {
      guard cells[entity.table.columnCount + relationship.ordinal].kind != .link else { continue }
      try finish(try beginList(relationship, of: record, policy: anewPolicy(relationship)))
    }
  }
}
