import RowsmithSchema

extension RecordParser {
  /// What an object says about its entity.
  enum EntityChoice {
    case absent
    case found(EntityMapping)
    case unknown(String, path: [String], at: UnsafePointer<UInt8>)
  }

  /// Looks ahead for an object's discriminator; the caller's scanner does not move.
  func findEntity(_ scanner: JSONScanner, asked: EntityMapping, depth: Int) throws -> EntityChoice {
    for path in asked.discriminator {
      var ahead = scanner
      guard try find(path[...], &ahead, depth: depth) else { continue }
      if ahead.peek() == UInt8(ascii: "n") { continue }
      let start = ahead.p
      var value = ahead
      let text = try discriminatorText(&value)
      if let entity = text.flatMap({ asked.entity(discriminatedBy: $0) }) { return .found(entity) }
      let known = asked.discriminatedNames.joined(separator: ", ")
      guard let name = text, start.pointee == UInt8(ascii: "\"") else {
        try ahead.skipValue(depth: depth)
        let expected = text == nil ? "the name of an entity" : "one of \(known)"
        return .unknown("expected \(expected), found \(excerpt(start, to: ahead.p))", path: path, at: start)
      }
      return .unknown("expected one of \(known), found \"\(name)\"", path: path, at: start)
    }
    return .absent
  }

  /// Moves to the value under the keys; if a key occurs twice, the last one wins.
  func find(_ path: ArraySlice<String>, _ scanner: inout JSONScanner, depth: Int) throws -> Bool {
    guard let key = path.first else { return true }
    if scanner.peek() == UInt8(ascii: "[") { return try findItem(key, path, &scanner, depth: depth) }
    guard scanner.peek() == UInt8(ascii: "{") else { return false }
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "}") { return false }
    var found: JSONScanner?
    repeat {
      scanner.skipWhitespace()
      let token = try scanner.readString(expected: "a key in double quotes")
      try scanner.take(UInt8(ascii: ":"), expected: "':'")
      scanner.skipWhitespace()
      if context.text(token).bytes.elementsEqual(key.utf8) { found = scanner }
      try scanner.skipValue(depth: depth + 1)
    } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
    guard let found else { return false }
    scanner = found
    return try find(path.dropFirst(), &scanner, depth: depth + 1)
  }

  /// The same in an array, where the first key is a position.
  private func findItem(
    _ key: String, _ path: ArraySlice<String>, _ scanner: inout JSONScanner, depth: Int
  ) throws -> Bool {
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "]") { return false }
    var position = 0
    repeat {
      scanner.skipWhitespace()
      if String(position) == key { return try find(path.dropFirst(), &scanner, depth: depth + 1) }
      try scanner.skipValue(depth: depth + 1)
      position += 1
    } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
    return false
  }

  /// Sets the attributes read from `$key` and `$index` to the record's map key and position.
  func fillPlaceAttributes(_ record: Int, entity: EntityMapping, place: Place) {
    let base = Int(records[record].cells)
    if place.item >= 0 {
      for (index, priority) in entity.indexAttributes {
        let attribute = entity.attributes[index]
        var cell = convert(index: place.earlierItems + place.item, to: attribute)
        cell.priority = priority
        cell.isFromPlace = true
        cells[base + attribute.slot] = cell
      }
    }
    guard let key = place.mapKey else { return }
    for (index, priority) in entity.mapKeyAttributes {
      var cell = convert(mapKey: key, to: entity.attributes[index])
      cell.priority = priority
      cell.isFromPlace = true
      cells[base + entity.attributes[index].slot] = cell
    }
  }

  /// Uses the map key as the primary key if the record does not have it.
  func fillKeyFromMap(_ record: Int, entity: EntityMapping, place: Place) {
    guard let key = place.mapKey else { return }
    guard let attribute = entity.soleKeyAttribute else {
      return fillLinkFromMap(record, entity: entity, key: key)
    }
    let index = Int(records[record].cells) + attribute.slot
    if cells[index].kind == .missing { cells[index] = convert(mapKey: key, to: attribute) }
  }

  /// The same if the primary key is that of another record: as if the object had the map key as the key of that record.
  private func fillLinkFromMap(_ record: Int, entity: EntityMapping, key: StringToken) {
    guard let part = entity.soleKeyRelationship else { return }
    let relationship = part.relationship
    let state = Int(records[record].cells) + entity.columnCount + relationship.ordinal
    guard cells[state].kind == .missing else { return }
    let value = convert(mapKey: key, to: part.attribute)
    let link = batch.append(
      RecordBatch.Link(
        relationship: Int32(truncatingIfNeeded: relationship.ordinal),
        record: Int32(truncatingIfNeeded: record), form: value.kind == .fault ? .fault : .one, alternative: 0,
        isForeignKey: false, start: key.start - 1, bit: relationship.bit))
    cells[state] = Cell(bits: UInt64(link), kind: .link)
    if value.kind == .fault {
      links.base[link].count = Int32(truncatingIfNeeded: value.bits)
    } else {
      links.base[link].keyCount = 1
      batch.append(RecordBatch.Item(record: -1, key: value), to: link)
    }
    links.base[link].end = Int32(truncatingIfNeeded: links.count)
  }

  private func convert(mapKey key: StringToken, to attribute: AttributeMapping) -> Cell {
    let (text, fault) = context.text(key)
    return fault ?? attribute.mapKeyConverter.convert(mapKey: text, at: key.start - 1, context)
  }

  private func convert(index: Int, to attribute: AttributeMapping) -> Cell {
    if attribute.converter.type == .int { return Cell(Int64(index)) }
    let digits = context.arena.copy(String(index).utf8)
    let token = NumberToken(start: digits.baseAddress ?? zeroLength, count: digits.count, isInteger: true)
    return attribute.mapKeyConverter.convert(number: token, context)
  }

  /// Calls the hooks of an entity, then parses the record as they return it.
  func parseThroughHooks(
    _ scanner: inout JSONScanner, entity: EntityMapping, record: Int, depth: Int
  ) throws {
    let start = scanner.p
    try scanner.skipValue(depth: depth)
    let source = String(
      decoding: UnsafeBufferPointer(start: start, count: start.distance(to: scanner.p)), as: UTF8.self)
    do {
      var value = try JSONValue(parsing: source)
      for hooks in entity.hooks {
        if let shouldImport = hooks.shouldImport, try !shouldImport(value) {
          records.base[record].isLeftOut = true
          return
        }
        try hooks.willImport?(&value)
      }
      guard case .object = value else {
        return try leaveOut(
          record, .init(.customization, "willImport made something else of the object"), at: start)
      }
      // A scanner needs zero bytes after the text.
      let bytes = context.arena.copy(Array(value.text.utf8) + [UInt8](repeating: 0, count: 16))
      guard let base = bytes.baseAddress else { return }
      var inner = JSONScanner(p: base, end: base + (bytes.count - 16), isFinal: true)
      try parseMembers(&inner, map: entity.keys, entity: entity, record: record, depth: depth)
    } catch let error as ImportError {
      throw error
    } catch let fault as JSONFault {
      throw fault
    } catch {
      try leaveOut(record, .init(.customization, "a hook refused the record: \(error)"), at: start)
    }
  }
}
