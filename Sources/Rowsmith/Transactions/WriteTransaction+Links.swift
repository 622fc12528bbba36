import RowsmithSchema

extension WriteTransaction {
  /// Adds records to a to-many relationship. In an ordered relationship they are added in this order, after the existing items.
  /// A record that is already an item keeps its place if that agrees with this order.
  ///
  /// If the inverse is to-one, an item leaves the record that it belonged to.
  ///
  /// ```swift
  /// try db.link("Avalon", to: "Roxy Music", Band.Columns.albums)
  /// ```
  ///
  /// - Parameters:
  ///   - items: the keys of the items.
  ///   - owner: the key of the record that has the relationship.
  ///   - relationship: the relationship.
  /// - Throws: ``StoreError`` with ``StoreError/Reason/notFound`` if one of the records does not exist; with
  ///   ``StoreError/Reason/refused`` if an item cannot leave the record that it belongs to.
  public func link<Source: Record, Target: Record>(
    _ items: [Target.Key], to owner: Source.Key, _ relationship: ToMany<Source, Target>
  ) throws {
    let ends = try ends(relationship, owner: owner, items: items)
    try atomically(ends) {
      try placeItems(ends)
      try link(ends)
    }
  }

  /// Adds a record to a to-many relationship; see ``link(_:to:_:)-([Target.Key],_,_)``.
  public func link<Source: Record, Target: Record>(
    _ item: Target.Key, to owner: Source.Key, _ relationship: ToMany<Source, Target>
  ) throws { try link([item], to: owner, relationship) }

  /// Removes items from a to-many relationship. Records that are no items of it are ignored.
  ///
  /// - Throws: ``StoreError`` with ``StoreError/Reason/notFound`` if one of the records does not exist; with
  ///   ``StoreError/Reason/refused`` if an item requires the link.
  public func unlink<Source: Record, Target: Record>(
    _ items: [Target.Key], from owner: Source.Key, _ relationship: ToMany<Source, Target>
  ) throws {
    let ends = try ends(relationship, owner: owner, items: items)
    try atomically(ends) { for item in ends.items { try unlink(item, ends) } }
  }

  /// Removes an item from a to-many relationship; see ``unlink(_:from:_:)-([Target.Key],_,_)``.
  public func unlink<Source: Record, Target: Record>(
    _ item: Target.Key, from owner: Source.Key, _ relationship: ToMany<Source, Target>
  ) throws { try unlink([item], from: owner, relationship) }

  /// Makes exactly these records the items of a to-many relationship; in this order if it is ordered.
  ///
  /// Other items are unlinked, not deleted. Pending links of the list are deleted.
  ///
  /// - Throws: as ``link(_:to:_:)-([Target.Key],_,_)`` and ``unlink(_:from:_:)-([Target.Key],_,_)`` do.
  public func setItems<Source: Record, Target: Record>(
    _ items: [Target.Key], of owner: Source.Key, _ relationship: ToMany<Source, Target>
  ) throws {
    let ends = try ends(relationship, owner: owner, items: items)
    try atomically(ends) {
      let staying = Set(ends.items.map(StoredKey.init))
      for item in try keys(ends) where !staying.contains(StoredKey(item)) { try unlink(item, ends) }
      try forgetPending(ends)
      try link(ends)
    }
  }

  /// Adds a record to a to-many relationship, or removes it. Does nothing if one of the records does not exist. In an ordered
  /// relationship it is added after the others.
  ///
  /// - Parameter relationship: the qualified name, `Issue.labels`.
  package func setLink(
    _ relationship: String, from source: [StoredValue], to target: [StoredValue], isLinked: Bool
  ) throws {
    guard let ends = try ends(relationship, owner: source, items: [target]), !ends.items.isEmpty else {
      return
    }
    try atomically(ends) { if isLinked { try link(ends) } else { try unlink(target, ends) } }
  }

