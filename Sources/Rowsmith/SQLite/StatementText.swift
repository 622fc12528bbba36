import Foundation

/// The text of a statement, compared by bytes: to Swift, `é` equals `e` with a combining accent, to SQLite not.
///
/// A small import looks up twenty of them, so they are hashed by words and compared with one `memcmp`.
struct StatementText: Hashable {
  private let text: String
  /// The hash of all bytes.
  private let code: UInt64

  init(text: String) {
    var text = text
    text.makeContiguousUTF8()
    code = text.utf8.withContiguousStorageIfAvailable { StatementText.code(UnsafeRawBufferPointer($0)) } ?? 0
    self.text = text
  }

  static func == (one: StatementText, other: StatementText) -> Bool {
    guard one.code == other.code, one.text.utf8.count == other.text.utf8.count else { return false }
    let isEqual = one.text.utf8.withContiguousStorageIfAvailable { first in
      other.text.utf8.withContiguousStorageIfAvailable { second in
        guard let start = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(start, other, first.count) == 0
      }
    }
    return isEqual == .some(.some(true))
  }

  func hash(into hasher: inout Hasher) { hasher.combine(code) }

  private static func code(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var code = UInt64(truncatingIfNeeded: bytes.count) ^ 0x9E37_79B9_7F4A_7C15
    var offset = 0
    while offset + 8 <= bytes.count {
      code = mix(code, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    while offset < bytes.count {
      code = mix(code, UInt64(bytes[offset]))
      offset += 1
    }
    return code
  }

  @inline(__always)
  private static func mix(_ code: UInt64, _ word: UInt64) -> UInt64 {
    let product = (code ^ word) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }
}

extension StatementText {
  /// The table that one of Rowsmith's own statements writes to: the first name in double quotes.
  static func table(_ sql: String) -> String? {
    guard ["INSERT", "UPDATE", "DELETE"].contains(sql.prefix(6)), let start = sql.firstIndex(of: "\"") else {
      return nil
    }
    var name = ""
    var rest = sql[start...].dropFirst()
    while let end = rest.firstIndex(of: "\"") {
      name += rest[..<end]
      rest = rest[end...].dropFirst()
      if rest.first != "\"" { return name }
      name += "\""
      rest = rest.dropFirst()
    }
    return nil
  }
}
