import RowsmithSchema

/// A document, where it goes, and how: run in a transaction that is there.
struct ImportJob {
  var source: JSONSource
  var target: ImportTarget
  var options: ImportOptions

  /// Imports the document. Called inside a transaction.
  ///
  /// - Returns: what was done, and whether it is to stay: false where nothing changed, and for a dry run.
  func run(plan: ImportPlan, connection: Connection) throws -> (report: ImportReport, isKept: Bool) {
    let clock = ContinuousClock()
    let start = clock.now
    // `replace` empties the members that are in the document before anything is imported: it is read twice.
    let isReadTwice = options.policy == .replace && target.isDocument
    let source = isReadTwice ? try source.rereadable() : source
    var presentMembers: Set<Int>?
    if isReadTwice, case .document(let name) = target {
      let scan = try ImportSession(
        plan: plan, connection: connection, reader: source.makeReader(), options: options)
      presentMembers = try scan.findMembers(ofDocument: name)
    }
    let session = try ImportSession(
      plan: plan, connection: connection, reader: source.makeReader(), options: options)
    session.presentMembers = presentMembers
    var report = try session.run(target)
    let elapsed = clock.now - start
    report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return (report, !options.isDryRun && session.hasChanges)
  }
}
