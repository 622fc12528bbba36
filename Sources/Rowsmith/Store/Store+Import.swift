extension Store {
  /// Imports a JSON document in one transaction: all of it, or nothing.
  ///
  /// A source that is neither a file nor in memory is read to its end before the transaction begins, so that nobody waits
  /// for it.
  ///
  /// - Returns: what was done.
  /// - Throws: ``ImportError`` for what is wrong with the document, ``StoreError`` for what is wrong with the
  ///   database. Nothing is written then.
  @discardableResult
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON([source], into: target, options: options) }

  /// Imports several sources as one document, one after another, in one transaction: all of them, or nothing. An example is
  /// the pages of a long answer.
  ///
  /// Policies treat rows that the document does not name when the last source has ended: a row that any source names stays.
  /// The report sums the sources. Errors and skipped records say which source they are from. Each source has the same
  /// target and the same ``ImportOptions/path``.
  ///
  /// - Throws: as its namesake for one source, and ``ImportError`` where there is no source.
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
  /// A cancelled task leaves the database as it was.
  @discardableResult
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport { try await importJSON([source], into: target, options: options) }

  /// Imports several sources as one document, without blocking the caller's thread; otherwise like its namesake.
  @discardableResult
  public func importJSON(
    _ sources: [JSONSource], into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) async throws -> ImportReport {
    try requireWritable()
    do {
      var ready: [JSONSource] = []
      for source in sources { ready.append(try await source.spooledAside(options)) }
      let sources = ready
      return try await writer.run(for: .importing) { session, cancellation in
        var options = options
        let callersWish = options.isCancelled
        options.isCancelled = { cancellation.isCancelled || callersWish?() == true }
        return try session.run(ImportJob(sources: sources, target: target, options: options))
      }
    } catch is CancellationError {
      throw ImportError(.cancelled, "the import was cancelled; the database is as it was")
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
        // SQLite would write the pages that were changed and rolled back.
        return (report, isKept ? .commit : .rollback)
      }
    }
    spareEngine.noteEnd()
    return report
  }
}
