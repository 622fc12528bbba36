import Rowsmith

extension ReferenceImporter {
  /// The key that a row's to-one relationship holds.
  func pointer(_ id: RowID, _ toOne: Schema.Relationship) -> Key? {
    database[id].flatMap { pointer($0, toOne) }
  }

  func pointer(_ row: ReferenceRow, _ toOne: Schema.Relationship) -> Key? {
    let values = model.columns(of: toOne).compactMap { row.columns[$0] }
    return values.count == model.columns(of: toOne).count ? values : nil
  }

  /// The rows of a table whose to-one relationship holds the key.
  func rows(in table: String, pointing toOne: Schema.Relationship, to key: Key) -> [RowID] {
    (database.rows[table] ?? [:]).compactMap { own, row in
      pointer(row, toOne) == key ? RowID(table: table, key: own) : nil
    }
  }

  /// Makes a row's to-one relationship hold a key. Where the inverse is to-one too, nobody else may hold it,
  /// and the row it names holds this one.
  mutating func point(
    _ id: RowID, _ toOne: Schema.Relationship, to target: Key?, position: Int? = nil
  ) throws {
    guard let inverse = model.oneToOneInverse(of: toOne) else {
      return set(id, toOne, to: target, position: position)
    }
    let targetTable = model.table(of: toOne.target)
    for other in rows(in: targetTable, pointing: inverse, to: id.key) where other.key != target {
      try clear(other, inverse)
    }
    if let target {
      for other in rows(in: id.table, pointing: toOne, to: target) where other != id {
        try clear(other, toOne)
      }
    }
    set(id, toOne, to: target, position: position)
    guard let target else { return }
    let partner = RowID(table: targetTable, key: target)
    guard let row = database[partner], model.graph.relationship(inverse.name, of: row.entity) != nil else {
      return
    }
    set(partner, inverse, to: id.key)
  }

  private mutating func clear(_ id: RowID, _ toOne: Schema.Relationship) throws {
    if let row = database[id], model.isRequired(toOne, in: row.entity) {
      throw ReferenceFailure(reason: .refused, message: "\(row.entity).\(toOne.name) cannot be cleared")
    }
    set(id, toOne, to: nil)
  }

  /// Writes the columns of a to-one relationship, and the place among the parent's items: a link that comes
  /// from the child's side has none, one that stays keeps its own.
  mutating func set(_ id: RowID, _ toOne: Schema.Relationship, to target: Key?, position: Int? = nil) {
    let before = pointer(id, toOne)
    let place = model.positionColumn(of: toOne)
    if before != target {
      if before != nil { report.removed += 1 }
      if target != nil { report.added += 1 }
      for (index, column) in model.columns(of: toOne).enumerated() {
        database[id]?.columns[column] = target?[index]
      }
      if let place { database[id]?.columns[place] = nil }
    }
    if let place, let position { database[id]?.columns[place] = .integer(Int64(position)) }
    mustGo = mustGo.filter { $0.row != id || $0.relationship != toOne.name }
  }

  /// What was remembered for a row that now arrives: a parent's list of keys, or a one-to-one partner.
  mutating func claim(_ toOne: Schema.Relationship, of key: Key) -> ToOneGiven {
    guard let inverse = model.graph.inverse(of: toOne) else { return .absent }
    if inverse.cardinality == .toOne {
      let partners = rows(in: model.table(of: toOne.target), pointing: inverse, to: key)
      return partners.first.map { .claimed($0.key, position: nil) } ?? .absent
    }
    let pending = ReferenceDatabase.Pending(
      relationship: model.qualifiedName(inverse, in: toOne.target), target: key)
    guard let claim = database.pending[pending] else { return .absent }
    return .claimed(claim.parent.key, position: claim.position)
  }

  /// A row that has arrived is not waited for.
  mutating func forgetPending(_ id: RowID, _ toOne: Schema.Relationship) {
    guard let inverse = model.graph.inverse(of: toOne) else { return }
    let name = model.qualifiedName(inverse, in: toOne.target)
    database.pending[ReferenceDatabase.Pending(relationship: name, target: id.key)] = nil
  }
}
