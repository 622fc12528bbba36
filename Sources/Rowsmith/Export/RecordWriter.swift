/// Writes rows as JSON objects.
struct RecordWriter {
  let output: JSONOutput

  /// What a record is part of, which decides whether it can be a bare value.
  enum Place {
    /// A list, a map or lines.
    case item
    /// A to-one relationship.
    case one
    /// The body of a request, or a patch.
    case alone
    /// A table, whose columns are the members.
    case columns
  }

  /// Written before a value, if there is one.
  struct Prefix {
    var needsComma = false
    var key: [UInt8] = []
  }

  /// Writes the record of the current row.
  func write(_ shape: ExportShape, _ row: Row, as place: Place, after prefix: Prefix) throws {
    shape.embedded.forEach { $0.forget() }
    if let value = shape.bareValue, try isBare(value, shape, row, as: place),
      try write(value.node, row, after: prefix)
    {
      return
    }
    try writeObject(shape.members, row, after: prefix)
  }

  private func isBare(_ value: BareValue, _ shape: ExportShape, _ row: Row, as place: Place) throws -> Bool {
    switch place {
    case .item: return try value.isWritten(of: row, in: shape)
    case .one where shape.entity.isBareValue: return try value.isWritten(of: row, in: shape)
    case .alone: return shape.entity.isBareValue && shape.members.isEmpty
    case .one, .columns:
      try value.leaveOut(of: row)
      return false
    }
  }

  func begin(_ prefix: Prefix) {
    if prefix.needsComma { output.append(UInt8(ascii: ",")) }
    output.append(prefix.key)
  }

  private func writeNull(after prefix: Prefix) -> Bool {
    begin(prefix)
    output.append("null")
    return true
  }

  /// Writes the members that have a value. Returns `false` if none has.
  func write(_ members: [ExportMember], _ row: Row) throws -> Bool {
    var prefix = Prefix()
    for member in members {
      prefix.key = member.key
      if try write(member.node, row, after: prefix) { prefix.needsComma = true }
    }
    return prefix.needsComma
  }

  private func write(_ node: ExportNode, _ row: Row, after prefix: Prefix) throws -> Bool {
    switch node {
    case .entityName(let column, let kinds):
      guard let kind = row.text(at: column).flatMap(kinds.json) else { return false }
      begin(prefix)
      output.append(kind)
      return true
    case .constant(let json):
      begin(prefix)
      output.append(json)
      return true
    case .constantBeside(let column, let json):
      if try row.isNull(at: column) { return false }
      begin(prefix)
      output.append(json)
      return true
    case .nullBeside(let columns):
      for column in columns where try !row.isNull(at: column) { return false }
      return writeNull(after: prefix)
    case .either(let nodes):
      for node in nodes where try write(node, row, after: prefix) { return true }
      return false
    case .value(let column, let writer, let writesNull):
      if try row.isNull(at: column) {
        return writesNull && writeNull(after: prefix)
      } else {
        begin(prefix)
        try writer.write(row, column: column, to: output)
      }
      return true
    case .object(let members):
      return try output.appendOptional { try writeObject(members, row, after: prefix) }
    case .group(let members, let group): return try write(group, members, row, after: prefix)
    case .rest(let column, let shape): return try write(rest: column, shape, row, after: prefix)
    case .reference(let members, let column, let writesNull):
      if try row.isNull(at: column) { return writesNull && writeNull(after: prefix) }
      try writeObject(members, row, after: prefix)
      return true
    case .array(let nodes, let kept): return try write(nodes, kept, row, after: prefix)
    case .embedded(let record):
      if try record.isNull(row) { return record.writesNull && writeNull(after: prefix) }
      guard let shape = try record.shape(row) else { return false }
      try write(shape, record.record, as: .one, after: prefix)
      return true
    case .absent(let record, let key):
      return try !record.isNull(row) && record.shape(row) == nil && write(key, row, after: prefix)
    case .related(let records):
      try records.bind(row)
      return records.isToOne
        ? try writeOne(records, row, after: prefix) : try writeList(records, after: prefix)
    }
  }

  /// Writes an array, with null for each place without a value that is followed by one, or an empty object if the place is
  /// kept.
  private func write(
    _ nodes: [ExportNode], _ kept: Set<Int>, _ row: Row, after prefix: Prefix
  ) throws -> Bool {
    try output.appendOptional {
      begin(prefix)
      output.append(UInt8(ascii: "["))
      var (written, missing) = (0, 0)
      for node in nodes {
        let isWritten = try output.appendOptional {
          for place in written..<written + missing {
            if place > 0 { output.append(UInt8(ascii: ",")) }
            output.append(kept.contains(place) ? "{}" : "null")
          }
          return try write(node, row, after: Prefix(needsComma: written + missing > 0))
        }
        (written, missing) = isWritten ? (written + missing + 1, 0) : (written, missing + 1)
      }
      output.append(UInt8(ascii: "]"))
      return written > 0
    }
  }

