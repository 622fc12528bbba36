import Rowsmith

extension ReferenceImporter {
  /// The items linked to a parent now, and their places.
  func positions(_ parent: RowID, _ relationship: Schema.Relationship) -> [Key: Int?] {
    var positions: [Key: Int?] = [:]
    switch model.storage(of: relationship, table: parent.table) {
    case .columns: break
    case .inverseColumns(_, _, let place):
      guard let inverse = inverseToOne(relationship) else { break }
      let table = model.table(of: relationship.target)
      for id in rows(in: table, pointing: inverse, to: parent.key) {
        var position: Int?
        if let place, case .integer(let value) = database[id]?.columns[place] { position = Int(value) }
        positions[id.key] = .some(position)
      }
      let name = model.qualifiedName(relationship, table: parent.table)
      for (pending, claim) in database.pending where pending.relationship == name && claim.parent == parent {
        positions[pending.target] = .some(claim.position)
      }
    case .linkTable(let name, let isSource):
      for (link, place) in database.links[name] ?? [:]
      where (isSource ? link.source : link.target) == parent.key {
        positions[isSource ? link.target : link.source] =
          .some(isSource ? place.position : place.sourcePosition)
      }
    }
    return positions
  }

  /// Links an item that was named: a row that is there, or one that may come.
  mutating func link(
    _ key: Key, _ parent: RowID, _ relationship: Schema.Relationship, position: Int?
  ) throws {
    switch model.storage(of: relationship, table: parent.table) {
    case .columns: break
    case .inverseColumns:
      guard let inverse = inverseToOne(relationship) else { return }
      let item = RowID(table: model.table(of: relationship.target), key: key)
      // A row of the family that is something else has no such link: the key waits for one that has.
      if let row = database[item], model.entity(row.entity, is: relationship.target) {
        return try point(item, inverse, to: parent.key, position: position)
      }
      let pending = ReferenceDatabase.Pending(
        relationship: model.qualifiedName(relationship, table: parent.table), target: key)
      let claim = ReferenceDatabase.Claim(parent: parent, position: position)
      if database.pending[pending] != claim { report.waiting += 1 }
      database.pending[pending] = claim
    case .linkTable(let name, let isSource):
      let link =
        isSource
        ? ReferenceDatabase.Link(source: parent.key, target: key)
        : ReferenceDatabase.Link(source: key, target: parent.key)
      var places = database.links[name]?[link]
      if places == nil { report.added += 1 }
      let ownPlace: WritableKeyPath<ReferenceDatabase.Positions, Int?> =
        isSource ? \.position : \.sourcePosition
      if let position { places = places ?? .init(); places?[keyPath: ownPlace] = position }
      database.links[name, default: [:]][link] = places ?? .init()
    }
  }

  /// Unlinks what is linked now and was not named.
  mutating func unlink(
    _ parent: RowID, _ relationship: Schema.Relationship, keeping items: Set<Key>, isKeysOnly: Bool
  ) throws {
    let target = model.table(of: relationship.target)
    for key in positions(parent, relationship).keys where !items.contains(key) {
      let item = RowID(table: target, key: key)
      if deletes(relationship), !isKeysOnly, database[item] != nil { candidates.insert(item) }
      switch model.storage(of: relationship, table: parent.table) {
      case .columns: break
      case .inverseColumns:
        guard let inverse = inverseToOne(relationship) else { continue }
        let name = model.qualifiedName(relationship, table: parent.table)
        let pending = ReferenceDatabase.Pending(relationship: name, target: key)
        if database.pending[pending]?.parent == parent { database.pending[pending] = nil }
        guard let itemRow = database[item], pointer(itemRow, inverse) == parent.key else { continue }
        if !model.isRequired(inverse, in: itemRow.entity) {
          set(item, inverse, to: nil)
        } else if deletes(relationship) {
          mustGo.insert(MustGo(row: item, relationship: inverse.name, parent: parent.key))
        } else {
          throw ReferenceFailure(
            reason: .refused, message: "\(itemRow.entity).\(inverse.name) cannot be cleared")
        }
      case .linkTable(let name, let isSource):
        let link =
          isSource
          ? ReferenceDatabase.Link(source: parent.key, target: key)
          : ReferenceDatabase.Link(source: key, target: parent.key)
        database.links[name]?[link] = nil
        report.removed += 1
      }
    }
  }
}
