import Rowsmith
import RowsmithModel

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
    guard let key = keys.first else { return try value(stream, into: root) }
    var isFound = false
    var known: [String] = []
    let kind = try peek(stream)
    switch kind {
    case UInt8(ascii: "{"):
      try members(stream) { name in
        if known.count < 12 { known.append("'\(name)'") }
        if isFound || name != key { return try value(stream, into: nil) }
        isFound = true
        try navigate(stream, keys.dropFirst(), path.appending(key: key))
      }
    case UInt8(ascii: "["):
      var index = 0
      try items(stream) {
        defer { index += 1 }
        if isFound || String(index) != key { return try value(stream, into: nil) }
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
  private func value(_ stream: ByteStream, into shape: ValueShape?) throws {
    if try isWhole(stream) {
      guard let shape else { return try stream.parse { try $0.skipValue(depth: 0) } }
      return try stream.parse { scanner in _ = try self.scanner.value(&scanner, into: shape, depth: 0) }
    }
    let kind = try peek(stream)
    shape?.count += 1
    if kind == UInt8(ascii: "{") {
      if shape?.object == nil { shape?.object = ObjectShape() }
      let object = shape?.object
      object?.count += 1
      var next = 0
      try members(stream) { name in
        guard let object else { return try value(stream, into: nil) }
        var name = name
        let place = name.withUTF8 { object.place(of: $0, hash: SampleHash.of($0), guess: next) }
        next = place + 1
        try value(stream, into: place >= 0 ? object.slots[place] : object.folded)
      }
    } else if kind == UInt8(ascii: "[") {
      if shape?.array == nil { shape?.array = ArrayShape() }
      shape?.array?.count += 1
      let items = shape?.array?.items
      try self.items(stream) { try value(stream, into: items) }
    } else if let shape {
      shape.count -= 1
      try stream.parse { scanner in
        var ahead = scanner
        try ahead.skipValue(depth: 0)
        _ = try self.scanner.value(&scanner, into: shape, depth: 0)
      }
    } else {
      try stream.parse { try $0.skipValue(depth: 0) }
    }
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

/// Why inference from samples failed.
struct SampleError: Error {
  /// What was expected, what was found, what to do.
  let description: String

  init(_ description: String) { self.description = description }

  /// The same error with the paths of records as suggestions.
  func proposing(_ paths: [[String]]) -> SampleError {
    if paths.isEmpty { return self }
    let places = paths.prefix(3).map { path in
      path.isEmpty
        ? "without --at"
        : "--at \(ShellWord.quoted(path.map { ImportName.escaped($0) }.joined(separator: ".")))"
    }
    return SampleError(
      "\(description); there are records at other places: try \(places.joined(separator: " or "))")
  }
}
