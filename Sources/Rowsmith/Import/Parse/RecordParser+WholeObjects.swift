import RowsmithSchema

// Attributes that hold the whole object (`$record`), or the members that the model does not name (`$rest`).
extension RecordParser {
  /// A member that the model does not name.
  struct UnnamedMember {
    /// The first byte of its key, and the end of its value.
    var start: UnsafePointer<UInt8>
    var end: UnsafePointer<UInt8>
    /// The first byte of its value.
    var value: UnsafePointer<UInt8>
  }

  /// Reads the value of a member that the model does not name, and keeps it for `$rest`.
  func gather(_ scanner: inout JSONScanner, depth: Int) throws {
    _ = scanner.peek()
    let value = scanner.p
    try scanner.skipValue(depth: depth)
    unnamed.append(UnnamedMember(start: key(before: value), end: scanner.p, value: value))
  }

  /// The opening quote of a value's key: the nearest unescaped quote before the closing one.
  private func key(before value: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    var p = value - 1
    while p.pointee != UInt8(ascii: ":") { p -= 1 }
    while p.pointee != UInt8(ascii: "\"") { p -= 1 }
    repeat {
      p -= 1
      while p.pointee != UInt8(ascii: "\"") { p -= 1 }
    } while isEscaped(p)
    return p
  }

  /// Whether an odd number of backslashes precedes the quote.
  private func isEscaped(_ quote: UnsafePointer<UInt8>) -> Bool {
    var p = quote - 1
    while p.pointee == UInt8(ascii: "\\") { p -= 1 }
    return (quote - p) % 2 == 0
  }

  /// Sets the attributes of a record that hold its object or the rest of it.
  ///
  /// - Parameter first: the index of the first gathered member that is the record's own.
  func fillObjectAttributes(
    _ record: Int, entity: EntityMapping, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>,
    first: Int
  ) {
    let base = Int(records[record].cells)
    for attribute in entity.recordAttributes {
      cells[base + attribute.slot] = attribute.converter.kept(start, to: end, context)
    }
    guard let rest = entity.rest else { return }
    let members = unnamed[first...]
    if !members.isEmpty { cells[base + rest.slot] = rest.converter.kept(text(of: members), context) }
    unnamed.removeSubrange(first...)
  }

  /// The members as an object; of members with the same key, the last.
  private func text(of members: ArraySlice<UnnamedMember>) -> UnsafeBufferPointer<UInt8> {
    var places: [[UInt8]: Int] = [:]
    var kept: [UnnamedMember] = []
    for member in members {
      var scanner = JSONScanner(p: member.start, end: member.end, isFinal: true)
      let name = (try? scanner.readString(expected: "")).map { Array(context.text($0).bytes) } ?? []
      if let place = places[name] {
        kept[place] = member
      } else {
        places[name] = kept.count
        kept.append(member)
      }
    }
    var output: [UInt8] = [UInt8(ascii: "{")]
    for member in kept {
      if output.count > 1 { output.append(UInt8(ascii: ",")) }
      output += UnsafeBufferPointer(start: member.start, count: member.start.distance(to: member.end))
    }
    output.append(UInt8(ascii: "}"))
    return context.arena.copy(output)
  }
}
