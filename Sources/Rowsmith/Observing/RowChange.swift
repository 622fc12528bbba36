public import RowsmithSchema

/// The values of one row before and after a change.
///
/// Consecutive changes of a row with the same ``origin`` count as one. So a row that first an import and then the app has
/// written has two changes.
public struct RowChange: Sendable, Hashable {
  /// The kind of a change.
  public enum Kind: Int64, Sendable, Hashable, CaseIterable {
    /// The row is new.
    case inserted = 0
    /// A column has changed.
    case updated = 1
    /// The row is gone.
    case deleted = 2
    /// The row has a new key: see ``WriteTransaction/rekey(_:from:to:)``. Columns may have changed as well.
    case rekeyed = 3
    /// The row is gone: it was rekeyed and merged into the row that had the new key.
    case merged = 4
  }

  /// The entity of the row.
  public let entity: String
  /// The kind of the change.
  public let kind: Kind
  /// The origin of the change.
  public let origin: ChangeOrigin
  /// The key, one stored value per column; empty for an entity without a key.
  public let key: [StoredValue]
  /// The old key of a rekeyed or merged row; ``oldValues`` are its values under that key.
  public let formerKey: [StoredValue]?
  /// The names of the columns of the table.
  public let columns: [String]
  /// The values of the columns before the change; `nil` if the row did not exist.
  public let oldValues: [StoredValue]?
  /// The values of the columns after the change; `nil` if the row is gone.
  public let newValues: [StoredValue]?
  /// The entity and its ancestors.
  let lineage: [String]

  /// The names of the changed columns; all columns if the row is new or gone.
  public var changedColumns: [String] {
    guard let oldValues, let newValues else { return columns }
    return columns.indices.filter { oldValues[$0] != newValues[$0] }.map { columns[$0] }
  }

  /// The old value of a column; `nil` if the row did not exist or has no such column.
  public func old(_ column: String) -> StoredValue? { value(of: column, oldValues) }

  /// The new value of a column; `nil` if the row is gone or has no such column.
  public func new(_ column: String) -> StoredValue? { value(of: column, newValues) }

  private func value(of column: String, _ values: [StoredValue]?) -> StoredValue? {
    guard let values, let index = columns.firstIndex(of: column) else { return nil }
    return values[index]
  }

  /// The record before the change; `nil` if the row did not exist or belongs to another entity.
  ///
  /// - Throws: ``RowDecodingError`` if a column holds a value that the model does not allow; ``StoreError`` if the type belongs
  ///   to another version of the model.
  public func old<R: Record>(as type: R.Type = R.self) throws -> R? { try record(oldValues) }

  /// The record after the change; `nil` if the row is gone or belongs to another entity.
  ///
  /// - Throws: ``RowDecodingError`` if a column holds a value that the model does not allow; ``StoreError`` if the type belongs
  ///   to another version of the model.
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
