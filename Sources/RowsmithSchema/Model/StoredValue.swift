/// A value as SQLite stores it.
public enum StoredValue: Sendable, Hashable, Codable {
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
