import Rowsmith

/// Scans values once and adds them to shapes. Nothing else is kept.
final class SampleScanner {
  /// The members of the objects being read, innermost last.
  private var members: [(slot: Int32, hash: UInt64)] = []
  /// The hashes of the items of the lists being read, innermost last.
  private var items: [UInt64] = []
  private var text: [UInt8] = []
  /// The number of the list, map or object being read.
  private var container = 0

  /// Reads a value.
  ///
  /// - Returns: its hash. That of an object with an identifier depends only on the identifier: the object is compared with its
  ///   own copies, not as a part of what refers to it.
  @discardableResult
  func value(_ scanner: inout JSONScanner, into shape: ValueShape, depth: Int, in holder: Int = 0) throws
    -> UInt64
  {
    shape.count += 1
    switch scanner.peek() {
    case UInt8(ascii: "{"):
      if shape.object == nil { shape.object = ObjectShape() }
      guard let object = shape.object else { return SampleHash.null }
      return try self.object(&scanner, into: object, depth: depth, in: holder)
    case UInt8(ascii: "["):
      if shape.array == nil { shape.array = ArrayShape() }
      guard let array = shape.array else { return SampleHash.null }
      return try self.array(&scanner, into: array, depth: depth)
    case UInt8(ascii: "\""):
      let token = try scanner.readString(expected: "a string")
      return add(token, to: shape)
    case UInt8(ascii: "t"):
      try scanner.takeLiteral("true")
      shape.bools += 1
      return 3
    case UInt8(ascii: "f"):
      try scanner.takeLiteral("false")
      shape.bools += 1
      return 5
    case UInt8(ascii: "n"):
      try scanner.takeLiteral("null")
      shape.nulls += 1
      return SampleHash.null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let token = try scanner.readNumber()
      if shape.numbers == nil { shape.numbers = NumberShape() }
      return shape.numbers?.add(token) ?? 0
    default: throw scanner.failure(expected: "a value")
    }
  }

  private func add(_ token: StringToken, to shape: ValueShape) -> UInt64 {
    if shape.strings == nil { shape.strings = StringShape() }
    guard token.hasEscapes else {
      return shape.strings?.add(UnsafeBufferPointer(start: token.start, count: token.count)) ?? 0
    }
    return withText(of: token) { text, hasFault in
      if hasFault { shape.strings?.hasFault = true }
      return shape.strings?.add(text) ?? 0
    }
  }

  /// Calls `body` with the text of a token.
  func withText<Result>(of token: StringToken, _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Result) -> Result
  {
    guard token.hasEscapes else {
      return body(UnsafeBufferPointer(start: token.start, count: token.count), false)
    }
    if text.count < token.count { text = [UInt8](repeating: 0, count: token.count * 2) }
    return text.withUnsafeMutableBufferPointer { room in
      guard let start = room.baseAddress else { return body(UnsafeBufferPointer(room), false) }
      let (count, fault) = unescape(token, into: start)
      return body(UnsafeBufferPointer(rebasing: room[..<count]), fault != nil)
    }
  }

  /// Begins a list, map or object that is read in pieces.
  ///
  /// - Returns: its number.
  func beginContainer() -> Int {
    container += 1
    return container
  }

  private func array(_ scanner: inout JSONScanner, into shape: ArrayShape, depth: Int) throws -> UInt64 {
    try scanner.checkDepth(depth)
    scanner.p += 1
    shape.count += 1
    container += 1
    let holder = container
    if scanner.peek() == UInt8(ascii: "]") {
      scanner.p += 1
      shape.empties += 1
      return SampleHash.emptyList
    }
    let mark = items.count
    defer { items.removeLast(items.count - mark) }
    repeat {
      items.append(try value(&scanner, into: shape.items, depth: depth + 1, in: holder))
    } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
    shape.note(items[mark...])
    return items[mark...].reduce(SampleHash.emptyList) { SampleHash.joining($0, $1) }
  }

  private func object(_ scanner: inout JSONScanner, into base: ObjectShape, depth: Int, in holder: Int) throws
    -> UInt64
  {
    try scanner.checkDepth(depth)
    let shape = try kind(of: scanner, base, depth: depth)
    scanner.p += 1
    shape.count += 1
    container += 1
    // An object outside a list is its own container.
    let outer = holder == 0 ? container : holder
    let inner = container
    let mark = members.count
    defer { members.removeLast(members.count - mark) }
    guard scanner.peek() != UInt8(ascii: "}") else {
      scanner.p += 1
      shape.empties += 1
      return SampleHash.emptyObject
    }
    var (next, end) = (0, 0)
    // The order of members does not count.
    var sum = SampleHash.emptyObject
    repeat {
      scanner.skipWhitespace()
      let key = try scanner.readString(expected: "a key in double quotes")
      try scanner.take(UInt8(ascii: ":"), expected: "':'")
      let (name, place) = withText(of: key) { key, _ in
        let name = SampleHash.of(key)
        return (name, shape.place(of: key, hash: name, guess: next))
      }
      var hash: UInt64 = 0
      if place >= 0 {
        next = place + 1
        hash = try value(&scanner, into: shape.slots[place], depth: depth + 1)
        // Keys mostly come in one order, so only one before the last place can be there twice.
        if place < end, members[mark...].contains(where: { $0.slot == Int32(place) }) {
          shape.slots[place].repeats += 1
        }
        end = max(end, next)
        members.append((Int32(place), hash))
      } else if let values = shape.folded {
        hash = try value(&scanner, into: values, depth: depth + 1, in: inner)
      }
      sum &+= SampleHash.joining(name, hash)
    } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
    note(shape, members[mark...], outer)
    return shape.folded == nil ? shape.identifier(members[mark...]) ?? sum | 1 : sum | 1
  }

  /// Adds an object to the sketches of its possible keys.
  func note(_ shape: ObjectShape, _ members: ArraySlice<(slot: Int32, hash: UInt64)>, _ holder: Int) {
    if shape.folded != nil || shape.identities.isEmpty { return }
    if members.count <= 2 { shape.noteStub(members) }
    shape.noteIdentity(members, container: holder)
  }

  /// The shape for the kind of the next object; `base` if kinds are not kept apart.
  private func kind(of scanner: JSONScanner, _ base: ObjectShape, depth: Int) throws -> ObjectShape {
    if base.folded != nil || base.total > 0 && base.discriminator == nil { return base }
    var ahead = scanner
    ahead.p += 1
    if ahead.peek() == UInt8(ascii: "}") { return base }
    repeat {
      ahead.skipWhitespace()
      let token = try ahead.readString(expected: "a key in double quotes")
      try ahead.take(UInt8(ascii: ":"), expected: "':'")
      let key = String(decoding: UnsafeBufferPointer(start: token.start, count: token.count), as: UTF8.self)
      let isIt = base.discriminator.map { $0 == key } ?? KeyNames.discriminators.contains(key)
      guard isIt, ahead.peek() == UInt8(ascii: "\"") else {
        try ahead.skipValue(depth: depth + 1)
        continue
      }
      base.discriminator = key
      let value = try ahead.readString(expected: "a string")
      // Dates and numbers are not kinds.
      if value.hasEscapes || value.count > 64 || value.count == 0 || value.start[0] < UInt8(ascii: ":") {
        return base
      }
      let text = UnsafeBufferPointer(start: value.start, count: value.count)
      return base.kind(String(decoding: text, as: UTF8.self)) ?? base
    } while try ahead.takeSeparator(closing: UInt8(ascii: "}"))
    return base
  }
}
