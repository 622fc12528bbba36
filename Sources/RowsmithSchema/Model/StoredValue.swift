/// A value as SQLite stores it.
public enum StoredValue: Sendable {
  /// SQL NULL.
  case null
  /// INTEGER.
  case integer(Int64)
  /// REAL.
  case real(Double)
  /// TEXT, as UTF-8.
  case text(String)
  /// BLOB.
  case blob([UInt8])
}

extension StoredValue: Equatable {
  /// Whether SQLite considers them the same value. Texts are compared by bytes: Swift's strings do not distinguish different
  /// compositions of an accent.
  public static func == (one: StoredValue, other: StoredValue) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.integer(let one), .integer(let other)): one == other
    case (.real(let one), .real(let other)): one == other
    case (.text(let one), .text(let other)): one.utf8.elementsEqual(other.utf8)
    case (.blob(let one), .blob(let other)): one == other
    default: false
    }
  }
}

extension StoredValue: Hashable {
  /// Hashes the value; text by its bytes.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value)
    case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .blob(let bytes): hasher.combine(bytes)
    }
  }
}