  /// Makes records the items of a to-many relationship; in this order if it is ordered. Skips items that do not exist; does
  /// nothing if the owner does not exist. Pending links stay.
  ///
  /// - Parameter relationship: the qualified name, `Issue.labels`.
  package func setLinks(_ relationship: String, of owner: [StoredValue], to items: [[StoredValue]]) throws {
    guard let ends = try ends(relationship, owner: owner, items: items) else { return }
    try atomically(ends) {
      let staying = Set(ends.items.map(StoredKey.init))
      for item in try keys(ends) where !staying.contains(StoredKey(item)) { try unlink(item, ends) }
      try link(ends)
    }
  }

  /// The keys of the items of a to-many relationship, in order.
  ///
  /// - Parameter relationship: the qualified name, `Issue.labels`.
  package func linkedKeys(_ relationship: String, of owner: [StoredValue]) throws -> [[StoredValue]] {
    try ends(relationship, owner: owner, items: []).map(keys) ?? []
  }

  /// The ends of links, by name and keys; `nil` if the owner does not exist. Items that do not exist are left out.
  private func ends(_ relationship: String, owner: [StoredValue], items: [[StoredValue]]) throws -> Ends? {
    let writer = try writer()
    let name = relationship.split(separator: ".").map(String.init)
    guard name.count == 2, let entity = try? writer.entity(name[0]),
      let ordinal = entity.relationships.firstIndex(where: { $0.name == name[1] }),
      try writer.findRow(owner, of: entity) != nil
    else { return nil }
    let mapping = entity.relationships[ordinal]
    return Ends(
      writer: writer, relationship: mapping, ordinal: ordinal, ownerEntity: entity, owner: owner,
      items: try items.filter { try writer.findRow($0, of: mapping.target) != nil },
      query: QueryNode.Source(entity: entity.name, relationship: name[1], key: owner))
  }

  /// Deletes the pending links of a list, or the rows of its link table that lead to no row.
  private func forgetPending(_ ends: Ends) throws {
    ends.writer.hasRemovedLinks = true
    let connection = try connection()
    switch ends.relationship.storage {
    case .columns: break
    case .inverse:
      try PendingLinks(connection: connection).forget(ends.relationship, .source, ends.owner)
    case .link(let link, let isSource):
      let target = ends.relationship.target
      // In a family, a link may wait for a row until that becomes another entity.
      let family = target.familyCondition.map { " WHERE \($0)" } ?? ""
      let end = link.end(isSource: isSource)
      try connection.run(
        link.unlink(
          where: "\(equality(end.own)) AND (\(DDL.list(end.other))) NOT IN "
            + "(SELECT \(DDL.list(target.table.layout.key)) FROM \(DDL.quoted(target.table.name))\(family))"),
        ends.owner)
    }
  }

  /// A relationship with the keys of its two ends.
  private struct Ends {
    var writer: ModelWriter
    var relationship: RelationshipMapping
    var ordinal: Int
    var ownerEntity: EntityMapping
    var owner: [StoredValue]
    var items: [[StoredValue]]
    var query: QueryNode.Source
  }

  private func ends<Source: Record, Target: Record>(
    _ relationship: ToMany<Source, Target>, owner: Source.Key, items: [Target.Key]
  ) throws -> Ends {
    let writer = try writer()
    let entity = try writer.entity(Source.entityName)
    guard let ordinal = entity.relationships.firstIndex(where: { $0.name == relationship.name }),
      !entity.relationships[ordinal].isToOne
    else {
      throw StoreError(
        .unknownEntity, "'\(entity.name)' has no to-many relationship '\(relationship.name)'",
        entity: entity.name)
    }
    let mapping = entity.relationships[ordinal]
    let key = owner.storedValues
    try requireRow(key, of: entity, writer)
    var seen: Set<StoredKey> = []
    let itemKeys = items.map(\.storedValues).filter { seen.insert(StoredKey($0)).inserted }
    for item in itemKeys { try requireRow(item, of: mapping.target, writer) }
    return Ends(
      writer: writer, relationship: mapping, ordinal: ordinal, ownerEntity: entity, owner: key,
      items: itemKeys,
      query: QueryNode.Source(entity: Source.entityName, relationship: relationship.name, key: key))
  }

  private func atomically(_ ends: Ends, _ body: () throws -> Void) throws {
    try atomically(ends.writer, entity: ends.ownerEntity.name, key: ends.owner, body)
  }

