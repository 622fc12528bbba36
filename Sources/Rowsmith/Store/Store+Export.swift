public import Foundation
public import RowsmithSchema

/// Export of JSON in the form that imports read.
///
/// JSON written with the default options can be imported again. In the same database that changes nothing; in an empty one it
/// creates the same rows, once every entity is imported. In detail:
///
/// - An attribute is written under its first key path, in the order of the model. `null` is left out, unless the attribute has
///   a default, which an import elsewhere would use instead, or ``ExportOptions/nulls`` says otherwise.
/// - Dates are written in the first of the attribute's formats, decimals as numbers with every digit, `Data` in base64, `JSON`
///   unchanged.
/// - A to-one relationship is written as the key of its record. If no single value identifies the record, it is embedded.
/// - A key is written under the `ForeignKey` of the model. Without one it is written under the implied foreign key (`band_id`)
///   if imports found it there, otherwise under the relationship's own key. Embedded records are always written under the
///   relationship's own key.
/// - The entity of a record in a family is written as the first discriminator value that stands for it.
/// - A to-many relationship is left out if its inverse is written. A link table is written by its owner, as a list of
///   keys. An ordered relationship is always written, to keep its order.
/// - ``ExportOptions`` can change most of this.
///
/// Attributes with `export: false` or `local: true` are not written. Records are ordered by key, or as the query orders them.
extension Store {
  /// Writes the records of an entity, and of the entities that extend it, from one snapshot.
  ///
  /// Memory use does not grow with the number of records. Writes go on meanwhile.
  ///
  /// - Parameters:
  ///   - entity: the name of the entity.
  ///   - keys: the keys of the records to write, one stored value per column of the key; `nil` for all records.
  ///   - options: what surrounds the records and what is embedded in them.
  ///   - write: called with the JSON, piece by piece; the bytes are valid only during the call. An error that it throws ends
  ///     the export.
  /// - Returns: how much was written, and what JSON could not represent.
  /// - Throws: ``ExportError``; ``StoreError`` if the database cannot be read; what `write` throws.
  @discardableResult
  public func exportJSON(
    entity: String, keys: [[StoredValue]]? = nil, options: ExportOptions = ExportOptions(),
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExportReport {
    try read { try $0.exportJSON(entity: entity, keys: keys, options: options, to: write) }
  }

  /// Writes the records of an entity without blocking the caller's thread; see the synchronous version.
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

  /// Writes the records of a query, in its order; see the version for an entity.
  @discardableResult
  public func exportJSON<R: Record>(
    _ query: Query<R>, options: ExportOptions = ExportOptions(),
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExportReport {
    try read { try $0.exportJSON(query, options: options, to: write) }
  }

  /// Writes the records of a query without blocking the caller's thread; see the synchronous version.
  ///
  /// A cancelled task stops with ``ExportError/Reason/cancelled``.
  @discardableResult
  public func exportJSON<R: Record>(
    _ query: Query<R>, options: ExportOptions = ExportOptions(),
    to write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
  ) async throws -> ExportReport {
    try await export(to: write) { try $0.exportJSON(query, options: options, to: $1) }
  }

  /// Returns records of an entity as JSON in memory.
  ///
  /// - Parameters:
  ///   - type: the record type.
  ///   - keys: the keys of the records to write; `nil` for all records.
  ///   - options: what surrounds the records and what is embedded in them.
  /// - Throws: ``ExportError``; ``StoreError`` if the database cannot be read.
  public func exportJSON<R: Record>(
    _ type: R.Type, keys: [R.Key]? = nil, options: ExportOptions = ExportOptions()
  ) throws -> Data { try read { try $0.exportJSON(type, keys: keys, options: options) } }

  /// Returns the records of a query as JSON in memory.
  ///
  /// - Throws: ``ExportError``; ``StoreError`` if the database cannot be read.
  public func exportJSON<R: Record>(_ query: Query<R>, options: ExportOptions = ExportOptions()) throws
    -> Data
  {
    try read { try $0.exportJSON(query, options: options) }
  }

  /// Creates a producer, which encodes records in memory as JSON. It writes keys where the imports into this database found
  /// them: under `band_id`, if they came there.
  ///
  /// Later imports do not change the producer. It must stay in the task that created it, so this method has no asynchronous
  /// version. In a task, create and use it in one read: `await store.read { try $0.jsonProducer()… }`.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read.
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
      throw ExportError(.cancelled, "the export was cancelled; its output is incomplete")
    }
  }
}
