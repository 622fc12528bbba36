extension Store {
  /// Imports a JSON document in one transaction: all of it or nothing.
  ///
  /// A source that is neither a file nor in memory is read to its end before the transaction begins, so that it does not block
  /// other writes.
  ///
  /// - Returns: what was written.
  /// - Throws: ``ImportError`` if the document is wrong; ``StoreError`` if the database fails. Nothing is written then.
  @discardableResult
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON([source], into: target, options: options) }

  /// Imports several sources as one document, for example the pages of a long answer, in order and in one transaction: all of
  /// them or nothing.
  ///
  /// Policies for rows that the document does not name apply after the last source: a row that any source names stays. The
  /// report sums the sources. Errors and skipped records say which source they come from. All sources have the same target and
  /// the same ``ImportOptions/path``. Of slow sources, those in the first 4 MiB are kept in memory until the import begins, a
  /// later one from 256 KiB on in a temporary file.
  ///
  /// - Throws: as the version for one source does; also ``ImportError`` if there is no source.
  @discardableResult
  public func importJSON(
    _ sources: [JSONSource], into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    try requireWritable()
    let job = try ImportJob(sources: sources, target: target, options: options).spooled()
    return try writer.run(for: .importing) { try $0.run(job) }
  }

  /// Imports a JSON document in one transaction, without blocking the caller's thread.
  ///
  /// A cancelled task leaves the database unchanged.
  @discardableResult
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport { try await importJSON([source], into: target, options: options) }

  /// Imports several sources as one document, without blocking the caller's thread; see the synchronous version.
  @discardableResult
  public func importJSON(
    _ sources: [JSONSource], into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try requireWritable()
    do {
      let ready = try await sources.spooledAside(options)
      return try await writer.run(for: .importing) { session, cancellation in
        var options = options
        let callersWish = options.isCancelled
        options.isCancelled = { cancellation.isCancelled || callersWish?() == true }
        return try session.run(ImportJob(sources: ready, target: target, options: options))
      }
    } catch is CancellationError {
      throw ImportError(.cancelled, "the import was cancelled; the database is unchanged")
    }
  }
}

extension Session {
  /// Runs an import in a transaction of its own.
  func run(_ job: ImportJob) throws -> ImportReport {
    let mapping = try job.options.model?.mapping() ?? mapping()
    let report = try ImportThread.run {
      try self.transaction {
        let (report, isKept) = try self.withOrigin(job.options.origin) {
          try job.run(mapping: mapping, connection: self.connection, spare: self.spareEngine)
        }
        self.recorder?.note(job.part(report))
        // A commit would write pages that were changed and changed back.
        return (report, isKept ? .commit : .rollback)
      }
    }
    spareEngine.noteEnd()
    return report
  }
}
