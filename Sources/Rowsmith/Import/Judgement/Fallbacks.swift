import RowsmithSchema

/// Resets columns of rows that are overwritten whole: what no mention in the document gives becomes its default, or null.
///
/// The columns to reset are kept in the table's writer.
final class Fallbacks {
  private let rowLinks: RowLinks
  private let missing: MissingValue
  private unowned let origin: any RecordOrigin
  /// Owned by the applier, which frees it.
  private let counts: FixedList<ImportReport.Counts>

  init(
    rowLinks: RowLinks, missing: MissingValue, origin: any RecordOrigin,
    counts: FixedList<ImportReport.Counts>
  ) {
    self.rowLinks = rowLinks
    self.missing = missing
    self.origin = origin
    self.counts = counts
  }

  /// Resets what the JSON of an item without a key does not give; the item replaces the row.
  ///
  /// - Parameter filled: the to-one relationship that its parent gives.
  /// - Returns: the error for what it lacks; `nil` if it is complete.
  func resetUngiven(
    _ record: Int, _ entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, filled: RelationshipMapping?
  ) -> ImportError? {
    var lack: ImportError?
    let missing = missing
    let reset = { (slot: Int, isRequired: Bool) in
      cells[slot] = entity.fallback(slot)
      if isRequired { missing.mark(slot, cells, of: entity, record: record, &lack) }
    }
    for slot in 0..<entity.table.columnCount
    where cells[slot].kind == .missing && entity.isAttributeSlot[slot] {
      reset(slot, entity.mustBeGiven(slot))
    }
    for relationship in entity.relationships where relationship.isToOne && relationship !== filled {
      // Of a link to one of several entities, only the first part is marked as lacking.
      let isLater = relationship.others.contains { $0.index < relationship.index }
      for slot in relationship.slots where cells[slot].kind == .missing {
        reset(slot, relationship.isRequired && !isLater)
      }
    }
    return lack
  }

  /// Notes what a mention gives of an existing row, and what to reset if the row is overwritten whole.
  ///
  /// - Returns: whether columns may be reset.
  func noteGiven(
    _ record: Int, row: Statement, id: Int64, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>,
    writer: TableWriter, _ arrival: Arrival
  ) throws -> Bool {
    guard let given = writer.given else { return false }
    if writer.fallbacks[id] != nil { keep(id, cells: cells, writer: writer) }
    // If the table was empty, all of its rows are from the document.
    if try writer.wasEmpty() { return false }
    if try writer.settled?.contains(id) == true { return false }
    let earlier = try given.slots(of: id)
    guard arrival.isReplaceItem else {
      var slots = SlotSet()
      for slot in entity.attributeSlots where cells[slot].kind != .missing { slots.insert(slot) }
      try given.add(slots, to: id)
      return false
    }
    if earlier != nil { try given.remove(id) }
    try writer.settled?.insert(id)
    var fallback = Fallback(entity: entity.index, countsAsUnchanged: false, blame: -1)
    for slot in entity.attributeSlots where cells[slot].kind == .missing && entity.isAttributeSlot[slot] {
      if earlier?.contains(slot) == true || row.column(slot + 1, equals: entity.fallback(slot)) { continue }
      fallback.slots.insert(slot)
      if entity.mustBeGiven(slot), fallback.error == nil {
        fallback.error = missing.error(slot, of: entity, record: record)
      }
    }
    guard !fallback.slots.isEmpty else { return false }
    fallback.blame = origin.offset(of: record)
    writer.setFallback(fallback, of: id)
    return true
  }

  /// Removes the columns that a later mention gives from those to reset.
  private func keep(_ row: Int64, cells: UnsafeMutablePointer<Cell>, writer: TableWriter) {
    guard var fallback = writer.fallbacks[row] else { return }
    for slot in 0..<writer.mapping.columnCount where cells[slot].kind != .missing {
      fallback.slots.remove(slot)
    }
    writer.setFallback(fallback.slots.isEmpty ? nil : fallback, of: row)
  }

  /// Notes that a mention of a row changed nothing except what may still be reset.
  func countAsUnchanged(_ row: Int64, _ writer: TableWriter) {
    guard var fallback = writer.fallbacks[row] else { return }
    fallback.countsAsUnchanged = true
    writer.setFallback(fallback, of: row)
  }

  /// How many rows may wait for a reset; if there are more, they are written at once.
  private static let maximum = 64 * 1024

  /// Bounds the memory for fallbacks; a value that a later mention gives is then written twice.
  func limit() throws {
    for writer in rowLinks.writers where writer.fallbacks.count > Fallbacks.maximum {
      _ = try write(writer, isLast: false)
    }
  }

  /// Resets all columns that the document has not given. Required columns without a default are returned as refusals.
  func finish() throws -> [Refusal] {
    guard rowLinks.writers.contains(where: { !$0.fallbacks.isEmpty }) else { return [] }
    return try rowLinks.writers.flatMap { $0.fallbacks.isEmpty ? [] : try write($0, isLast: true) }
  }

  /// Resets the columns of a table's rows.
  ///
  /// - Parameter isLast: whether the document has ended; before that, rows that lack something required are kept for later.
  private func write(_ writer: TableWriter, isLast: Bool) throws -> [Refusal] {
    var waiting: [Int64: Fallback] = [:]
    var refusals: [Refusal] = []
    var known: Set<[Int]> = []
    let cells = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, writer.mapping.columnCount))
    defer { cells.deallocate() }
    for (row, next) in writer.fallbacks.sorted(by: { $0.key < $1.key }) {
      let entity = rowLinks.mapping.entities[next.entity]
      let slots = entity.attributeSlots.filter(next.slots.contains)
      if slots.contains(where: entity.mustBeGiven), let error = next.error {
        waiting[row] = next
        // A row that is deleted needs nothing.
        guard isLast, try !isDeleted(row, of: writer.mapping) else { continue }
        var refusal = Refusal(records: [next.blame], error: error)
        if origin.skipsBadRecords {
          let lacking = slots.filter(entity.mustBeGiven)
          refusal.lacks = missing.everyLack(lacking, of: entity, like: error, &known)
        }
        refusals.append(refusal)
        continue
      }
      for slot in slots { cells[slot] = entity.fallback(slot) }
      try rowLinks.write(slots, of: row, in: writer.mapping, blame: next.blame, entity: entity) {
        try writer.update(slots.map(Int32.init), of: row, cells)
      }
      guard next.countsAsUnchanged else { continue }
      counts[entity.index].unchanged -= 1
      counts[entity.index].updated += 1
    }
    writer.setFallbacks(isLast ? [:] : waiting)
    return isLast ? refusals : []
  }

  /// Whether the document says that a row is deleted, and does not give it later.
  private func isDeleted(_ row: Int64, of table: TableMapping) throws -> Bool {
    guard let key = try rowLinks.key(ofRow: row, in: table) else { return false }
    return try rowLinks.connection.integer(
      "SELECT 1 FROM temp._rowsmith_tombstones WHERE table_index = ?1 AND key = ?2",
      [.integer(Int64(table.index)), KeyCoding.encode(key)]) != nil
  }
}
