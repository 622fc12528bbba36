import RowsmithSchema

extension RecordParser {
  /// Parses a value that only groups members of the record: an object with keys, or an array with positions.
  ///
  /// Null stands for null in every member. Any other value gives none of them, as if its key were missing, and is noted.
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
    default:
      let start = scanner.p
      try scanner.skipScalar()
      try noteUnread(map, from: start, to: scanner.p, record: record)
    }
  }

  /// Notes a value of which nothing is read because the model reads only what is inside an object there.
  @inline(never)
  private func noteUnread(
    _ map: KeyMap, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, record: Int
  ) throws {
    guard map.notesOtherValues, map.groups.isEmpty else { return }
    guard refusesUnknownKeys else {
      let keys = seenKeys(map).takeUnretainedValue()
      return unknowns.append((keys, SeenKeys.wholeValue, Int32(truncatingIfNeeded: record)))
    }
    let message =
      "expected an object, found \(excerpt(start, to: end)); "
      + "the model reads only what is inside '\(map.path.joined(separator: "."))'"
    try leaveOut(record, ImportError(.invalidValue, message), at: start, under: .keys(map.path))
  }

  /// Parses an array of which some positions are read: `images.0.url`.
  private func parseElements(
    _ scanner: inout JSONScanner, map: KeyMap, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    let start = scanner.p
    var isRead = false
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "]") {
      scanner.p += 1
      return
    }
    var position = 0
    repeat {
      let entry = Array(String(position).utf8).withUnsafeBufferPointer { map.find($0) }
      if let entry, !map.actions[entry].isEmpty {
        isRead = true
        try parseElement(&scanner, map: map, entry: entry, entity: entity, record: record, depth: depth + 1)
      } else {
        try scanner.skipValue(depth: depth + 1)
      }
      position += 1
    } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
    if !isRead { try noteUnread(map, from: start, to: scanner.p, record: record) }
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
