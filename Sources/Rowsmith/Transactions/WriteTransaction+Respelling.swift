import RowsmithSchema

extension WriteTransaction {
  /// What the columns of a record's row are to hold, nil for those that are to stay as they are.
  ///
  /// Some values are stored in more than one spelling: `24.90` and `24.9` are the same decimal number. Where the stored
  /// one reads as what the record holds, nothing has changed.
  func columnValues<R: Record>(
    of record: R, _ shape: ModelWriter.Shape, _ writer: ModelWriter
  ) throws -> [StoredValue?] {
    let values = record.storedValues
    guard !shape.respellable.isEmpty, !shape.entity.table.keySlots.isEmpty else { return values }
    let lookup = try session.lookup(R.self)
    defer { lookup.reset() }
    lookup.bind(writer.key(in: values, shape))
    let row = Row(statement: lookup.handle, entity: R.entityName)
    // What cannot be read is another value.
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
