import RowsmithSchema

/// Reads JSON objects of a value type and writes each as JSON in one canonical spelling: its members under their names in
/// the model, in the model's order, without those that have no value.
///
/// A column with a list of values holds this JSON.
final class ValueReader {
  /// A member of the type.
  private struct Member {
    var attribute: Schema.Attribute
    /// Its name in JSON, with quotes and colon.
    var key: [UInt8]
    var converter: ValueConverter
    /// The JSON of its default, if the object does not have it; `nil` if there is none.
    var fallback: [UInt8]?
  }

  let type: String
  private let members: [Member]
  private let keys = KeyMap(path: [])

  /// - Parameter converter: creates the converter of a member, given the name of the member's type.
  init(_ type: Schema.ValueType, converter: (Schema.Attribute, String) throws -> ValueConverter) throws {
    self.type = type.name
    let arena = Arena()
    members = try type.attributes.map { attribute in
      var key: [UInt8] = []
      JSONString.append(attribute.name, to: &key)
      key.append(UInt8(ascii: ":"))
      let converter = try converter(attribute, type.name)
      let fallback = attribute.defaultValue.flatMap { value -> [UInt8]? in
        value == .null ? nil : converter.spelled(arena.cell(value))
      }
      return Member(attribute: attribute, key: key, converter: converter, fallback: fallback)
    }
    for (index, attribute) in type.attributes.enumerated() {
      for (alternative, path) in attribute.importPaths.enumerated() {
        guard case .keys(let path) = path, let last = path.last else { continue }
        path.dropLast().reduce(keys) { $0.child($1) }
          .add(.attribute(index: index, priority: UInt8(clamping: alternative)), for: last)
      }
    }
    keys.silenceSharedGroups()
  }

  /// The members of the type and their converters.
  var attributes: [(attribute: Schema.Attribute, converter: ValueConverter)] {
    members.map { ($0.attribute, $0.converter) }
  }

  /// Reads an object. The text is in the arena; a value that cannot be stored becomes a fault.
  func read(_ scanner: inout JSONScanner, depth: Int, _ context: ConversionContext) throws -> Cell {
    let start = scanner.p
    var cells = [Cell](repeating: .missing, count: members.count)
    let known = context.unknownParts.total
    try read(&scanner, keys, into: &cells, depth: depth, context)
    if context.refusesUnknownParts, context.unknownParts.total > known,
      let key = context.unknownParts.takeFirst()
    {
      return context.fault(
        "expected only keys that the model mentions, found '\(key.keys.joined(separator: "."))' in \(key.type)",
        at: start)
    }
    var output: [UInt8] = [UInt8(ascii: "{")]
    for (member, cell) in zip(members, cells) {
      if cell.kind == .fault {
        context.notePart(cell, member.attribute.name, of: type)
        return cell
      }
      var value: [UInt8]?
      if cell.kind == .missing {
        value = member.fallback
        if value == nil, !member.converter.isOptional {
          let lacking = member.converter.lacking(at: start, in: type, context)
          context.notePart(lacking, member.attribute.name, of: type)
          return lacking
        }
      } else if cell.kind != .null {
        value = member.converter.spelled(cell)
      }
      guard let value else { continue }
      if output.count > 1 { output.append(UInt8(ascii: ",")) }
      output += member.key
      output += value
    }
    output.append(UInt8(ascii: "}"))
    let bytes = context.arena.copy(output)
    return Cell(text: bytes.baseAddress ?? zeroLength, count: bytes.count)
  }

  /// Reads the members of an object: the value itself, or an object that a key path leads through.
  private func read(
    _ scanner: inout JSONScanner, _ map: KeyMap, into cells: inout [Cell], depth: Int,
    _ context: ConversionContext
  ) throws {
    try scanner.checkDepth(depth)
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "}") {
      scanner.p += 1
      return
    }
    repeat {
      _ = scanner.peek()
      let token = try scanner.readString(expected: "a key in double quotes")
      try scanner.take(UInt8(ascii: ":"), expected: "':'")
      let key = context.text(token).bytes
      let entry = map.find(key)
      if entry == nil { context.noteUnknown(key, under: map.path, in: type) }
      try readValue(&scanner, map, depth: depth, into: &cells, context) { entry }
    } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
  }

  /// Reads an array of which some positions are read: `images.0.url`.
  private func readElements(
    _ scanner: inout JSONScanner, _ map: KeyMap, into cells: inout [Cell], depth: Int,
    _ context: ConversionContext
  ) throws {
    try scanner.checkDepth(depth)
    scanner.p += 1
    if scanner.peek() == UInt8(ascii: "]") {
      scanner.p += 1
      return
    }
    var position = 0
    var isRead = false
    repeat {
      try readValue(&scanner, map, depth: depth, into: &cells, context) {
        let entry = Array(String(position).utf8).withUnsafeBufferPointer { map.find($0) }
        isRead = isRead || entry != nil
        return entry
      }
      position += 1
    } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
    if !isRead { noteUnread(map, context) }
  }

  /// Reads the value of a member or an item for each of its uses; the closure finds its entry in the map.
  private func readValue(
    _ scanner: inout JSONScanner, _ map: KeyMap, depth: Int, into cells: inout [Cell],
    _ context: ConversionContext, find: () -> Int?
  ) throws {
    _ = scanner.peek()
    let start = scanner
    try scanner.skipValue(depth: depth + 1)
    let end = scanner
    guard let entry = find() else { return }
    for action in map.actions[entry] {
      scanner = start
      try perform(action, &scanner, into: &cells, depth: depth + 1, context)
    }
    scanner = end
  }

  private func perform(
    _ action: KeyMap.Action, _ scanner: inout JSONScanner, into cells: inout [Cell], depth: Int,
    _ context: ConversionContext
  ) throws {
    switch action {
    case .attribute(let index, let priority):
      let known = cells[index]
      let isKnownNull = known.kind == .null || isNullFault(known, context)
      if known.kind != .missing, known.priority < priority, !isKnownNull { return }
      var cell = try members[index].converter.convert(&scanner, depth: depth, context)
      cell.priority = priority
      let isNull = cell.kind == .null || isNullFault(cell, context)
      if known.kind != .missing, known.priority != priority, isNull { return }
      context.forgetUnlisted(members[index].converter, known)
      cells[index] = cell
    case .child(let child):
      let map = child.takeUnretainedValue()
      switch scanner.peek() {
      case UInt8(ascii: "{"): try read(&scanner, map, into: &cells, depth: depth, context)
      case UInt8(ascii: "["): try readElements(&scanner, map, into: &cells, depth: depth, context)
      case UInt8(ascii: "n"):
        // Null stands for null in every member inside.
        let null = scanner
        for action in map.actions.joined() {
          scanner = null
          try perform(action, &scanner, into: &cells, depth: depth, context)
        }
      default: noteUnread(map, context)
      }
    case .relationship, .entityName: break
    }
  }

  /// Notes a value of which nothing is read because the type reads only what is inside an object there.
  private func noteUnread(_ map: KeyMap, _ context: ConversionContext) {
    guard map.notesOtherValues, var key = map.path.last else { return }
    key.withUTF8 { context.noteUnknown($0, under: map.path.dropLast(), in: type) }
  }

  private func isNullFault(_ cell: Cell, _ context: ConversionContext) -> Bool {
    cell.kind == .fault && context.isNullFault(Int(cell.bits))
  }
}
