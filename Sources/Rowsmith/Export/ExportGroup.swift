import RowsmithSchema

/// How a value of several parts is written as a whole.
struct ExportGroup {
  /// The columns of its parts.
  let columns: [Int]
  /// Whether the value may be missing.
  let isOptional: Bool
  /// Whether a missing value is written as null instead of left out.
  let writesNull: Bool
  /// Whether a server is told of lists in the object also if they are empty: null would not mention them.
  var tellsLists = false
  /// What else is in the object: values that are no parts.
  var others: [ExportNode] = []
  /// What else a server has in the object, and is not written as it has not changed.
  var unchanged: [ExportNode] = []
  /// What an import reads from the object that is not written: its column; `nil` for what has none.
  var hidden: [Int?] = []

  /// Whether a row has neither a value nor anything else in the object.
  func isMissing(_ row: Row) throws -> Bool {
    guard isOptional, try columns.allSatisfy({ try row.isNull(at: $0) }) else { return false }
    if tellsLists, others.contains(where: \.isList) { return false }
    return try !(others + unchanged).contains { try $0.says(row) }
  }

  /// Whether null is written for a missing value: also if an import would otherwise set the default of something else in
  /// the object.
  func isNullWritten(_ row: Row) throws -> Bool {
    // An import would clear what is not written, unless that is empty, too.
    for column in hidden {
      guard let column else { return false }
      if try !row.isNull(at: column) { return false }
    }
    return writesNull
      || others.contains { if case .value(_, _, let writesNull) = $0 { writesNull } else { false } }
  }
}

extension ExportNode {
  /// Whether it is the list of a to-many relationship.
  fileprivate var isList: Bool { if case .related(let records) = self { !records.isToOne } else { false } }
}

extension RecordWriter {
  /// Writes a value of several parts: an object, or null if it is missing.
  func write(
    _ group: ExportGroup, _ members: [ExportMember], _ row: Row, after prefix: Prefix
  ) throws -> Bool {
    if try group.isMissing(row) {
      guard try group.isNullWritten(row) else { return false }
      begin(prefix)
      output.append("null")
      return true
    }
    begin(prefix)
    output.append(UInt8(ascii: "{"))
    _ = try write(members, row)
    output.append(UInt8(ascii: "}"))
    return true
  }

  /// Writes the members of `$rest`, which the model does not name, after those that it names.
  func write(rest column: Int, _ shape: RestShape, _ row: Row, after prefix: Prefix) throws -> Bool {
    guard let text = row.text(at: column), let members = JSONParts.members(of: Array(text.utf8)[...]) else {
      return false
    }
    var prefix = prefix
    for member in members where !shape.isNamed(member.key) {
      // As the source has it, so that an import changes nothing.
      prefix.key = []
      begin(prefix)
      output.append(json: member.text)
      prefix.needsComma = true
    }
    return prefix.needsComma
  }
}

/// Which members of `$rest` are written: not those that the model names by now.
struct RestShape {
  let entity: EntityMapping

  func isNamed(_ key: [UInt8]) -> Bool { key.withUnsafeBufferPointer { entity.keys.find($0) } != nil }
}
