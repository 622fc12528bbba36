import Rowsmith

/// What an import does, written as plainly as possible: dictionaries, whole-table searches, no cleverness.
///
/// The engine is held to this. Nothing is shared with it but the schema and the layout derived from it.
struct ReferenceImporter {
  /// A link from a row to its parent that the document ended, but whose column cannot be cleared.
  struct MustGo: Hashable {
    var row: RowID
    var relationship: String
    var parent: Key
  }

  let model: ReferenceModel
  let options: ImportOptions
  var database: ReferenceDatabase
  var report = ReferenceReport()
  /// Rows named as records so far, at any level.
  var named: Set<RowID> = []
  /// Rows named by records that were left out: not deleted, but not imported either.
  var namedBySkipped: Set<RowID> = []
  /// Rows that left a relationship and are deleted at the end unless something refers to them.
  var candidates: Set<RowID> = []
  var mustGo: Set<MustGo> = []
  /// JSON paths of bad records.
  var skips: Set<String> = []
  /// Entities whose rows must all stay, since a root record without a readable key was left out.
  var unprunable: Set<String> = []

  /// Imports one document: the database after it, and the report. Throws ``ReferenceFailure``.
  static func run(
    _ documents: [Tree], into target: ImportTarget, options: ImportOptions, schema: Schema,
    database: ReferenceDatabase
  ) throws -> (database: ReferenceDatabase, report: ReferenceReport) {
    var importer = ReferenceImporter(
      model: ReferenceModel(schema), options: options, database: database)
    try importer.importRoot(documents, into: target)
    try importer.finish()
    importer.report.unresolved = importer.countUnresolved()
    return (importer.database, importer.report)
  }

  /// Does something of the document; a bad record in it is left out, if so wished, and everything done again
  /// as if the document did not hold it.
  mutating func attempt(_ body: (inout ReferenceImporter) throws -> Void) throws {
    let before = self
    while true {
      do { return try body(&self) } catch let failure as ReferenceFailure {
        guard options.onInvalid == .skip, let record = failure.record else { throw failure }
        let skipped = report.skipped
        let skips = skips
        self = before
        self.skips = skips.union([record])
        report.skipped =
          skipped + [
            ReferenceSkip(
              record: record.isEmpty ? "$" : record, path: failure.path ?? "", message: failure.message)
          ]
      }
    }
  }

  mutating func count(_ entity: String, _ field: WritableKeyPath<ReferenceReport.Counts, Int>) {
    report.entities[entity, default: ReferenceReport.Counts()][keyPath: field] += 1
  }
}
