extension Store {
  /// Imports several sources as one document, with steps before and after the import in the same transaction: all of it or
  /// nothing.
  ///
  /// - Throws: as ``importJSON(_:into:options:)-(JSONSource,_,_)``, and what a step throws.
  package func importJSON(
    _ sources: [JSONSource], into target: ImportTarget, options: ImportOptions, with steps: ImportSteps
  ) async throws -> ImportReport {
    try requireWritable()
    do {
      let ready = try await sources.spooledAside(options)
      return try await writer.run(for: .importing) { session, cancellation in
        var options = options
        let callersWish = options.isCancelled
        options.isCancelled = { cancellation.isCancelled || callersWish?() == true }
        let job = ImportJob(sources: ready, target: target, options: options)
        return try session.run(job, with: steps, cancellation)
      }
    } catch is CancellationError {
      throw ImportError(.cancelled, "the import was cancelled; the database is unchanged")
    }
  }
}

extension Session {
  /// Runs an import and its steps in one transaction.
  fileprivate func run(
    _ job: ImportJob, with steps: ImportSteps, _ cancellation: Cancellation
  ) throws -> ImportReport {
    let mapping = try job.options.model?.mapping() ?? mapping()
    return try ImportThread.run {
      try self.transaction(origin: job.options.origin) {
        let transaction = WriteTransaction(self, cancellation)
        defer { transaction.end() }
        try steps.before?(transaction)
        try transaction.settle()
        let (report, _) = try self.withOrigin(job.options.origin) {
          try job.run(mapping: mapping, connection: self.connection, spare: self.spareEngine)
        }
        self.recorder?.note(job.part(report))
        try steps.after?(transaction, report)
        try transaction.settle()
        try transaction.checkCancellation()
        return (report, job.options.isDryRun ? .rollback : .commit)
      }
    }
  }
}
