#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

// A row that is overwritten whole has what the mentions of the document give it; what none of them gives falls back.
extension RecordApplier {
  /// Gives an item without a key, which is the row anew, what its JSON does not give.
  ///
  /// - Returns: what it lacks.
  func resetUngiven(
    _ record: Int, _ entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, filled: RelationshipMapping?
  ) -> ImportError? {
    var lack: ImportError?
    let reset = { (slot: Int, isRequired: Bool) in
      cells[slot] = isRequired ? .lacking : self.fallback(slot, entity)
      if isRequired, lack == nil {
        lack = self.origin.located(self.missing(slot, of: entity, record: record).error, record: record)
      }
    }
    for slot in 0..<entity.table.columnCount
    where cells[slot].kind == .missing && entity.isAttributeSlot[slot] {
      reset(slot, entity.isRequiredSlot[slot] && entity.defaults[slot].kind == .missing)
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

  private func fallback(_ slot: Int, _ entity: EntityMapping) -> Cell {
    entity.defaults[slot].kind == .missing ? .null : entity.defaults[slot]
  }

  /// Remembers what a mention gives of a row that is there, and what falls back where the row is overwritten whole.
  ///
  /// - Returns: whether something may fall back.
  func noteGiven(
    _ record: Int, row: Statement, id: Int64, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>,
    writer: TableWriter, _ arrival: Arrival
  ) throws -> Bool {
    guard let given = writer.given else { return false }
    if writer.fallbacks[id] != nil { keepFromFallingBack(id, cells: cells, writer: writer) }
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
      if earlier?.contains(slot) == true || row.column(slot + 1, equals: self.fallback(slot, entity)) {
        continue
      }
      fallback.slots.insert(slot)
      if entity.isRequiredSlot[slot], entity.defaults[slot].kind == .missing, fallback.error == nil {
        fallback.error = origin.located(missing(slot, of: entity, record: record).error, record: record)
      }
    }
    guard !fallback.slots.isEmpty else { return false }
    fallback.blame = origin.offset(of: record)
    writer.setFallback(fallback, of: id)
    return true
  }

  private func keepFromFallingBack(_ row: Int64, cells: UnsafeMutablePointer<Cell>, writer: TableWriter) {
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
  private static let maximumFallbacks = 64 * 1024

  /// Keeps the memory of what falls back small: what a later mention may still give is written twice then.
  func limitFallbacks() throws {
    for writer in writers where writer.fallbacks.count > RecordApplier.maximumFallbacks {
      _ = try fallBack(writer, isLast: false)
    }
  }

  /// Lets everything fall back that the document has not given; what is required cannot, and is refused.
  func finishFallbacks() throws -> [Refusal] {
    guard writers.contains(where: { !$0.fallbacks.isEmpty }) else { return [] }
    return try writers.flatMap { $0.fallbacks.isEmpty ? [] : try fallBack($0, isLast: true) }
  }

  /// - Parameter isLast: whether the document has ended. Before, what lacks something required waits.
  private func fallBack(_ writer: TableWriter, isLast: Bool) throws -> [Refusal] {
    var waiting: [Int64: Fallback] = [:]
    var refusals: [Refusal] = []
    let cells = UnsafeMutablePointer<Cell>.allocate(capacity: max(1, writer.mapping.columnCount))
    defer { cells.deallocate() }
    for (row, fallback) in writer.fallbacks.sorted(by: { $0.key < $1.key }) {
      let entity = mapping.entities[fallback.entity]
      let slots = entity.attributeSlots.filter(fallback.slots.contains)
      let lacksRequired = slots.contains { entity.isRequiredSlot[$0] && entity.defaults[$0].kind == .missing }
      if lacksRequired, let error = fallback.error {
        waiting[row] = fallback
        refusals.append(Refusal(records: [fallback.blame], error: error))
        continue
      }
      for slot in slots { cells[slot] = self.fallback(slot, entity) }
      try writingLinks(slots, of: row, in: writer, blame: fallback.blame, entity: entity) {
        try writer.update(slots.map(Int32.init), of: row, cells)
      }
      batch.repeated?.noteWrite(to: row, table: writer.mapping.index)
      guard fallback.countsAsUnchanged else { continue }
      counts[entity.index].unchanged -= 1
      counts[entity.index].updated += 1
    }
    writer.setFallbacks(isLast ? [:] : waiting)
    return isLast ? refusals : []
  }
}
