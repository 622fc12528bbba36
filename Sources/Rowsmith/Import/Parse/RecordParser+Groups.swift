import RowsmithSchema

extension RecordParser {
  /// Parses a value that only groups members of the record: an object with keys, or an array with positions.
  ///
  /// Null stands for null in every member; any other value gives none of them.
  func parseGroup(
    _ scanner: inout JSONScanner, map: KeyMap, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    if map.groups.isEmpty {
      try parseGroupContent(&scanner, map: map, entity: entity, record: record, depth: depth)
    } else {
      try parseValues(&scanner, map: map, entity: entity, record: record, depth: depth)
    }
  }

  /// The same, without the map's `groups`.
  func parseGroupContent(
    _ scanner: inout JSONScanner, map: KeyMap, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    switch scanner.peek() {
    case UInt8(ascii: "{"):
      try scanner.checkDepth(depth)
      try parseMembers(&scanner, map: map, entity: entity, record: record, depth: depth)
    case UInt8(ascii: "["):
      try scanner.checkDepth(depth)
      try parseElements(&scanner, map: map, entity: entity, record: record, depth: depth)
    case UInt8(ascii: "n"):
      let start = scanner
      try scanner.takeLiteral("null")
      try setNull(start, map: map, entity: entity, record: record, depth: depth)
    default: try scanner.skipScalar()
    }
  }

  /// Parses an array of which some positions are read: `images.0.url`.
  private func parseElements(
    _ scanner: inout JSONScanner, map: KeyMap, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "]") {
      scanner.p += 1
      return
    }
    var position = 0
    repeat {
      let entry = Array(String(position).utf8).withUnsafeBufferPointer { map.find($0) }
      if let entry, !map.actions[entry].isEmpty {
        try parseElement(&scanner, map: map, entry: entry, entity: entity, record: record, depth: depth + 1)
      } else {
        try scanner.skipValue(depth: depth + 1)
      }
      position += 1
    } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
  }

  private func parseElement(
    _ scanner: inout JSONScanner, map: KeyMap, entry: Int, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    let start = scanner
    for action in map.actions[entry] {
      scanner = start
      try perform(action, &scanner, entity: entity, record: record, depth: depth)
    }
  }

  /// Gives null to every member of a group that is null.
  private func setNull(
    _ null: JSONScanner, map: KeyMap, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    for action in map.actions.joined() {
      var scanner = null
      try perform(action, &scanner, entity: entity, record: record, depth: depth)
    }
  }
}
