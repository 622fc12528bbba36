public import Foundation
public import RowsmithSchema

/// Producing JSON, spelled as imports read it.
///
/// JSON written with the default options can be imported again. In the same database that changes nothing; in an empty one
/// it makes the same rows, once every entity is imported. In detail:
///
/// - Attributes stand under their first key path, in the order of the model. A `null` is left out, unless the
///   attribute has a default, which an import elsewhere would put in its place, or ``ExportOptions/nulls`` says so.
/// - Dates are written in the first of the attribute's formats, decimals as numbers with every digit, `Data` in
///   base64, `JSON` as it came.
/// - A to-one relationship is the key of its record; where no single value can name the record, it is embedded.
/// - Keys stand under the `ForeignKey` that the model names, otherwise under the foreign key that is implied if they came
///   there (`band_id`), otherwise under the relationship's own key, where embedded records stand, too.
/// - The entity of a record in a family is written as the first value of the discriminator that stands for it.
/// - A to-many relationship is left out where the other side names this one. A link table is written by its owner,
///   as a list of keys, and an ordered relationship is always written, so that the order survives.
/// - ``ExportOptions`` can change most of this.
///
/// Attributes with `export: false` or `local: true` are not written. Records come in the order of their keys, or of the
/// query.
extension Store {
  /// Writes the records of one entity, those of the entities that extend it included, as they are now.
  ///
  /// Memory does not grow with the number of records. Writes go on meanwhile.
  ///
  /// - Parameters:
  ///   - entity: the name of the entity.
  ///   - keys: the keys of the records that are wanted, one stored value per column of the key; nil for all.
  ///   - options: what is around the records and what is embedded in them.
  ///   - write: takes the bytes of the JSON, piece by piece; they are valid during the call. What it throws ends
  ///     the export.
  /// - Returns: how much was written, and what the JSON could not say.
  /// - Throws: ``ExportError``, ``StoreError`` where the database cannot be read, and what `write` throws.
  @discardableResult
  public func exportJSON(
    entity: String, keys: [[StoredValue]]? = nil, options: ExportOptions = ExportOptions(),
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExportReport {
    try read { try $0.exportJSON(entity: entity, keys: keys, options: options, to: write) }
  }

  /// Writes the records of one entity without blocking the caller's thread; otherwise like its namesake.
  ///
  /// A cancelled task stops with ``ExportError/Reason/cancelled``.
  @discardableResult
  public func exportJSON(
    entity: String, keys: [[StoredValue]]? = nil, options: ExportOptions = ExportOptions(),
    to write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async throws -> ExportReport {
    try await export(to: write) { transaction, write in
      try transaction.exportJSON(entity: entity, keys: keys, options: options, to: write)
    }
  }

  /// Writes the records of a query, in its order; otherwise like its namesake for an entity.
  @discardableResult
  public func exportJSON<R: Record>(
    _ query: Query<R>, options: ExportOptions = ExportOptions(),
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExportReport {
    try read { try $0.exportJSON(query, options: options, to: write) }
  }

  /// Writes the records of a query without blocking the caller's thread; otherwise like its namesake.
  ///
  /// A cancelled task stops with ``ExportError/Reason/cancelled``.
  @discardableResult
  public func exportJSON<R: Record>(
    _ query: Query<R>, options: ExportOptions = ExportOptions(),
    to write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async throws -> ExportReport {
    try await export(to: write) { try $0.exportJSON(query, options: options, to: $1) }
  }

  /// The JSON of records of one entity, in memory.
  ///
  /// - Parameters:
  ///   - type: the records' type.
  ///   - keys: the keys of the records that are wanted; nil for all.
  ///   - options: what is around the records and what is embedded in them.
  /// - Throws: ``ExportError``, and ``StoreError`` where the database cannot be read.
  public func exportJSON<R: Record>(
    _ type: R.Type, keys: [R.Key]? = nil, options: ExportOptions = ExportOptions()
  ) throws -> Data {
    var data = Data()
    try exportJSON(entity: R.entityName, keys: keys?.map(\.storedValues), options: options) {
      data.append(contentsOf: $0)
    }
    return data
  }

  /// The JSON of the records of a query, in memory.
  ///
  /// - Throws: ``ExportError``, and ``StoreError`` where the database cannot be read.
  public func exportJSON<R: Record>(_ query: Query<R>, options: ExportOptions = ExportOptions()) throws
    -> Data
  {
    var data = Data()
    try exportJSON(query, options: options) { data.append(contentsOf: $0) }
    return data
  }

  /// Makes the JSON of values, with keys where the imports into this database found them: under `band_id`, if they came
  /// there.
  ///
  /// What is imported later does not change the producer. It belongs to the task that made it, so there is no form of this to
  /// be awaited: `await store.read { try $0.jsonProducer()… }` makes and uses one.
  ///
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func jsonProducer(options: ExportOptions = ExportOptions()) throws -> JSONProducer {
    try read { try $0.jsonProducer(options: options) }
  }

  private func export(
    to write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void,
    _ body:
      @escaping @Sendable (ReadTransaction, (UnsafeRawBufferPointer) throws -> Void) throws -> ExportReport
  ) async throws -> ExportReport {
    do {
      return try await read { transaction in
        try body(transaction) { bytes in
          try transaction.checkCancellation()
          try write(bytes)
        }
      }
    } catch is CancellationError {
      throw ExportError(.cancelled, "the export was cancelled; its output is not whole")
    }
  }
}
