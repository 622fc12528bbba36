import Rowsmith

extension ReferenceImporter {
  /// Takes the links out of the columns.
  mutating func load() {
    links = base.links
    for (table, lines) in base.rows {
      for (key, line) in lines {
        let id = RowID(table: table, key: key)
        rows[id] = line
        for toOne in model.toOnes(of: line.entity) {
          let columns = model.columns(of: toOne)
          let values = columns.compactMap { line.columns[$0] }
          guard values.count == columns.count else { continue }
          var position: Int?
          if let place = model.positionColumn(of: toOne), case .integer(let value)? = line.columns[place] {
            position = Int(value)
          }
          pointers[Slot(row: id, relationship: toOne.name)] = Pointer(key: values, position: position)
        }
        rows[id]?.columns = line.columns.filter { !model.isPointer($0.key, in: table) }
      }
    }
    for (pending, claim) in base.pending {
      guard let relationship = model.relationship(qualified: pending.relationship),
        let inverse = model.inverseToOne(relationship)
      else { continue }
      let id = RowID(table: model.table(of: relationship.target), key: pending.target)
      pointers[Slot(row: id, relationship: inverse.name)] = Pointer(
        key: claim.parent.key, position: claim.position)
    }
    // A partner that is waited for points back as soon as it is here.
    for (slot, pointer) in pointers {
      guard let toOne = relationship(slot), let inverse = model.oneToOneInverse(of: toOne) else { continue }
      let partner = Slot(
        row: RowID(table: model.table(of: toOne.target), key: pointer.key), relationship: inverse.name)
      if !isReal(partner) { pointers[partner] = Pointer(key: slot.row.key) }
    }
    loseLinksOfFormerKinds()
  }

  func relationship(_ slot: Slot) -> Schema.Relationship? {
    model.relationship(slot.relationship, table: slot.row.table)
  }

  /// Whether the row is here and has such a relationship: otherwise the link waits.
  func isReal(_ slot: Slot) -> Bool {
    rows[slot.row].map { model.graph.relationship(slot.relationship, of: $0.entity) != nil } ?? false
  }

  /// "A record that comes as another entity of its family loses the links that the new entity does not have, on both
  /// sides", also those that wait for rows to come. What the document says of such a link comes later, and waits.
  private mutating func loseLinksOfFormerKinds() {
    for (id, kind) in survey.kinds {
      guard let before = rows[id], before.entity != kind else { continue }
      let path = survey.deciders[id] ?? ""
      for relationship in model.graph.relationships(of: before.entity)
      where model.graph.relationship(relationship.name, of: kind) == nil
        && model.ownsKeyless(relationship, of: before.entity)
      {
        for item in items(id, relationship) { leaving[item] = path }
      }
      for slot in pointers.keys where slot.row == id {
        guard let toOne = relationship(slot) else { continue }
        if model.graph.relationship(toOne.name, of: kind) == nil, isReal(slot) { pointers[slot] = nil }
      }
      loseLinks(to: id, as: before.entity, now: kind, by: path)
      rows[id]?.entity = kind
      let known = Set(model.graph.attributes(of: kind).map(\.name))
      let former = Set(model.graph.attributes(of: before.entity).map(\.name))
      rows[id]?.columns = before.columns.filter { known.contains($0.key) || !former.contains($0.key) }
      for attribute in model.graph.attributes(of: kind) where !former.contains(attribute.name) {
        rows[id]?.columns[attribute.name] = attribute.defaultValue?.nonNull
      }
      changedKind.insert(id)
    }
  }

  /// Ends the links by which others know a row as what it is no longer, and its links in tables.
  mutating func loseLinks(to id: RowID, as before: String, now kind: String, by path: String) {
    let model = model
    let isLost = { (end: String, key: Key) in
      model.table(of: end) == id.table && key == id.key && model.entity(before, is: end)
        && !model.entity(kind, is: end)
    }
    for (slot, pointer) in pointers {
      guard let toOne = relationship(slot), isLost(toOne.target, pointer.key) else { continue }
      emptiedBy[slot] = path
      pointers[slot] = nil
    }
    for (name, entries) in links {
      guard let table = model.linkTable(name) else { continue }
      for link in entries.keys
      where isLost(table.sourceEntity, link.source) || isLost(table.targetEntity, link.target) {
        links[name]?[link] = nil
      }
    }
  }

  /// The database that has come out.
  func stored() -> ReferenceDatabase {
    var database = ReferenceDatabase()
    database.lastIdentifier = lastIdentifier
    // Which number is next depends on whether a row has lost its link with its kind yet.
    database.hasGaps = base.hasGaps || report.hasAppended && !changedKind.isEmpty
    for (id, row) in rows { database[id] = row }
    for table in base.rows.keys where database.rows[table] == nil { database.rows[table] = [:] }
    database.links = links
    for (slot, pointer) in pointers {
      guard let toOne = relationship(slot) else { continue }
      if isReal(slot) {
        for (index, column) in model.columns(of: toOne).enumerated() {
          database[slot.row]?.columns[column] = pointer.key[index]
        }
        if let place = model.positionColumn(of: toOne), let position = pointer.position {
          database[slot.row]?.columns[place] = .integer(Int64(position))
        }
      } else if let inverse = model.graph.inverse(of: toOne), inverse.cardinality == .toMany {
        let pending = ReferenceDatabase.Pending(
          relationship: model.qualifiedName(inverse, table: model.table(of: toOne.target)),
          target: slot.row.key)
        let parent = RowID(table: model.table(of: toOne.target), key: pointer.key)
        database.pending[pending] = ReferenceDatabase.Claim(parent: parent, position: pointer.position)
      }
    }
    return database
  }
}

extension StoredValue {
  /// Nil for NULL: rows hold only what is there.
  var nonNull: StoredValue? { self == .null ? nil : self }
}