  private func link(_ ends: Ends) throws {
    try ends.writer.applyItems(
      ends.relationship, ordinal: ends.ordinal, of: ends.ownerEntity, key: ends.owner, items: ends.items)
  }

  /// Gives the items of an ordered list that have no position one after the others, in the order in which they are read: those
  /// that name their owner themselves. What is linked next comes after them.
  private func placeItems(_ ends: Ends) throws {
    let rowLinks = ends.writer.applier.rowLinks
    if ends.items.isEmpty || rowLinks.listEnds.isLast(ends.relationship, of: ends.owner, rowLinks.counts) {
      return
    }
    let pending = try PendingLinks(connection: connection()).greatestPosition(
      ends.relationship, source: ends.owner)
    let values = ends.owner + [.integer(pending ?? -1)]
    let count: Int
    switch ends.relationship.storage {
    case .inverse(let inverse, let slot?):
      let table = inverse.table.layout
      count = try connection().run(
        placing(table.columns[slot].name, table.key, of: inverse.columnNames, in: table.name), values)
    case .link(let link, let isSource):
      let end = link.end(isSource: isSource)
      guard let position = end.position else { return }
      count = try connection().run(placing(position, end.other, of: end.own, in: link.name), values)
    case .columns, .inverse: return
    }
    if count > 0 { rowLinks.listEnds.forget(ends.relationship) }
  }

  /// The statement that numbers the rows of an owner that have no position. After the owner's key, its last parameter is a
  /// position that comes before them.
  private func placing(_ position: String, _ key: [String], of owner: [String], in table: String) -> String {
    let (name, place) = (DDL.quoted(table), DDL.quoted(position))
    let parts = key.map(DDL.quoted)
    let isOwn = equality(owner)
    let results = parts.enumerated().map { "\($1) AS k\($0)" }.joined(separator: ", ")
    let isSame =
      parts.enumerated().map { "t.\($1) = new.k\($0)" }
      + owner.enumerated().map { "t.\(DDL.quoted($1)) = ?\($0 + 1)" }
    let last = "max(?\(owner.count + 1), (SELECT coalesce(max(\(place)), -1) FROM \(name) WHERE \(isOwn)))"
    let next = "\(last) + row_number() OVER (ORDER BY \(parts.joined(separator: ", ")))"
    return "UPDATE \(name) AS t SET \(place) = new.place FROM (SELECT \(results), \(next) AS place "
      + "FROM \(name) WHERE \(isOwn) AND \(place) IS NULL) AS new WHERE \(isSame.joined(separator: " AND "))"
  }

  /// The keys of the items.
  private func keys(_ ends: Ends) throws -> [[StoredValue]] {
    var node = QueryNode(entity: ends.relationship.target.name)
    node.source = ends.query
    let key = ends.relationship.target.table.layout.key
    let select = try QueryCompiler.select(key, node, mapping: mapping())
    return try connection().withCached(select.sql) { statement in
      statement.bind(select.values)
      var keys: [[StoredValue]] = []
      while try statement.step() { keys.append(key.indices.map { statement.value(at: $0) }) }
      return keys
    }
  }

  private func unlink(_ item: [StoredValue], _ ends: Ends) throws {
    let connection = try connection()
    switch ends.relationship.storage {
    case .columns: break
    case .inverse(let inverse, _):
      let table = inverse.table
      let condition =
        equality(table.layout.key) + " AND "
        + inverse.holds(firstParameter: item.count + 1)
      if inverse.isRequired {
        let name = DDL.quoted(table.name)
        guard
          try connection.integer("SELECT 1 FROM \(name) WHERE \(condition)", item + ends.owner) != nil
        else { return }
        throw StoreError(
          .refused,
          "cannot unlink a \(table.name) from its \(ends.ownerEntity.name): '\(inverse.modelName)' is required; "
            + "delete it, or link it to another one", entity: table.name, key: item)
      }
      try connection.run(inverse.unlink(where: condition), item + ends.owner)
    case .link(let link, let isSource):
      try connection.run(
        link.unlink(where: link.end(isSource: isSource).joinsBoth), ends.owner + item)
    }
  }
}
