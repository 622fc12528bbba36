import Rowsmith

/// Reads samples as streams. A value that does not fit into the window is read in pieces.
struct SampleReader {
  /// The size up to which a value is read as a whole, in bytes.
  private static let window = 256 * 1024

  private let scanner = SampleScanner()
  /// The summary of the samples.
  let root = ValueShape()
  /// The number of samples.
  private(set) var documents = 0
  private(set) var bytes = 0

  /// Reads a sample.
  ///
  /// - Parameter path: the path of the value to read; everything around it is skipped.
  /// - Throws: ``JSONError``, or ``SampleError`` if there is no value at the path.
  mutating func read(_ source: JSONSource, at path: [String] = []) throws {
    let stream = try ByteStream(source)
    documents += 1
    // Consecutive documents have the same structure: the first one shows where the records are.
    let beginning = path.isEmpty ? [] : try self.beginning(stream)
    repeat {
      do { try navigate(stream, path[...], JSONPath()) } catch let error as SampleError {
        throw error.proposing(CollectionSearch.paths(in: beginning, askedFor: path))
      }
      try skipWhitespace(stream)
    } while !stream.isFinished
    bytes += stream.consumedBytes
  }

  /// The keys of a document's object; empty if it is not an object.
  ///
  /// - Parameter limit: roughly how many bytes to read.
  /// - Throws: ``JSONError``.
  static func topKeys(_ source: JSONSource, upTo limit: Int) throws -> [String] {
    struct Enough: Error {}
    let reader = SampleReader()
    let stream = try ByteStream(source)
    var keys: [String] = []
    do {
      guard try reader.peek(stream) == UInt8(ascii: "{") else { return [] }
      try reader.members(stream) { key in
        keys.append(key)
        if stream.consumedBytes > limit { throw Enough() }
        try reader.value(stream, into: nil)
      }
    } catch is Enough {}
    return keys
  }

  /// The part of the next value that is in the window, for a message.
  private func beginning(_ stream: ByteStream) throws -> [UInt8] {
    _ = try isWhole(stream)
    let scanner = stream.scanner
    return [UInt8](UnsafeBufferPointer(start: scanner.p, count: scanner.p.distance(to: scanner.end)))
  }

  /// The next byte that is not white space.
  private func peek(_ stream: ByteStream) throws -> UInt8 {
    try stream.parse { scanner in
      let byte = scanner.peek()
      if byte == 0 { throw scanner.failure(expected: "a value") }
      return byte
    }
  }

  /// Skips the white space after a value, even at the end of the document.
  private func skipWhitespace(_ stream: ByteStream) throws {
    try stream.parse { scanner in
      if scanner.peek() == 0, case .needsMore = scanner.failure(expected: "") { throw JSONFault.needsMore }
    }
  }

  private func navigate(_ stream: ByteStream, _ keys: ArraySlice<String>, _ path: JSONPath) throws {
    guard let key = keys.first else {
      try value(stream, into: root)
      return
    }
    var isFound = false
    var known: [String] = []
    let kind = try peek(stream)
    switch kind {
    case UInt8(ascii: "{"):
      try members(stream) { name in
        if known.count < 12 { known.append("'\(name)'") }
        if isFound || name != key {
          try value(stream, into: nil)
          return
        }
        isFound = true
        try navigate(stream, keys.dropFirst(), path.appending(key: key))
      }
    case UInt8(ascii: "["):
      var index = 0
      try items(stream) {
        defer { index += 1 }
        if isFound || String(index) != key {
          try value(stream, into: nil)
          return
        }
        isFound = true
        try navigate(stream, keys.dropFirst(), path.appending(index: index))
      }
      known = index == 0 ? [] : ["the items 0 to \(index - 1)"]
    default: break
    }
    if !isFound {
      let found = known.isEmpty ? "nothing there" : known.joined(separator: ", ")
      throw SampleError("\(path): expected a value under '\(key)', found \(found)")
    }
  }

