/// A row as a typed value.
///
/// Records are plain values: they hold no connection and do not change when the database does. Generated code
/// conforms to this protocol; there is rarely a reason to do so by hand.
public protocol Record: Sendable, Hashable {
  /// What identifies a record: the type of the primary key, ``RowIdentifier`` for an entity that declares none
  /// and takes part in a relationship, `Never` for an entity whose rows cannot be referred to.
  associatedtype Key: RecordKey

  /// The names of the columns and to-many relationships, typed: what the closures of a query are given.
  associatedtype Columns

  /// The entity whose records these are. The table has the same name, unless the entity extends another one.
  static var entityName: String { get }

  /// The columns that ``init(row:)`` reads, in the order in which it reads them.
  static var columnNames: [String] { get }

  /// Reads a record from a row whose columns are exactly ``columnNames``.
  init(row: Row) throws(RowDecodingError)

  /// Reads the records of rows whose columns are exactly ``columnNames``, all into memory.
  ///
  /// There is one implementation, and no need for another. It is a requirement so that the module of a record has it compiled
  /// for that record: compiled for all records alike, it takes a tenth longer.
  static func records(of rows: Rows) throws -> [Self]

  /// Gives the values of ``columnNames``, in their order.
  func encode(to encoder: inout RowEncoder)
}

extension Record {
  /// Reads the records of rows, all into memory.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the record does not, ``StoreError`` where the database cannot
  ///   be read.
  @inlinable
  public static func records(of rows: Rows) throws -> [Self] {
    var records: [Self] = []
    // Made where they stay: handed to a closure, each would be copied.
    while try rows.next() { records.append(try Self(row: rows.row)) }
    return records
  }

  /// Whether two values differ. Generated code compares with it, because there are so many `!=` that to find the right one
  /// is most of the work of compiling a comparison.
  @inlinable @inline(__always)
  public static func differ<Value: Equatable>(_ one: Value, _ other: Value) -> Bool { one != other }
}
