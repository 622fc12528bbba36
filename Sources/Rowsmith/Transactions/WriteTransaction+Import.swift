extension WriteTransaction {
  /// Imports a JSON document as part of this transaction: all of it or nothing.
  ///
  /// - Returns: what was written.
  /// - Throws: ``ImportError`` if the document is wrong; ``StoreError`` if the database fails. Nothing of the document is
  ///   written then. Earlier writes of the transaction stay, so the block can go on.
  @discardableResult
  public func importJSON(
    _ source: JSONSource, into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport { try importJSON([source], into: target, options: options) }

  /// Imports several sources as one document, in order and as part of this transaction: all of them or nothing. See the method
  /// of the store.
  @discardableResult
  public func importJSON(
    _ sources: [JSONSource], into target: ImportTarget, options: ImportOptions = ImportOptions()
  ) throws -> ImportReport {
    let job = ImportJob(sources: sources, target: target, options: options)
    do {
      return try savepoint { transaction in
        let session = transaction.session
        let mapping = try options.model?.mapping() ?? session.mapping()
        let (report, isKept) = try ImportThread.run {
          try session.withOrigin(options.origin) {
            try job.run(
              mapping: mapping, connection: session.connection, spare: session.spareEngine)
          }
        }
        // A release would keep pages that were changed and changed back, and the commit would write them.
        if !isKept { throw NothingKept(report: report) }
        session.recorder?.note(job.part(report))
        return report
      }
    } catch let nothing as NothingKept {
      return nothing.report
    }
  }

  /// Rolls back an import that changed nothing, or a dry run.
  private struct NothingKept: Error {
    var report: ImportReport
  }
}
