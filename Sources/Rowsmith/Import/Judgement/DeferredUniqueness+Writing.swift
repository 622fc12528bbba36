import RowsmithSchema

// Writes rows whose values may not be unique yet: the document may still change the other row.
extension DeferredUniqueness {
  /// Writes the row of a record. If another row has its unique values, the check is deferred to the end of the import.
  ///
  /// - Throws: ``RecordRejection`` if the database refuses the row for another reason.
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

  /// Writes columns of a row outside its own record, and notes the record to blame.
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
    if isNeeded { try noteWrites(of: slots, in: row, of: table, blame: blame) }
  }
}
