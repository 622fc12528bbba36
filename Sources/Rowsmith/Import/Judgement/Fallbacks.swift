import RowsmithSchema

/// Values that fall back: a row that is overwritten whole has what the mentions of the document give it; what none of them
/// gives is its default, or null.
///
/// What waits is kept with the table's writer.
struct Fallbacks {
  private let rowLinks: RowLinks
  private let missing: MissingValue
  private unowned let origin: any RecordOrigin
  /// The applier's, which frees it.
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

  /// Gives an item without a key, which is the row anew, what its JSON does not give.
  ///
  /// - Parameter filled: the to-one relationship that its parent gives it.
  /// - Returns: what it lacks.
  func resetUngiven(
    _ record: Int, _ entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, filled: RelationshipMapping?
  ) -> ImportError? {
    var lack: ImportError?
    let reset = { (slot: Int, isRequired: Bool) in
      cells[slot] = entity.fallback(slot)
      if isRequired { missing.mark(slot, cells, of: entity, record: record, &lack) }
    }
    for slot in 0..<entity.table.columnCount
    where cells[slot].kind == .missing && entity.isAttributeSlot[slot] {
      reset(slot, entity.mustBeGiven(slot))
    }
    for relationship in entity.relationships where relationship.isToOne && relationship !== filled {
      // What may lead to one of several entities lacks its first part, if any.
      let isLater = relationship.others.contains { $0.index < relationship.index }
      for slot in relationship.slots where cells[slot].kind == .missing {
        reset(slot, relationship.isRequired && !isLater)
      }
    }
    return lack
  }

  /// Remembers what a mention gives of a row that is there, and what falls back where the row is overwritten whole.
  ///
  /// - Returns: whether something may fall back.
  func noteGiven(
    _ record: Int, row: Statement, id: Int64, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>,
    writer: TableWriter, _ arrival: Arrival
  ) throws -> Bool {
    guard let given = writer.given else { return false }
    if writer.fallbacks[id] != nil { keep(id, cells: cells, writer: writer) }
    // Where there was no row, the document has inserted all there are.
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

  /// Keeps what a later mention gives from falling back.
  private func keep(_ row: Int64, cells: UnsafeMutablePointer<Cell>, writer: TableWriter) {
    guard var fallback = writer.fallbacks[row] else { return }
    for slot in 0..<writer.mapping.columnCount where cells[slot].kind != .missing {
      fallback.slots.remove(slot)
    }
    writer.setFallback(fallback.slots.isEmpty ? nil : fallback, of: row)
  }

  /// Notes that the mention of a row changed nothing but what may yet fall back.
  func countAsUnchanged(_ row: Int64, _ writer: TableWriter) {
    guard var fallback = writer.fallbacks[row] else { return }
    fallback.countsAsUnchanged = true
    writer.setFallback(fallback, of: row)
  }

  /// How many rows may wait to fall back; more are written at once.
  private static let maximum = 64 * 1024

  /// Keeps the memory of what falls back small: what a later mention may still give is written twice then.
  func limit() throws {
    for writer in rowLinks.writers where writer.fallbacks.count > Fallbacks.maximum {
      _ = try write(writer, isLast: false)
    }
  }

  /// Lets everything fall back that the document has not given; what is required cannot, and is refused.
  func finish() throws -> [Refusal] {
    guard rowLinks.writers.contains(where: { !$0.fallbacks.isEmpty }) else { return [] }
    return try rowLinks.writers.flatMap { $0.fallbacks.isEmpty ? [] : try write($0, isLast: true) }
  }

  /// Writes what falls back of a table's rows.
  ///
  /// - Parameter isLast: whether the document has ended. Before, what lacks something required waits.
  private func write(_ writer: TableWriter, isLast: Bool) throws -> [Refusal] {
    var waiting: [Int64: Fallback] = [:]
    var refusals: [Refusal] = []
    let cells = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, writer.mapping.columnCount))
    defer { cells.deallocate() }
    for (row, next) in writer.fallbacks.sorted(by: { $0.key < $1.key }) {
      let entity = rowLinks.mapping.entities[next.entity]
      let slots = entity.attributeSlots.filter(next.slots.contains)
      if slots.contains(where: entity.mustBeGiven), let error = next.error {
        waiting[row] = next
        refusals.append(Refusal(records: [next.blame], error: error))
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
}