  private func writeOne(_ records: RelatedRecords, _ row: Row, after prefix: Prefix) throws -> Bool {
    guard case .records(let family) = records.form else { return false }
    if try records.parentColumns.contains(where: { try row.isNull(at: $0) }) {
      return records.writesNull && writeNull(after: prefix)
    }
    defer { records.statement.reset() }
    let record = Row(statement: records.statement.handle, entity: family.table.name)
    if try records.statement.step(), let shape = try family.shape(of: record) {
      try write(shape, record, as: .one, after: prefix)
      return true
    }
    if let members = records.keyMembers {
      try writeObject(members, row, after: prefix)
      return true
    }
    guard let writer = records.keyWriter, let column = records.parentColumns.first else { return false }
    begin(prefix)
    try writer.write(row, column: column, to: output)
    return true
  }

  private func writeList(_ records: RelatedRecords, after prefix: Prefix) throws -> Bool {
    let statement = records.statement
    defer { statement.reset() }
    var hasRow = try statement.step()
    if let worth = records.worth {
      if hasRow ? statement.integer(at: worth.listColumn) == 0 : worth.leavesOutEmpty { return false }
    }
    if hasRow, let place = records.place {
      guard try isNumbered(records, by: place) else {
        try place.leaveOut(isColumn: records.isColumn)
        return false
      }
      hasRow = try statement.step()
    }
    begin(prefix)
    var isMap = records.mapKey != nil
    if hasRow, let mapKey = records.mapKey, mapKey.isChecked {
      isMap = try isMapped(records, by: mapKey)
      hasRow = try statement.step()
    }
    output.append(UInt8(ascii: isMap ? "{" : "["))
    var item = Prefix()
    while hasRow {
      if try writeItem(records, isMapped: isMap, after: item) { item.needsComma = true }
      try output.flushIfLarge()
      hasRow = try statement.step()
    }
    output.append(UInt8(ascii: isMap ? "}" : "]"))
    return true
  }

  /// Whether every record of a list has a key of its own. Reads the rows once, from the first, then resets the statement.
  private func isMapped(_ records: RelatedRecords, by mapKey: MapKey) throws -> Bool {
    guard case .records(let family) = records.form else { return true }
    let statement = records.statement
    defer { statement.reset() }
    var seen: Set<[UInt8]> = []
    repeat {
      let row = Row(statement: statement.handle, entity: "")
      guard !statement.isNull(at: family.table.keySlots.first ?? 0), let shape = try family.shape(of: row)
      else { continue }
      if try !mapKey.fits(row, of: shape.entity) { return false }
      if mapKey.mayRepeat, try !seen.insert(written(row, mapKey)).inserted { return false }
    } while try statement.step()
    return true
  }

  /// The key of a row as it is written.
  private func written(_ row: Row, _ mapKey: MapKey) throws -> [UInt8] {
    let start = output.position
    try writeMapKey(row, column: mapKey.column, mapKey.writer)
    return output.take(from: start)
  }

  /// Whether an import numbers the records of a list as they are. Reads the rows once, from the first, then resets the
  /// statement.
  private func isNumbered(_ records: RelatedRecords, by place: ListPlace) throws -> Bool {
    guard case .records(let family) = records.form else { return true }
    let statement = records.statement
    defer { statement.reset() }
    var next: Int64 = 0
    repeat {
      let row = Row(statement: statement.handle, entity: "")
      if try statement.isNull(at: family.table.keySlots.first ?? 0) || family.shape(of: row) == nil {
        continue
      }
      if statement.integer(at: place.column) != next { return false }
      next += 1
    } while try statement.step()
    return true
  }

  private func writeItem(_ records: RelatedRecords, isMapped: Bool, after prefix: Prefix) throws -> Bool {
    let statement = records.statement
    if let column = records.worth?.itemColumn, statement.integer(at: column) == 0 { return false }
    let row = Row(statement: statement.handle, entity: "")
    if case .records(let family) = records.form, !statement.isNull(at: family.table.keySlots.first ?? 0),
      let shape = try family.shape(of: row)
    {
      guard isMapped, let mapKey = records.mapKey else {
        try records.mapKey?.noteArray(row, of: shape.entity)
        try write(shape, row, as: .item, after: prefix)
        return true
      }
      begin(prefix)
      try writeMapKey(row, column: mapKey.column, mapKey.writer)
      try write(shape, row, as: .item, after: Prefix())
      return true
    }
    if let members = records.keyMembers {
      var keyRow = row
      if let count = records.keyPartsKeptAsOne {
        let key = KeyCoding.decode(try row.storedValue(at: records.keyColumn), count: count)
        keyRow = Row(values: key, columns: [], entity: "")
      }
      try writeObject(members, keyRow, after: prefix)
      return true
    }
    guard let writer = records.keyWriter else { return false }
    begin(prefix)
    if isMapped { try writeMapKey(row, column: records.keyColumn, writer) }
    try writer.write(row, column: records.keyColumn, to: output)
    return true
  }

  /// Writes an object. Returns `false` if it has no members.
  @discardableResult
  private func writeObject(_ members: [ExportMember], _ row: Row, after prefix: Prefix) throws -> Bool {
    begin(prefix)
    output.append(UInt8(ascii: "{"))
    let hasValues = try write(members, row)
    output.append(UInt8(ascii: "}"))
    return hasValues
  }

  /// Writes a value as a key, in quotes if it is not a string.
  func writeMapKey(_ row: Row, column: Int, _ writer: ValueWriter) throws {
    let start = output.position
    if try row.isNull(at: column) {
      output.append("\"\"")
    } else {
      try writer.write(row, column: column, to: output)
    }
    output.quote(from: start)
    output.append(UInt8(ascii: ":"))
  }
}
