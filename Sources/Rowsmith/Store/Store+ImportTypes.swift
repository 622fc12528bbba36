// Imports that take a record type instead of an `ImportTarget`.
extension Store {
  /// Imports records of one entity, named by its type: `importJSON(.data(answer), into: Band.self)`. See the version for an
  /// ``ImportTarget``.
  @discardableResult
  public func importJSON<R: Record>(
    _ source: JSONSource, into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON([source], into: .entity(type), options: options) }

  /// Imports records of one entity, named by its type, without blocking the caller's thread; see the synchronous version.
  @discardableResult
  public func importJSON<R: Record>(
    _ source: JSONSource, into type: R.Type, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport { try await importJSON([source], into: .entity(type), options: options) }

  /// Imports several sources as one document of records of one entity, named by its type; see the version for an
  /// ``ImportTarget``.
  @discardableResult
  public func importJSON<R: Record>(
    _ sources: [JSONSource], into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON(sources, into: .entity(type), options: options) }

  /// Imports several sources as one document of records of one entity, named by its type, without blocking the caller's thread;
  /// see the synchronous version.
  @discardableResult
  public func importJSON<R: Record>(
    _ sources: [JSONSource], into type: R.Type, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport { try await importJSON(sources, into: .entity(type), options: options) }

  /// Imports a CSV or TSV table of records of one entity, named by its type; see the version for the name of an entity.
  @discardableResult
  public func importCSV<R: Record>(
    _ source: JSONSource, format: CSVFormat = .csv, into type: R.Type,
    options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    try importCSV(source, format: format, into: R.entityName, options: options)
  }

  /// Imports a table of records of one entity, named by its type, without blocking the caller's thread; see the synchronous
  /// version.
  @discardableResult
  public func importCSV<R: Record>(
    _ source: JSONSource, format: CSVFormat = .csv, into type: R.Type,
    options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try await importCSV(source, format: format, into: R.entityName, options: options)
  }
}

extension WriteTransaction {
  /// Imports records of one entity, named by its type, as part of this transaction; see the version for an ``ImportTarget``.
  @discardableResult
  public func importJSON<R: Record>(
    _ source: JSONSource, into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON([source], into: .entity(type), options: options) }

  /// Imports several sources as one document of records of one entity, named by its type, as part of this transaction; see the
  /// version for an ``ImportTarget``.
  @discardableResult
  public func importJSON<R: Record>(
    _ sources: [JSONSource], into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON(sources, into: .entity(type), options: options) }
}
