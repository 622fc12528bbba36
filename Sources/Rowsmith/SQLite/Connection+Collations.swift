#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation

extension Connection {
  /// Registers a collation.
  func register(_ collation: Collation) throws {
    let code = CollationBox.register(collation, collation.name, on: handle)
    if code != SQLITE_OK { throw error(code) }
  }

  /// Makes collations on demand of which there is one for each locale, or for each type.
  func makeCollationsOnDemand() {
    sqlite3_collation_needed(handle, nil) { _, handle, _, name in
      guard let handle, let name = name.map({ String(cString: $0) }),
        let collation = Collation(localizedName: name) ?? Collation(spelledName: name)
      else { return }
      // If this fails, SQLite reports that the collation does not exist.
      CollationBox.register(collation, name, on: handle)
    }
  }
}

/// The box of a collation that SQLite releases when the connection drops it.
private final class CollationBox {
  private let compare: @Sendable (String, String) -> ComparisonResult

  private init(_ collation: Collation) { compare = collation.comparison() }

  /// - Returns: SQLite's result code.
  @discardableResult
  static func register(_ collation: Collation, _ name: String, on handle: OpaquePointer) -> Int32 {
    // SQLite releases the box even on failure.
    sqlite3_create_collation_v2(
      handle, name, SQLITE_UTF8, Unmanaged.passRetained(CollationBox(collation)).toOpaque(),
      { box, count, one, otherCount, other in
        guard let box else { return 0 }
        let collation = Unmanaged<CollationBox>.fromOpaque(box).takeUnretainedValue()
        return Int32(collation.compare(text(one, count), text(other, otherCount)).rawValue)
      }, { box in if let box { Unmanaged<CollationBox>.fromOpaque(box).release() } })
  }
}

private func text(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
  String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
}
