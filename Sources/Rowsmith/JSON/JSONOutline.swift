/// The shape of a document as far as its start shows it: keys, and the first item of each array.
///
/// For error messages: the bytes may be cut off anywhere, and need not be JSON to the end.
final class JSONOutline {
  /// The kind of value.
  private(set) var kind = Kind.scalar
  /// The members of an object; for an array its first item, if it has one.
  private(set) var members: [(key: String, value: JSONOutline)] = []

  enum Kind { case object, array, scalar }

  /// Deeper values have no outline.
  private static let maximumDepth = 8
  /// Further members of an object are skipped.
  private static let maximumMembers = 200

  private init() {}

  /// Reads the start of a document.
  convenience init(beginning bytes: [UInt8]) {
    self.init()
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    JSONScanner.scan(bytes.dropFirst(hasMark ? 3 : 0), isFinal: false) { scanner in
      // If the bytes end or are not JSON, the outline is what was found before.
      try? fill(&scanner, depth: 0)
    }
  }

  private func fill(_ scanner: inout JSONScanner, depth: Int) throws {
    let opening = scanner.peek()
    guard depth < JSONOutline.maximumDepth, opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[")
    else {
      return try scanner.skipValue(depth: depth)
    }
    kind = opening == UInt8(ascii: "{") ? .object : .array
    // In ASCII every closing bracket is two behind its opening one.
    let closing = opening + 2
    scanner.p += 1
    if scanner.peek() == closing {
      scanner.p += 1
      return
    }
    repeat {
      var key = ""
      if kind == .object {
        scanner.skipWhitespace()
        key = ImportSession.MemberKey(try scanner.readString(expected: "a key")).text
        try scanner.take(UInt8(ascii: ":"), expected: "':'")
      }
      if members.count < (kind == .object ? JSONOutline.maximumMembers : 1) {
        let value = JSONOutline()
        members.append((key, value))
        try value.fill(&scanner, depth: depth + 1)
      } else {
        try scanner.skipValue(depth: depth + 1)
      }
    } while try scanner.takeSeparator(closing: closing)
  }

  /// The value of a member; for an array, the key "0" gives the first item.
  subscript(key: String) -> JSONOutline? {
    switch kind {
    case .object: members.first { $0.key == key }?.value
    case .array: key == "0" ? members.first?.value : nil
    case .scalar: nil
    }
  }

  /// The value under a path of keys.
  subscript(path: [String]) -> JSONOutline? {
    path.reduce(self as JSONOutline?) { value, key in value?[key] }
  }
}
