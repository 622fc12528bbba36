import RowsmithSchema

// Who brought which value, where the check of unique values is put off and bad records are skipped.
extension RecordApplier {
  /// Notes who wrote columns of a row.
  func noteWrite(of slots: some Sequence<Int>, in row: Int64, of table: TableMapping, record: Int64) throws {
    guard origin.skipsBadRecords, uniqueness.isDeferred(table) else { return }
    for slot in slots where table.uniqueSlots.contains(slot) {
      try uniqueness.noteWrite(of: slot, in: row, of: table, record: record)
    }
  }

  /// Notes who brought the values of a new row: what an earlier mention gave is that one's.
  func noteInsert(
    _ row: Int64, of record: Int, entity: EntityMapping, cells: UnsafePointer<Cell>,
    completing earlier: Partials.Partial?
  ) throws {
    let table = entity.table
    guard origin.skipsBadRecords, uniqueness.isDeferred(table) else { return }
    let own = completedOffset ?? origin.offset(of: record)
    for slot in table.uniqueSlots where cells[slot].hasValue {
      var offset = own
      if let earlier, let brought = earlier.brought[slot], earlier.cells[slot] == cells[slot].stored {
        offset = brought
        if brought < own { uniqueness.noteEarlier(table) }
      }
      try uniqueness.noteWrite(of: slot, in: row, of: table, record: offset)
    }
  }
}
