public import RowsmithSchema

/// What identifies a record whose entity declares no primary key: a number that the database chose.
///
/// It is stable in one database and means nothing in another one.
public struct RowIdentifier: Sendable, Hashable {
  /// The number, the value of the column `_rowsmith_id`.
  public var rawValue: Int64

  /// The identifier of a record that is not in a database yet: inserting it gives it one of its own.
  public static let unassigned = RowIdentifier(rawValue: 0)

  /// Creates an identifier.
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

extension RowIdentifier: ColumnValue {
  /// Takes an integer.
  public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    rawValue = value
  }

  /// An integer.
  public var storedValue: StoredValue { .integer(rawValue) }
}
