// Records of one entity, by their type.
extension Store {
  /// Imports records of one entity, by their type: `importJSON(.data(answer), into: Band.self)`; otherwise like its namesake.
  @discardableResult
  public func importJSON<R: Record>(
    _ source: JSONSource, into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON([source], into: .entity(type), options: options) }

  /// Imports records of one entity, by their type, without blocking the caller's thread; otherwise like its namesake.
  @discardableResult
  public func importJSON<R: Record>(
    _ source: JSONSource, into type: R.Type, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport { try await importJSON([source], into: .entity(type), options: options) }

  /// Imports several sources as one document of records of one entity, by their type; otherwise like its namesake.
  @discardableResult
  public func importJSON<R: Record>(
    _ sources: [JSONSource], into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON(sources, into: .entity(type), options: options) }

  /// Imports several sources as one document of records of one entity, by their type, without blocking the caller's thread;
  /// otherwise like its namesake.
  @discardableResult
  public func importJSON<R: Record>(
    _ sources: [JSONSource], into type: R.Type, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport { try await importJSON(sources, into: .entity(type), options: options) }
}

extension WriteTransaction {
  /// Imports records of one entity, by their type, as a part of this transaction; otherwise like its namesake.
  @discardableResult
  public func importJSON<R: Record>(
    _ source: JSONSource, into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON([source], into: .entity(type), options: options) }

  /// Imports several sources as one document of records of one entity, by their type, as a part of this transaction;
  /// otherwise like its namesake.
  @discardableResult
  public func importJSON<R: Record>(
    _ sources: [JSONSource], into type: R.Type, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON(sources, into: .entity(type), options: options) }
}
