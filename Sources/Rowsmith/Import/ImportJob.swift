import RowsmithSchema

/// A document, or sources that are one together, where it goes, and how: run in a transaction that is there.
struct ImportJob {
  var sources: [JSONSource]
  var target: ImportTarget
  var options: ImportOptions

  /// Reads what may keep it waiting: before a transaction begins, so that nobody else waits for that.
  func spooled() throws -> ImportJob {
    var job = self
    let progress = options.progress.map { progress in
      { (bytes: Int) in progress(ImportProgress(bytes: bytes, totalBytes: nil, records: 0)) }
    }
    job.sources = try ImportError.translatingJSON {
      try sources.map {
        try $0.spooled(Spooling(progress: progress, isCancelled: options.isCancelled))
      }
    }
    return job
  }

  /// Imports the document. Called inside a transaction.
  ///
  /// - Returns: what was done, and whether it is to stay: false where nothing changed, and for a dry run.
  func run(mapping: Mapping, connection: Connection) throws -> (report: ImportReport, isKept: Bool) {
    let clock = ContinuousClock()
    let start = clock.now
    var (report, hasChanges) = try ImportError.translatingJSON {
      options.onInvalid == .skip
        ? try runSkipping(mapping: mapping, connection: connection)
        : try runOnce(sources, mapping: mapping, connection: connection)
    }
    let elapsed = clock.now - start
    report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return (report, !options.isDryRun && hasChanges)
  }

  private func runOnce(
    _ sources: [JSONSource], mapping: Mapping, connection: Connection,
    without condemned: [Int64: ImportError] = [:]
  ) throws -> (ImportReport, hasChanges: Bool) {
    let session = try ImportSession(
      mapping: mapping, connection: connection, sources: sources, options: options, condemned: condemned)
    let report = try session.run(target)
    return (report, session.hasChanges)
  }

  /// Imports what is not bad. Some of that shows only when the document has ended; then it is read again without the
  /// records that brought it.
  private func runSkipping(
    mapping: Mapping, connection: Connection
  ) throws -> (ImportReport, hasChanges: Bool) {
    let sources = try sources.map { try $0.rereadable() }
    var condemned: [Int64: ImportError] = [:]
    while true {
      try connection.execute("SAVEPOINT _rowsmith_document")
      do {
        let result = try runOnce(sources, mapping: mapping, connection: connection, without: condemned)
        try connection.execute("RELEASE _rowsmith_document")
        return result
      } catch let refusals as Refusals {
        try connection.execute("ROLLBACK TO _rowsmith_document; RELEASE _rowsmith_document")
        let known = condemned.count
        for refusal in refusals.list {
          for record in refusal.records where condemned[record] == nil {
            if record < 0, !target.isRelationship { continue }
            let error = refusal.error
            condemned[record] = ImportError(error.reason, error.message, member: error.member)
          }
        }
        // One that was left out already would be found again for ever.
        if condemned.count == known, let first = refusals.list.first { throw first.error }
      }
    }
  }
}
