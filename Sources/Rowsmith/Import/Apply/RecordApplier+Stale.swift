import Foundation
import RowsmithSchema

// A mention that is older than the row, by the server's own stamp, changes nothing of it.
extension RecordApplier {
  /// The row of a record where it is newer than what the JSON says.
  func findNewerRow(of record: Int, entity: EntityPlan, _ arrival: Arrival) throws -> Int64? {
    let cells = cells(of: record)
    guard let stamp = entity.stamp, cells[stamp.slot].hasValue else { return nil }
    try resolveKey(of: record, filled: arrival.filled)
    guard entity.table.keySlots.allSatisfy({ cells[$0].hasValue }) else { return nil }
    guard let row = try writers[entity.table.index].seek(cells) else { return nil }
    defer { row.reset() }
    let stored = row.value(at: stamp.slot + 1)
    return stamp.isOlder(cells[stamp.slot].stored, than: stored) ? row.integer(at: 0) : nil
  }

  /// Counts a mention that is older than its row, links the row where its parent says, and applies the records embedded
  /// in it, which count for themselves.
  func applyStale(_ record: Int, entity: EntityPlan, row: Int64, _ arrival: Arrival) throws -> WrittenRow {
    recordCount += 1
    counts[entity.index].stale += 1
    try writers[entity.table.index].noteNamed(row)
    if let filled = arrival.filled, !arrival.isLinked {
      try linkStale(record, entity: entity, row: row, filled: filled, arrival)
    }
    var index = Int(parser.records.base[record].firstLink)
    while index >= 0 {
      let link = parser.links.base[index]
      index = Int(link.next)
      let relationship = entity.relationships[Int(link.relationship)]
      if link.isDead || relationship.target.table.hasRowIdentifier { continue }
      var item = Int(link.firstItem)
      while item >= 0 {
        let child = Int(parser.items[item].record)
        item = Int(parser.items[item].next)
        if child >= 0, !parser.records[child].isLeftOut, !parser.records[child].isKeyOnly {
          try applyInStale(child, relationship, of: record)
        }
      }
    }
    return WrittenRow(id: row, isNew: false)
  }

  /// Applies a record that is embedded in an old mention. It is not linked, unless it is new and cannot be without.
  private func applyInStale(_ child: Int, _ relationship: RelationshipPlan, of record: Int) throws {
    var arrival = Arrival()
    if let inverse = relationship.inverse, inverse.isToOne, inverse.isRequired {
      let isKeyPart = inverse.slots.contains(where: inverse.table.keySlots.contains)
      try resolveKey(of: child, filled: isKeyPart ? inverse : nil)
      if try isKeyPart || writers[inverse.table.index].findRow(key: key(of: child)) == nil {
        fill(inverse, of: child, with: record)
        arrival.filled = inverse
      }
    }
    try apply(child, arrival)
  }

  /// Links a row to the parent that embeds an old mention of it: only those columns are written.
  private func linkStale(
    _ record: Int, entity: EntityPlan, row: Int64, filled: RelationshipPlan, _ arrival: Arrival
  ) throws {
    let cells = cells(of: record)
    for slot in 0..<entity.table.columnCount
    where !filled.slots.contains(slot) && !entity.table.keySlots.contains(slot) { cells[slot] = .missing }
    var linking = arrival
    linking.isReplaceItem = false
    let before = counts[entity.index]
    _ = try update(record, entity: entity, cells: cells, writer: writers[entity.table.index], linking)
    counts[entity.index] = before
  }
}

extension AttributePlan {
  /// Whether a stamp is before another.
  func isOlder(_ one: StoredValue, than other: StoredValue) -> Bool {
    switch (one, other) {
    case (.integer(let one), .integer(let other)): return one < other
    case (.real(let one), .real(let other)): return one < other
    case (.text(let one), .text(let other)):
      if schema.type == .scalar(.decimal), let one = Decimal(string: one), let other = Decimal(string: other)
      {
        return one < other
      }
      return one.utf8.lexicographicallyPrecedes(other.utf8)
    default: return false
    }
  }
}
