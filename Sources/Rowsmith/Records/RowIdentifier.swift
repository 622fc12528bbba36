public import RowsmithSchema

/// The identifier of a record whose entity declares no primary key: a number that the database assigns.
///
/// Records have one if links lead to their entity, or if it has a to-many relationship, an inverse or a `search`; others
/// without a key have none.
///
/// It is stable within one database, and has no meaning in another one.
public struct RowIdentifier: Sendable, Hashable {
  /// The number, the value of the column `_rowsmith_id`.
  public var rawValue: Int64

  /// The identifier of a record that is not in a database yet: inserting it assigns one.
  public static let unassigned = RowIdentifier(rawValue: 0)

  /// Creates an identifier.
  public init(rawValue: Int64) { self.rawValue = rawValue }
}

extension RowIdentifier: ColumnValue {
  /// Converts an integer.
  public init?(storedValue: StoredValue) {
    guard case .integer(let value) = storedValue else { return nil }
    rawValue = value
  }

  /// An integer.
  public var storedValue: StoredValue { .integer(rawValue) }
}
