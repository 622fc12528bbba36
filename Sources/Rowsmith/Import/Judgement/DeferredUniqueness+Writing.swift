import RowsmithSchema

// Rows are written here whose values may not be unique yet: the document may still change the other row.
extension DeferredUniqueness {
  /// Writes the row of a record. Where another row has its unique values, that is looked at again when the import ends.
  func writing<Result>(
    rowOf record: Int, in table: TableMapping, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      let rejection = rejection(of: record, error)
      guard error.code == .constraintUnique, let cause = rejection as? RecordRejection else {
        throw rejection
      }
      try deferCheck(table, because: origin.located(cause.error, record: record))
      return try body()
    }
  }

  private func rejection(of record: Int, _ error: StoreError) -> any Error {
    guard error.code?.primary == .constraint else { return error }
    if error.isRefusalOfRow {
      return RecordRejection(record: record, error: ImportError(.refused, error.message))
    }
    let reason: ImportError.Reason = error.code == .constraintUnique ? .notUnique : .invalidValue
    return RecordRejection(
      record: record, error: ImportError(reason, "another row has these values: \(error.message)"))
  }

  /// Writes columns of a row that is no record's own, and notes who did.
  func writing(
    _ slots: some Sequence<Int>, of row: Int64, in table: TableMapping, blame: Int64, entity: EntityMapping,
    _ body: () throws -> Void
  ) throws {
    do {
      try body()
    } catch let error as StoreError where error.code == .constraintUnique {
      let refusal = ImportError(
        .notUnique, "another row has these values: \(error.message)", entity: entity.name)
      try deferCheck(table, because: refusal)
      try body()
    }
    if isNeeded { try noteWrites(of: slots, in: row, of: table, record: blame) }
  }

  /// Notes who wrote columns of a row: asked for where bad records are skipped.
  func noteWrites(of slots: some Sequence<Int>, in row: Int64, of table: TableMapping, record: Int64) throws {
    guard origin.skipsBadRecords, isDeferred(table) else { return }
    for slot in slots where table.uniqueSlots.contains(slot) {
      try noteWrite(of: slot, in: row, of: table, record: record)
    }
  }

  /// Notes who brought the values of a new row: what an earlier mention gave is that one's.
  ///
  /// - Parameter own: where in the document the record stands that makes the row.
  func noteInsert(
    _ row: Int64, in table: TableMapping, cells: UnsafePointer<Cell>, record own: Int64,
    completing earlier: Partials.Partial?
  ) throws {
    guard origin.skipsBadRecords, isDeferred(table) else { return }
    for slot in table.uniqueSlots where cells[slot].hasValue {
      var offset = own
      if let earlier, let brought = earlier.brought[slot], earlier.cells[slot] == cells[slot].stored {
        offset = brought
        if brought < own { noteEarlier(table) }
      }
      try noteWrite(of: slot, in: row, of: table, record: offset)
    }
  }
}
