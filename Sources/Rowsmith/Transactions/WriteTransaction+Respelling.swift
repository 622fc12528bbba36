import RowsmithSchema

extension WriteTransaction {
  /// The values to write to the row of a record; `nil` for columns to leave unchanged.
  ///
  /// Some values have several spellings: `24.90` and `24.9` are the same decimal number. A column stays unchanged if its stored
  /// value reads as the record's value.
  func columnValues<R: Record>(
    of record: R, _ shape: ModelWriter.Shape, _ writer: ModelWriter
  ) throws -> [StoredValue?] {
    let values = record.storedValues
    guard !shape.respellable.isEmpty, !shape.entity.table.keySlots.isEmpty else { return values }
    let lookup = try session.lookup(R.self)
    defer { lookup.reset() }
    lookup.bind(writer.key(in: values, shape))
    let row = Row(statement: lookup.handle, entity: R.entityName)
    // A row that cannot be decoded counts as different.
    guard try lookup.step(), let stored = try? R(row: row) else { return values }
    var changed: [StoredValue?] = values
    for (index, value) in stored.storedValues.enumerated()
    where shape.respellable.contains(index) && values[index] == value {
      changed[index] = nil
    }
    return changed
  }
}

extension Schema.AttributeType {
  /// Whether equal values can be stored as different text.
  var isRespellable: Bool {
    switch self {
    case .scalar(.decimal), .scalar(.url), .array: true
    case .scalar: false
    }
  }
}