  /// Reads a value and adds it to `shape`, if there is one.
  ///
  /// - Parameter holder: the number of the list or map around it; 0 if there is none.
  /// - Returns: its hash, as ``SampleScanner`` makes it.
  @discardableResult
  private func value(_ stream: ByteStream, into shape: ValueShape?, in holder: Int = 0) throws -> UInt64 {
    if try isWhole(stream) {
      guard let shape else {
        try stream.parse { try $0.skipValue(depth: 0) }
        return SampleHash.null
      }
      return try stream.parse { scanner in
        try self.scanner.value(&scanner, into: shape, depth: 0, in: holder)
      }
    }
    switch try peek(stream) {
    case UInt8(ascii: "{"):
      shape?.count += 1
      return try object(stream, into: shape, in: holder)
    case UInt8(ascii: "["):
      shape?.count += 1
      return try list(stream, into: shape)
    default:
      guard let shape else {
        try stream.parse { try $0.skipValue(depth: 0) }
        return SampleHash.null
      }
      return try stream.parse { scanner in
        var ahead = scanner
        try ahead.skipValue(depth: 0)
        return try self.scanner.value(&scanner, into: shape, depth: 0)
      }
    }
  }

  private func object(_ stream: ByteStream, into shape: ValueShape?, in holder: Int) throws -> UInt64 {
    guard let shape else {
      try members(stream) { _ in try value(stream, into: nil) }
      return SampleHash.null
    }
    let object = shape.object ?? ObjectShape()
    shape.object = object
    object.count += 1
    let container = scanner.beginContainer()
    var (next, end) = (0, 0)
    // The order of members does not count.
    var sum = SampleHash.emptyObject
    var found: [(slot: Int32, hash: UInt64)] = []
    try members(stream) { name in
      var name = name
      let (hash, place) = name.withUTF8 { text in
        let hash = SampleHash.of(text)
        return (hash, object.place(of: text, hash: hash, guess: next))
      }
      var content: UInt64 = 0
      if place >= 0 {
        next = place + 1
        content = try value(stream, into: object.slots[place])
        if place < end, found.contains(where: { $0.slot == Int32(place) }) {
          object.slots[place].repeats += 1
        }
        end = max(end, next)
        found.append((Int32(place), content))
      } else {
        found = []
        content = try value(stream, into: object.folded, in: container)
      }
      sum &+= SampleHash.joining(hash, content)
    }
    scanner.note(object, found[...], holder == 0 ? container : holder)
    return object.folded == nil ? object.identifier(found[...]) ?? sum | 1 : sum | 1
  }

  private func list(_ stream: ByteStream, into shape: ValueShape?) throws -> UInt64 {
    guard let shape else {
      try items(stream) { try value(stream, into: nil) }
      return SampleHash.null
    }
    let array = shape.array ?? ArrayShape()
    shape.array = array
    array.count += 1
    let container = scanner.beginContainer()
    var hash = SampleHash.emptyList
    var sketch = ValueSketch()
    try items(stream) {
      let item = try value(stream, into: array.items, in: container)
      sketch.add(item)
      hash = SampleHash.joining(hash, item)
    }
    array.note(sketch)
    return hash
  }

  /// Whether the next value is in the window, or fits after reading more.
  private func isWhole(_ stream: ByteStream) throws -> Bool {
    while true {
      var scanner = stream.scanner
      let start = scanner.p
      do {
        try scanner.skipValue(depth: 0)
        return true
      } catch JSONFault.needsMore {
        if start.distance(to: scanner.end) >= Self.window { return false }
        try stream.refill()
      } catch JSONFault.syntax(let at, let expected) {
        throw stream.malformed(at: at, expected: expected)
      }
    }
  }

  /// Calls `body` for each member of an object.
  private func members(_ stream: ByteStream, _ body: (String) throws -> Void) throws {
    try stream.parse { try $0.take(UInt8(ascii: "{"), expected: "an object") }
    if try peek(stream) == UInt8(ascii: "}") {
      return try stream.parse { try $0.take(UInt8(ascii: "}"), expected: "'}'") }
    }
    repeat {
      let key = try stream.parse { scanner in
        scanner.skipWhitespace()
        let token = try scanner.readString(expected: "a key in double quotes")
        try scanner.take(UInt8(ascii: ":"), expected: "':'")
        return self.scanner.withText(of: token) { key, _ in String(decoding: key, as: UTF8.self) }
      }
      try body(key)
    } while try stream.parse { try $0.takeSeparator(closing: UInt8(ascii: "}")) }
  }

  /// Calls `body` for each item of a list.
  private func items(_ stream: ByteStream, _ body: () throws -> Void) throws {
    try stream.parse { try $0.take(UInt8(ascii: "["), expected: "a list") }
    if try peek(stream) == UInt8(ascii: "]") {
      return try stream.parse { try $0.take(UInt8(ascii: "]"), expected: "']'") }
    }
    repeat { try body() } while try stream.parse { try $0.takeSeparator(closing: UInt8(ascii: "]")) }
  }
}
