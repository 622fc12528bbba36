public import Foundation
public import RowsmithSchema

extension ReadTransaction {
  /// Writes the records of one entity and of the entities that extend it; otherwise like the store's method.
  @discardableResult
  public func exportJSON(
    entity: String, keys: [[StoredValue]]? = nil, options: ExportOptions = ExportOptions(),
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExportReport {
    try export(entity, keys.map(ExportSession.Rows.keys) ?? .all, options, to: write)
  }

  /// Writes the records of a query, in its order; otherwise like the store's method.
  @discardableResult
  public func exportJSON<R: Record>(
    _ query: Query<R>, options: ExportOptions = ExportOptions(),
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExportReport {
    let columns = try session.mapping().exportedEntity(R.entityName).table.layout.columns.map(\.name)
    let select = try QueryCompiler.select(columns, query.node, mapping: mapping())
    return try export(R.entityName, .query(select), options, to: write)
  }

  /// Returns records of an entity as JSON in memory; otherwise like the store's method.
  ///
  /// - Throws: ``ExportError``; ``StoreError`` if the database cannot be read.
  public func exportJSON<R: Record>(
    _ type: R.Type, keys: [R.Key]? = nil, options: ExportOptions = ExportOptions()
  ) throws -> Data {
    var data = Data()
    try exportJSON(entity: R.entityName, keys: keys?.map(\.storedValues), options: options) {
      data.append(contentsOf: $0)
    }
    return data
  }

  /// Returns the records of a query as JSON in memory; otherwise like the store's method.
  ///
  /// - Throws: ``ExportError``; ``StoreError`` if the database cannot be read.
  public func exportJSON<R: Record>(_ query: Query<R>, options: ExportOptions = ExportOptions()) throws
    -> Data
  {
    var data = Data()
    try exportJSON(query, options: options) { data.append(contentsOf: $0) }
    return data
  }

  /// Creates a producer of JSON for records. Keys are written where imports into this database found them: under `band_id` if
  /// they came from there.
  ///
  /// The producer stays usable after the transaction; later imports do not change it.
  ///
  /// - Throws: ``StoreError`` if the database cannot be read.
  public func jsonProducer(options: ExportOptions = ExportOptions()) throws -> JSONProducer {
    JSONProducer(
      mapping: try session.mapping(), options: options, impliedKeys: try ImpliedKeys.all(in: connection()))
  }

  private func export(
    _ entity: String, _ rows: ExportSession.Rows, _ options: ExportOptions,
    to write: (UnsafeRawBufferPointer) throws -> Void
  ) throws -> ExportReport {
    let export = ExportSession(mapping: try session.mapping(), connection: try connection(), options: options)
    return try withoutActuallyEscaping(write) {
      try export.run(entity, rows, output: JSONOutput(options, $0))
    }
  }
}
