/// A row as a typed value.
///
/// Records are plain values: they hold no connection, and do not change when the database does. Generated code conforms to this
/// protocol; apps rarely need to.
public protocol Record: Sendable, Hashable {
  /// The type of the primary key; ``RowIdentifier`` for an entity that declares none but needs an identifier, for links or a
  /// `search`; `Never` for an entity whose records cannot be referred to.
  associatedtype Key: RecordKey

  /// The typed columns and to-many relationships, for the closures of a query.
  associatedtype Columns

  /// The name of the entity. The table has the same name, unless the entity extends another one.
  static var entityName: String { get }

  /// The columns that ``init(row:)`` reads, in order.
  static var columnNames: [String] { get }

  /// Reads a record from a row whose columns are exactly ``columnNames``.
  init(row: Row) throws(RowDecodingError)

  /// Reads the records of all rows into memory. The columns of the rows are exactly ``columnNames``.
  ///
  /// The default implementation is the only one needed. It is a requirement so that the module of a record compiles a
  /// specialized copy; an unspecialized one takes a tenth longer.
  static func records(of rows: Rows) throws -> [Self]

  /// Encodes the values of ``columnNames``, in order.
  func encode(to encoder: inout RowEncoder)
}

extension Record {
  /// Reads the records of all rows into memory.
  ///
  /// - Throws: ``RowDecodingError`` if a column holds a value that the model does not allow; ``StoreError`` if the database
  ///   cannot be read.
  @inlinable
  public static func records(of rows: Rows) throws -> [Self] {
    var records: [Self] = []
    // Created in place: passing each record to a closure would copy it.
    while try rows.next() { records.append(try Self(row: rows.row)) }
    return records
  }

  /// Whether two values differ. Generated code compares with it: `!=` has so many overloads that resolving it takes most of the
  /// compile time of a comparison.
  @inlinable @inline(__always)
  public static func differ<Value: Equatable>(_ one: Value, _ other: Value) -> Bool { one != other }
}
