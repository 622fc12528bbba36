import Dispatch
import RowsmithSchema

/// An import to run in an existing transaction: one document, or several sources that are one document, with target and
/// options.
///
/// A class because it is passed on a dozen times: copying it each time takes longer than reading a small document.
final class ImportJob: Sendable {
  let sources: [JSONSource]
  let target: ImportTarget
  let options: ImportOptions

  init(sources: [JSONSource], target: ImportTarget, options: ImportOptions) {
    self.sources = sources
    self.target = target
    self.options = options
  }

  /// Reads slow sources before the transaction begins, so that other writers do not wait for them.
  ///
  /// - Parameter former: how many bytes the slow sources before these have.
  func spooled(behind former: Int = 0) throws -> ImportJob {
    // Do not wait for bytes that are never read.
    if options.stopAfter != nil || !sources.contains(where: \.isSlow) { return self }
    var earlier = 0
    let spooled = try ImportError.translatingJSON {
      try sources.map { source in
        let isSlow = source.isSlow
        let progress = options.counting(from: earlier).progress.map { progress in
          { (bytes: Int) in progress(ImportProgress(bytes: bytes, totalBytes: nil, records: 0)) }
        }
        let spooled = try source.spooled(
          Spooling(
            progress: progress, memoryLimit: Spooling.memoryLimit(behind: former + earlier),
            isCancelled: options.isCancelled))
        if isSlow { earlier += spooled.heldBytes }
        return spooled
      }
    }
    return ImportJob(sources: spooled, target: target, options: options)
  }

  /// Imports the document, inside a transaction.
  ///
  /// - Returns: the report, and whether to keep the changes: `false` if nothing changed, and for a dry run.
  func run(
    mapping: Mapping, connection: Connection, spare: SpareEngine
  ) throws -> (report: ImportReport, isKept: Bool) {
    let start = DispatchTime.now()
    spare.begin()
    var (report, hasChanges) = try ImportError.translatingJSON {
      options.onInvalid == .skip
        ? try runSkipping(mapping: mapping, connection: connection)
        : try runOnce(sources, mapping: mapping, connection: connection, spare: spare)
    }
    report.seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) * 1e-9
    return (report, !options.isDryRun && hasChanges)
  }

  private func runOnce(
    _ sources: [JSONSource], mapping: Mapping, connection: Connection,
    without condemned: [Int64: ImportError] = [:], judgedAnew: Set<Int64> = [],
    deferring: [Int: ImportError] = [:], spare: SpareEngine? = nil
  ) throws -> (ImportReport, hasChanges: Bool) {
    let session = try ImportSession(self, sources: sources, without: condemned) {
      spare?.take(mapping, connection, bytes: $0) ?? ImportEngine(mapping: mapping, connection: connection)
    }
    if !judgedAnew.isEmpty { session.engine.applier.uniqueness.judgedAnew = judgedAnew }
    for (table, error) in deferring.sorted(by: { $0.key < $1.key }) {
      try session.engine.applier.uniqueness.deferFromStart(mapping.tables[table], because: error)
    }
    let report = try session.run(target)
    let hasChanges = session.hasChanges
    if let spare, isPlain, report.bytes <= SpareEngine.maximumBytes, session.engine.forgetImport() {
      spare.giveBack(session.engine)
    }
    return (report, hasChanges)
  }

  /// Whether the import uses nothing that an engine cannot reset.
  private var isPlain: Bool {
    options.stopAfter == nil && (options.policy == nil || options.policy == .merge) && !target.isRelationship
      && !options.isDryRun
  }

  /// Imports the records that are not bad. Some show only at the end of the document that they are bad; the document is
  /// then read again without them.
  private func runSkipping(
    mapping: Mapping, connection: Connection
  ) throws -> (ImportReport, hasChanges: Bool) {
    // No more is read than asked for, even if it is read again.
    let sources = try sources.map { source in
      options.stopAfter == nil ? try source.rereadable(unless: options.isCancelled) : source.keptAsRead()
    }
    var condemned: [Int64: ImportError] = [:]
    // Records that were left out for values which turned out to be free. Each is judged anew only once, so that this ends.
    var judgedAnew: Set<Int64> = []
    // The tables in which every write must be noted, because an earlier write may be to blame.
    var deferring: [Int: ImportError] = [:]
    // A record is left out for the first value that it lacks. A model that is widened for all of them at once is not tried
    // once for each.
    var lacks: [ImportError] = []
    while true {
      try connection.execute("SAVEPOINT _rowsmith_document")
      do {
        let result = try runOnce(
          sources, mapping: mapping, connection: connection, without: condemned, judgedAnew: judgedAnew,
          deferring: deferring)
        try connection.execute("RELEASE _rowsmith_document")
        return result
      } catch let late as LateNotes {
        try connection.execute("ROLLBACK TO _rowsmith_document; RELEASE _rowsmith_document")
        deferring[late.table] = late.error
      } catch let freed as FreedRecords {
        try connection.execute("ROLLBACK TO _rowsmith_document; RELEASE _rowsmith_document")
        for record in freed.records { condemned[record] = nil }
        judgedAnew.formUnion(freed.records)
      } catch let refusals as Refusals {
        try connection.execute("ROLLBACK TO _rowsmith_document; RELEASE _rowsmith_document")
        let known = condemned.count
        if options.findsContradictions { lacks += refusals.list.flatMap(\.lacks) }
        for refusal in refusals.list {
          for record in refusal.records where condemned[record] == nil {
            if record < 0, !target.isRelationship { continue }
            let error = refusal.error
            condemned[record] = ImportError(error.reason, error.message, member: error.member)
            condemned[record]?.contradiction = error.contradiction
          }
        }
        // A record that is already left out would be found again forever.
        if condemned.count == known, let first = refusals.list.first { throw first.error }
      } catch let contradictions as Contradictions {
        throw Contradictions(errors: contradictions.errors + lacks)
      }
    }
  }
}
