/// Splits JSON into its parts without changing their bytes, to remove an envelope and pass on what is inside. All of it is
/// validated as JSON.
package enum JSONParts {
  /// The values of an object's members, in the order of the names; `nil` for a member that the object does not have. If a
  /// key occurs twice, the last one counts. The whole result is `nil` if the bytes are not a JSON object.
  package static func members(_ names: [String], of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>?]? {
    let names = names.map { Array($0.utf8) }
    var found = [ArraySlice<UInt8>?](repeating: nil, count: names.count)
    // Members are mostly in the order of the names.
    var next = 0
    let isObject = forEachMember(of: bytes) { key, _, value in
      let isNext = next < names.count && names[next] == key
      guard let index = isNext ? next : names.firstIndex(of: key) else { return }
      found[index] = bytes[value]
      next = index + 1
    }
    return isObject ? found : nil
  }

  /// The members of an object in their order: the key, unescaped, and the bytes from the key to the end of the value. `nil`
  /// if the bytes are not a JSON object.
  static func members(of bytes: ArraySlice<UInt8>) -> [(key: [UInt8], text: ArraySlice<UInt8>)]? {
    var found: [(key: [UInt8], text: ArraySlice<UInt8>)] = []
    let isObject = forEachMember(of: bytes) { key, start, value in
      found.append((key, bytes[start..<value.upperBound]))
    }
    return isObject ? found : nil
  }

  /// Calls the body with each member of an object: the key, unescaped, where it starts, and the range of the value.
  ///
  /// - Returns: `false` if the bytes are not a JSON object.
  private static func forEachMember(
    of bytes: ArraySlice<UInt8>, _ body: ([UInt8], Int, Range<Int>) -> Void
  ) -> Bool {
    scan(bytes, opening: UInt8(ascii: "{")) { scanner, range in
      repeat {
        scanner.skipWhitespace()
        let start = scanner.p
        let token = try scanner.readString(expected: "a key in double quotes")
        let key =
          token.hasEscapes ? plain(token) : Array(UnsafeBufferPointer(start: token.start, count: token.count))
        try scanner.take(UInt8(ascii: ":"), expected: "':'")
        scanner.skipWhitespace()
        let value = scanner.p
        try scanner.skipValue(depth: 1)
        body(key, range(start, value).lowerBound, range(value, scanner.p))
      } while try scanner.takeSeparator(closing: UInt8(ascii: "}"))
      return true
    } ifEmpty: {
      true
    } ?? false
  }

  /// The items of an array; `nil` if the bytes are not a JSON array.
  package static func items(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    scan(bytes, opening: UInt8(ascii: "[")) { scanner, range in
      var found: [ArraySlice<UInt8>] = []
      repeat {
        scanner.skipWhitespace()
        let start = scanner.p
        try scanner.skipValue(depth: 1)
        found.append(bytes[range(start, scanner.p)])
      } while try scanner.takeSeparator(closing: UInt8(ascii: "]"))
      return found
    } ifEmpty: {
      []
    }
  }

  /// Converts two pointers into the scanned bytes to a range of indices in the given bytes.
  private typealias Ranges = (UnsafePointer<UInt8>, UnsafePointer<UInt8>) -> Range<Int>

  private static func scan<Result>(
    _ bytes: ArraySlice<UInt8>, opening: UInt8,
    _ body: (inout JSONScanner, Ranges) throws -> Result, ifEmpty: () -> Result
  ) -> Result? {
    JSONScanner.scan(bytes) { scanner in
      let first = scanner.p
      do {
        guard scanner.peek() == opening else { return nil }
        scanner.p += 1
        // In ASCII every closing bracket is two behind its opening one.
        if scanner.peek() == opening + 2 {
          scanner.p += 1
          return scanner.isAtEnd() ? ifEmpty() : nil
        }
        let result = try body(&scanner) { start, end in
          bytes.startIndex + (start - first)..<bytes.startIndex + (end - first)
        }
        return scanner.isAtEnd() ? result : nil
      } catch {
        return nil
      }
    }
  }

  private static func plain(_ token: StringToken) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: token.count) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = unescape(token, into: start).0
    }
  }
}

extension JSONParts {
  /// The text of a JSON string; `nil` for anything else.
  package static func text(of bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.first == UInt8(ascii: "\"") else { return nil }
    if bytes.count >= 2, !bytes.contains(UInt8(ascii: "\\")) {
      return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
    return (try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)))?.string
  }

  /// The integer that the bytes spell; `nil` for anything else.
  package static func integer(of bytes: ArraySlice<UInt8>) -> Int64? {
    Int64(String(decoding: bytes, as: UTF8.self))
  }
}
