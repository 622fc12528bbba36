public import RowsmithSchema

/// What one row was before a change, and what it was after it.
///
/// Changes of one row with the same ``origin`` are one change, unless one with another origin is between them. So a row that
/// first an import and then the app wrote has two.
public struct RowChange: Sendable, Hashable {
  /// What became of the row.
  public enum Kind: Int64, Sendable, Hashable, CaseIterable {
    /// It was not there before.
    case inserted = 0
    /// A column differs.
    case updated = 1
    /// It is no longer there.
    case deleted = 2
    /// It has another key: see ``WriteTransaction/rekey(_:from:to:)``. Columns may differ, too.
    case rekeyed = 3
    /// It is no longer there: it was rekeyed, and has become one with the row that was there under that key.
    case merged = 4
  }

  /// The entity of the row.
  public let entity: String
  /// What became of it.
  public let kind: Kind
  /// Where the change came from.
  public let origin: ChangeOrigin
  /// The key, one stored value per column; empty for an entity without a key.
  public let key: [StoredValue]
  /// The key that a row had which was rekeyed or merged; ``oldValues`` are what it was under that key.
  public let formerKey: [StoredValue]?
  /// The names of the columns of the table.
  public let columns: [String]
  /// The values of the columns before; nil where the row was not there.
  public let oldValues: [StoredValue]?
  /// The values of the columns afterwards; nil where the row is no longer there.
  public let newValues: [StoredValue]?
  /// The entity and what it extends.
  let lineage: [String]

  /// The names of the columns that differ: all of them where the row was or is not there.
  public var changedColumns: [String] {
    guard let oldValues, let newValues else { return columns }
    return columns.indices.filter { oldValues[$0] != newValues[$0] }.map { columns[$0] }
  }

  /// The value of a column before; nil where the row was not there or has no such column.
  public func old(_ column: String) -> StoredValue? { value(of: column, oldValues) }

  /// The value of a column afterwards; nil where the row is no longer there or has no such column.
  public func new(_ column: String) -> StoredValue? { value(of: column, newValues) }

  private func value(of column: String, _ values: [StoredValue]?) -> StoredValue? {
    guard let values, let index = columns.firstIndex(of: column) else { return nil }
    return values[index]
  }

  /// The record as it was; nil where the row was not there, or is of another entity.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow.
  public func old<R: Record>(as type: R.Type = R.self) throws -> R? { try record(oldValues) }

  /// The record as it is afterwards; nil where the row is no longer there, or is of another entity.
  ///
  /// - Throws: ``RowDecodingError`` where a column holds what the model does not allow.
  public func new<R: Record>(as type: R.Type = R.self) throws -> R? { try record(newValues) }

  private func record<R: Record>(_ values: [StoredValue]?) throws -> R? {
    guard let values, lineage.contains(R.entityName) else { return nil }
    let names = R.columnNames
    let own = names.map { name in columns.firstIndex(of: name).map { values[$0] } }
    guard !own.contains(nil) else {
      throw StoreError(
        .unknownEntity,
        "'\(R.entityName)' lacks a column of \(names.joined(separator: ", ")); the record type belongs to another "
          + "version of the model")
    }
    return try R(row: Row(values: own.compactMap { $0 }, columns: names, entity: R.entityName))
  }
}
