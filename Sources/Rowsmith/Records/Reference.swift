public import RowsmithSchema

/// A typed link to one record: its key.
///
/// The record need not exist yet: a foreign key may arrive before the row that it names. Fetching the reference reads the
/// record. If the key is text or a number, a literal can create a reference:
///
/// ```swift
/// let album = Album(name: "Tin Drum", released: .now, band: "Japan")
/// let band = try await store.fetch(album.band)
/// ```
public struct Reference<Target: Record>: Sendable, Hashable {
  /// The key of the record.
  public var key: Target.Key

  /// Creates a link to the record with a key.
  public init(_ key: Target.Key) { self.key = key }

  /// Whether both name the same row. As in the database, text is compared by its bytes: Swift's strings do not
  /// distinguish different compositions of an accent.
  public static func == (one: Reference, other: Reference) -> Bool {
    // The values need memory, and numbers have only one spelling.
    one.key == other.key && (Target.Key.self == Int.self || one.key.storedValues == other.key.storedValues)
  }
}

extension Reference where Target: Identifiable, Target.ID == Target.Key {
  /// Creates a link to the record.
  public init(_ record: Target) { key = record.id }
}

extension Reference: RecordKey {
  /// The number of columns of the target's key.
  public static var columnCount: Int { Target.Key.columnCount }

  /// Reads the key of the target.
  public init(row: Row, at index: Int) throws(RowDecodingError) { key = try Target.Key(row: row, at: index) }

  /// The key of the target.
  public var storedValues: [StoredValue] { key.storedValues }
}

extension Reference: ExpressibleByUnicodeScalarLiteral where Target.Key == String {
  /// A link to the record whose key is the literal.
  public init(unicodeScalarLiteral value: String) { key = value }
}

extension Reference: ExpressibleByExtendedGraphemeClusterLiteral where Target.Key == String {
  /// A link to the record whose key is the literal.
  public init(extendedGraphemeClusterLiteral value: String) { key = value }
}

extension Reference: ExpressibleByStringLiteral where Target.Key == String {
  /// A link to the record whose key is the literal.
  public init(stringLiteral value: String) { key = value }
}

extension Reference: ExpressibleByIntegerLiteral where Target.Key == Int {
  /// A link to the record whose key is the literal.
  public init(integerLiteral value: Int) { key = value }
}

extension Reference: CustomStringConvertible {
  /// The entity and the key: `Band("AC/DC")`.
  public var description: String {
    "\(Target.entityName)(\(key.storedValues.map(DDL.literal).joined(separator: ", ")))"
  }
}
