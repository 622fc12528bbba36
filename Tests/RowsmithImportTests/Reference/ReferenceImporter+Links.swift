import Rowsmith

extension ReferenceImporter {
  func pointer(_ id: RowID, _ toOne: Schema.Relationship) -> Key? {
    pointers[Slot(row: id, relationship: toOne.name)]?.key
  }

  /// The slots of a relationship that hold the key.
  func slots(
    in table: String, _ toOne: Schema.Relationship, holding key: Key, of pointers: [Slot: Pointer]? = nil
  ) -> [Slot] {
    (pointers ?? self.pointers).compactMap { slot, pointer in
      slot.row.table == table && slot.relationship == toOne.name && pointer.key == key ? slot : nil
    }
  }

  /// Makes a row's to-one relationship hold a key. Where the inverse is to-one too, nobody else may hold it,
  /// and the row it names holds this one.
  mutating func point(_ id: RowID, _ toOne: Schema.Relationship, to target: Key?, position: Int? = nil) {
    if let inverse = model.oneToOneInverse(of: toOne) {
      let targetTable = model.table(of: toOne.target)
      for other in slots(in: targetTable, inverse, holding: id.key) where other.row.key != target {
        set(other, to: nil)
      }
      if let target {
        for other in slots(in: id.table, toOne, holding: target) where other.row != id { set(other, to: nil) }
        let partner = RowID(table: targetTable, key: target)
        for other in model.others(of: inverse) where pointer(partner, other) != nil {
          point(partner, other, to: nil)
        }
        set(Slot(row: partner, relationship: inverse.name), to: Pointer(key: id.key))
      }
    }
    if target != nil {
      for other in model.others(of: toOne) where pointer(id, other) != nil { point(id, other, to: nil) }
    }
    set(
      Slot(row: id, relationship: toOne.name), to: target.map { Pointer(key: $0, position: position) })
  }

  /// A link that comes from the child's side has no place among the parent's items, one that stays keeps its own.
  private mutating func set(_ slot: Slot, to pointer: Pointer?) {
    let before = pointers[slot]
    var pointer = pointer
    if let before, before.key == pointer?.key, pointer?.position == nil {
      pointer?.position = before.position
    }
    if pointer == nil { emptiedBy[slot] = current }
    endedKeyLinks[slot] = nil
    guard pointer != before else { return }
    pointers[slot] = pointer
    report.writes += 1
  }

  /// The items linked to a parent now, and their places.
  func positions(_ parent: RowID, _ relationship: Schema.Relationship) -> [Key: Int?] {
    var positions: [Key: Int?] = [:]
    switch model.storage(of: relationship, table: parent.table) {
    case .columns: break
    case .inverseColumns:
      guard let inverse = model.inverseToOne(relationship) else { break }
      let table = model.table(of: relationship.target)
      for slot in slots(in: table, inverse, holding: parent.key) where endedKeyLinks[slot] == nil {
        positions[slot.row.key] = .some(pointers[slot]?.position)
      }
    case .linkTable(let name, let isSource):
      for (link, place) in links[name] ?? [:]
      where (isSource ? link.source : link.target) == parent.key {
        positions[isSource ? link.target : link.source] =
          .some(isSource ? place.position : place.sourcePosition)
      }
    }
    return positions
  }

  /// The items that were linked to a parent before the import.
  func itemsBefore(_ parent: RowID, _ relationship: Schema.Relationship) -> Set<Key> {
    switch model.storage(of: relationship, table: parent.table) {
    case .columns: return []
    case .inverseColumns:
      guard let inverse = model.inverseToOne(relationship) else { return [] }
      let table = model.table(of: relationship.target)
      return Set(slots(in: table, inverse, holding: parent.key, of: pointersBefore).map(\.row.key))
    case .linkTable(let name, let isSource):
      let entries = (linksBefore[name] ?? [:]).keys.filter {
        (isSource ? $0.source : $0.target) == parent.key
      }
      return Set(entries.map { isSource ? $0.target : $0.source })
    }
  }

  /// The rows at the other end of a relationship that are here.
  func items(_ id: RowID, _ relationship: Schema.Relationship) -> [RowID] {
    let table = model.table(of: relationship.target)
    let keys =
      relationship.cardinality == .toOne
      ? [pointer(id, relationship)].compactMap { $0 } : Array(positions(id, relationship).keys)
    return keys.map { RowID(table: table, key: $0) }.filter { item in
      guard rows[item] != nil else { return false }
      guard relationship.cardinality == .toMany, let inverse = model.inverseToOne(relationship) else {
        return true
      }
      return isReal(Slot(row: item, relationship: inverse.name))
    }
  }

  /// Links an item of a list: a row that is here, or one that may come.
  mutating func link(_ key: Key, _ parent: RowID, _ relationship: Schema.Relationship, position: Int?) {
    switch model.storage(of: relationship, table: parent.table) {
    case .columns: break
    case .inverseColumns:
      guard let inverse = model.inverseToOne(relationship) else { return }
      point(
        RowID(table: model.table(of: relationship.target), key: key), inverse, to: parent.key,
        position: position)
    case .linkTable(let name, let isSource):
      let link = isSource ? link(parent.key, key) : link(key, parent.key)
      let before = links[name]?[link]
      var places = before ?? .init()
      let place: WritableKeyPath<ReferenceDatabase.Positions, Int?> = isSource ? \.position : \.sourcePosition
      if let position { places[keyPath: place] = position }
      guard places != before else { return }
      report.writes += 1
      links[name, default: [:]][link] = places
    }
  }

  private func link(_ source: Key, _ target: Key) -> ReferenceDatabase.Link {
    ReferenceDatabase.Link(source: source, target: target)
  }

  /// Unlinks an item of a list. A link that is part of the item's key cannot be emptied: the item must leave.
  mutating func unlink(_ key: Key, _ parent: RowID, _ relationship: Schema.Relationship) {
    switch model.storage(of: relationship, table: parent.table) {
    case .columns: break
    case .inverseColumns:
      guard let inverse = model.inverseToOne(relationship) else { return }
      let item = RowID(table: model.table(of: relationship.target), key: key)
      let slot = Slot(row: item, relationship: inverse.name)
      if model.isKeyPart(inverse, table: item.table), rows[item] != nil {
        endedKeyLinks[slot] = current
      } else {
        point(item, inverse, to: nil)
      }
    case .linkTable(let name, let isSource):
      let link = isSource ? link(parent.key, key) : link(key, parent.key)
      links[name]?[link] = nil
      report.writes += 1
    }
  }
}
