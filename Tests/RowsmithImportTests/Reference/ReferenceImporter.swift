import Rowsmith

/// What an import does, written as plainly as possible: dictionaries, whole-table searches, no cleverness.
///
/// The engine is held to this. Nothing is shared with it but the schema and the layout derived from it. The document is
/// read first (``ReferenceReader``), then done from its beginning to its end, then judged: what falls back, what leaves,
/// what is asked for and missing.
struct ReferenceImporter {
  /// A to-one of a row.
  struct Slot: Hashable {
    var row: RowID
    var relationship: String
  }

  /// The row that a to-one leads to, and the place among that row's items.
  struct Pointer: Hashable {
    var key: Key
    var position: Int?
  }

  /// The relationship of a record that leads to the record in which it is embedded.
  struct Embedding {
    var relationship: String?
    var parent: RowID
  }

  let model: ReferenceModel
  let options: ImportOptions
  let base: ReferenceDatabase
  /// The rows with their attributes.
  var rows: [RowID: ReferenceRow] = [:]
  /// To-ones, of rows that are here and of rows that are waited for.
  var pointers: [Slot: Pointer] = [:]
  var links: [String: [ReferenceDatabase.Link: ReferenceDatabase.Positions]] = [:]
  /// The links that waited for rows of the document when these arrived.
  var waited: [Slot: Key] = [:]
  /// The links before the document, without those that rows lose with their kind.
  var pointersBefore: [Slot: Pointer] = [:]
  var linksBefore: [String: [ReferenceDatabase.Link: ReferenceDatabase.Positions]] = [:]
  var lastIdentifier: Int64
  var report = ReferenceReport()

  /// Rows that the document names, as records or by keys that link them.
  var named: Set<RowID> = []
  /// Rows without a key that left the place in which the document embedded them, and have no other.
  var disowned: Set<RowID> = []
  /// The attributes that the document gives to a row.
  var given: [RowID: Set<String>] = [:]
  /// Rows whose other attributes fall back.
  var overwritten: Set<RowID> = []
  /// The row that keeps its own values whatever the policy: the parent of a parent-scoped import.
  var kept: RowID?
  /// Rows of root records.
  var atRoot: Set<RowID> = []
  var inserted: Set<RowID> = []
  var changedKind: Set<RowID> = []
  /// What rows were when they went.
  var kindsOfRemoved: [RowID: String] = [:]
  /// Rows that left a relationship, and the record that said so.
  var leaving: [RowID: String] = [:]
  /// Links to a parent that is part of the row's key, ended, and the record that said so.
  var endedKeyLinks: [Slot: String] = [:]
  /// The record that emptied a to-one.
  var emptiedBy: [Slot: String] = [:]
  /// To-ones that a policy at the root emptied: no record of the document is to blame.
  var emptiedByPolicy: Set<Slot> = []
  /// The rows' records in the order of the document.
  var mentions: [RowID: [Mention]] = [:]
  var survey: ReferenceSurvey
  /// What the document says, to be compared with what is so in the end.
  var claims = ReferenceClaims()
  /// How the document contradicts itself, as far as that is seen at once.
  var contradictions: Set<Contradiction> = []
  /// Rows that are embedded in themselves.
  var insideItself: Set<RowID> = []
  /// The record that is done now.
  var current = ""
  /// The rows of the records that what is applied is embedded in.
  var around: [RowID] = []

  /// Imports one document: the database after it, and the report. Throws ``ReferenceFailure``.
  static func run(
    _ documents: [Tree], into target: ImportTarget, options: ImportOptions, model: ReferenceModel,
    database: ReferenceDatabase
  ) throws -> (database: ReferenceDatabase, report: ReferenceReport) {
    var skips: Set<String> = []
    var skipped: [ReferenceSkip] = []
    var contradictions: Set<Contradiction> = []
    // A bad record is left out, if so wished, and everything done again as if the document did not hold it.
    while true {
      do {
        var reader = ReferenceReader(model: model, skips: skips)
        let document = try ReferenceDocument.read(documents, target, options, &reader, database)
        var importer = ReferenceImporter(document, reader, options, database)
        do {
          try importer.apply(document)
          try importer.finish(document)
        } catch let failure as ReferenceFailure {
          importer.claims.compare(with: importer)
          contradictions.formUnion(importer.foundContradictions)
          if failure.isJudgedAtTheEnd, options.onInvalid == .skip, importer.claims.isContradictory {
            contradictions.insert(.whichIsBad)
          }
          throw failure
        }
        importer.report.skipped = skipped
        importer.report.contradictions.formUnion(contradictions)
        return (importer.stored(), importer.report)
      } catch var failure as ReferenceFailure {
        failure.contradictions = contradictions
        guard options.onInvalid == .skip, let record = failure.record, skips.insert(record).inserted else {
          throw failure
        }
        skipped.append(
          ReferenceSkip(
            record: record.isEmpty ? "$" : record, path: failure.path ?? "", message: failure.message))
      }
    }
  }

  private init(
    _ document: ReferenceDocument, _ reader: ReferenceReader, _ options: ImportOptions,
    _ database: ReferenceDatabase
  ) {
    model = reader.model
    self.options = options
    base = database
    lastIdentifier = database.lastIdentifier
    survey = ReferenceSurvey(model: reader.model, base: database)
    survey.take(document)
    claims.isContradictory = survey.isContradictory
    report.unlistedKinds = reader.unlistedKinds
    named = reader.namedBySkipped
    load()
    pointersBefore = pointers
    linksBefore = links
  }

  /// The document from its beginning to its end.
  private mutating func apply(_ document: ReferenceDocument) throws {
    switch document.content {
    case .records(let records):
      for mention in records {
        current = mention.path
        let id = identity(of: mention)
        atRoot.insert(id)
        try apply(mention, at: id, embedding: nil)
      }
    case .value(let parent, let statement):
      kept = parent
      named.insert(parent)
      // As if embedded in the parent, which is an entity with the relationship where it is told.
      let isStill = rows[parent].map {
        model.graph.relationship(statement.relationship.name, of: $0.entity) != nil
      }
      if isStill == false { contradictions.insert(.twoKinds) }
      try apply(statement, of: parent, isAnew: false, embedding: nil)
    }
  }

  /// Where the record goes; a new row where its entity declares no key.
  mutating func identity(of mention: Mention) -> RowID {
    if let key = mention.key { return RowID(table: mention.table, key: key) }
    lastIdentifier += 1
    return RowID(table: mention.table, key: [.integer(lastIdentifier)])
  }

  mutating func count(_ entity: String, _ field: WritableKeyPath<ReferenceReport.Counts, Int>) {
    report.entities[entity, default: ReferenceReport.Counts()][keyPath: field] += 1
  }
}
