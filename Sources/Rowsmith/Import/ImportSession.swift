import Foundation
import RowsmithSchema

/// One import in one transaction: reads the document, or several sources as one document, and parses and applies its root
/// records one after another.
final class ImportSession {
  let engine: ImportEngine
  let mapping: Mapping
  let connection: Connection
  private let job: ImportJob
  let stream: ByteStream
  let batch: RecordBatch
  let parser: RecordParser
  let applier: RecordApplier
  private let sources: [JSONSource]
  private let totalBytes: Int?
  /// The entities at the roots of the sources, by index, each once.
  private(set) var rootEntities: [Int] = []
  /// How many items the arrays of root records had so far, by the array's number in the document.
  var readItems: [Int: Int] = [:]
  /// The list that is the relationship's value, while the sources give its parts.
  var openList: ItemList?
  var deletion: Deletion?
  private(set) var report = ImportReport()
  /// What the report gets at the end beside its counts.
  private var findings = ImportReport.Findings()
  private var contradictions: [ImportError] = []
  private var newKeys: [NewKeys.Key] = []
  private var contradicted: Set<String> = []
  private var nextNotice = 0
  /// Entities with a bad record whose row is not known: their rows are not pruned.
  private(set) var unprunable: Set<Int> = []
  /// How many root records have begun.
  private var rootCount = 0
  private static let noticeInterval = 256 * 1024
  /// Large records can take long for few bytes; cancelling must not wait for that.
  private static let recordsBetweenLooks = 50
  private var recordsAtLastLook = 0

  init(
    _ job: ImportJob, sources: [JSONSource], without condemned: [Int64: ImportError] = [:],
    engine makeEngine: (_ bytes: Int?) -> ImportEngine
  ) throws {
    self.job = job
    guard let first = sources.first else {
      throw ImportError(.unreadable, "no source was given; give at least one")
    }
    self.sources = sources
    let reader = try first.makeReader(unless: job.options.isCancelled)
    totalBytes = ImportSession.totalBytes(of: reader, and: sources.dropFirst())
    engine = makeEngine(totalBytes)
    (mapping, connection) = (engine.mapping, engine.connection)
    (stream, batch, parser, applier) = (engine.stream, engine.batch, engine.parser, engine.applier)
    stream.takesWhatComes = job.options.stopAfter != nil
    try engine.begin(reader, onInvalid: options.onInvalid, without: condemned)
    options.rootRows?.reset()
    applier.rootRows = options.rootRows
    let mayRepeat =
      mapping.itemsMayRepeat && !connection.leftOut.contains(.repeatedObjects)
      && (totalBytes ?? .max) >= options.repeatedObjectBytes
    if mayRepeat, try !connection.hasUnmanagedTriggers() {
      batch.repeated = RepeatedObjects()
    }
    // Rolling back a record would also roll back queued ones.
    if options.onInvalid != .skip, !connection.leftOut.contains(.rowQueue) {
      applier.allowQueues(after: options.rowsBeforeQueue)
    }
  }

  private static func totalBytes(of first: any ByteReader, and others: ArraySlice<JSONSource>) -> Int? {
    guard var total = first.totalBytes else { return nil }
    if others.isEmpty { return total }
    // Opening a slow source has side effects.
    if others.contains(where: \.isSlow) { return nil }
    for source in others {
      guard let bytes = try? source.makeReader().totalBytes else { return nil }
      total += bytes
    }
    return total
  }

  var options: ImportOptions { job.options }

  /// Whether several sources make up the document.
  var hasSeveralSources: Bool { sources.count > 1 }

  /// Reads the document to its end, inside a transaction.
  func run(_ target: ImportTarget) throws -> ImportReport {
    do {
      try watchValues()
      try importSources(target)
      try applier.endQueues()
    } catch {
      connection.pending.forget()
      throw error
    }
    if let list = openList { try applier.finish(list) }
    try applier.lateIndexes.finish()
    try applier.lateTriggers.finish()
    try judge()
    if !contradictions.isEmpty { throw Contradictions(errors: contradictions) }
    if options.findsNewKeys, !newKeys.isEmpty { throw NewKeys(keys: newKeys) }
    try completeReport()
    // A document that changes no row writes no page, whatever its spelling of keys.
    if hasChanges { try ImpliedKeys.note(parser.keySpellings, of: mapping, in: connection) }
    return report
  }

  private func importSources(_ target: ImportTarget) throws {
    for (index, source) in sources.enumerated() {
      let name = hasSeveralSources ? source.name ?? "source \(index + 1)" : nil
      parser.sourceName = name
      parser.refusesUnknownKeys = options.refusesUnknownKeys
      parser.findsContradictions = options.findsContradictions
      parser.readsEmptyArrays = options.readsEmptyArrays
      parser.readsTables = options.readsTables
      do {
        try ImportError.translatingJSON {
          if index > 0 { try stream.begin(source.makeReader(unless: options.isCancelled)) }
          try importSource(target)
        }
      } catch is EnoughRead {
        report.stoppedAfter = rootCount
        break
      } catch var error as ImportError {
        error.source = error.source ?? name
        throw error
      }
    }
  }

  /// Counts a root record that begins.
  ///
  /// - Throws: ``EnoughRead`` if the limit was reached before it.
  func countRoot() throws {
    guard let limit = options.stopAfter else { return }
    if rootCount >= limit { throw EnoughRead() }
    rootCount += 1
  }

  /// The limit of root records is reached, and there are more.
  private struct EnoughRead: Error {}

  private func importSource(_ target: ImportTarget) throws {
    switch target {
    case .entity(let name): try importRoot(try entity(name), isKeyed: false)
    case .keyed(let name): try importRoot(try entity(name), isKeyed: true)
    case .document(let name): try importDocument(name)
    case .relationship(let parent, let key, let name): try importRelationship(parent, key: key, name: name)
    }
  }

  /// Notes an entity at the root of a source. There are few: a set would take longer.
  func noteRoot(_ entity: Int) {
    if !rootEntities.contains(entity) { rootEntities.append(entity) }
  }

  func entity(_ name: String) throws -> EntityMapping {
    if let entity = mapping.entity(name) { return entity }
    let known = mapping.entities.map(\.name).sorted().joined(separator: ", ")
    throw ImportError(.unknownTarget, "the model has no entity '\(name)'; it has \(known)")
  }

  /// Parses and applies the root record at the stream's position.
  func importRecord(
    _ entity: EntityMapping, path: JSONPath, item: Int, after earlier: Int, mapKey: MemberKey?,
    choice: MixedCollection? = nil
  ) throws {
    parser.rootPath = path
    try parseRoot { scanner in
      let place = RecordParser.Place(
        item: item, earlierItems: earlier, mapKey: mapKey.map { self.parser.mapKeyToken($0) },
        isChosen: choice != nil, hidesDiscriminator: choice?.overrides(entity) ?? false)
      _ = try self.parser.parseRecord(&scanner, entity: entity, at: place, depth: 1)
    }
    let arrival = Arrival(isReplaceItem: options.policy == .replace)
    try applyRoot { _ = try self.applier.apply(0, arrival) }
    try notice()
  }

  /// Parses one root value; if the window ends inside it, refills it and starts over.
  func parseRoot(_ body: (inout JSONScanner) throws -> Void) throws {
    while true {
      parser.reset()
      var scanner = stream.scanner
      do {
        try body(&scanner)
        stream.consume(to: scanner)
        return
      } catch JSONFault.needsMore {
        try stream.refill()
      } catch JSONFault.syntax(let at, let expected) {
        throw stream.malformed(at: at, expected: expected)
      }
    }
  }

  /// Applies the parsed root record. If bad records are skipped, so are those that the database refuses.
  func applyRoot(_ body: () throws -> Void) throws {
    noteFindings()
    guard options.onInvalid == .skip else {
      guard batch.records.count > 0, !batch.records.base[0].isLeftOut else { return }
      do {
        try body()
      } catch let rejection as RecordRejection {
        throw parser.located(rejection.error, record: rejection.record)
      }
      return
    }
    try applySkipping(body)
    unprunable.formUnion(try applier.noteLeftOut())
    for bad in parser.badRecordsToReport() {
      noteLeftOutValues(of: bad.record)
      report.skippedCount += 1
      var error = bad.error
      // More records inside it were bad than are listed; it takes their place.
      if error.path == nil, !parser.isListFull { error = parser.located(error, record: bad.record) }
      if options.findsContradictions {
        let lacks = bad.lacks.map { parser.located($0, record: bad.record) }
        ([error] + lacks + parser.contradictions(of: bad)).forEach(note)
      }
      parser.isListFull = findings.skipped.count >= ImportReport.maximumSkipped
      guard !parser.isListFull, error.path != nil else {
        if bad.record == 0, options.findsAllRoots {
          findings.unlistedRoots.append(parser.path(of: 0).description)
        }
        continue
      }
      var message = error.message
      if let line = error.line, let column = error.column { message += " (line \(line), column \(column))" }
      var skipped = ImportReport.Skipped(
        source: parser.sourceName, path: error.path ?? "$", message: "\(error.entity ?? ""): \(message)")
      skipped.isRoot = bad.record == 0
      findings.skipped.append(skipped)
    }
  }

  /// Keeps a contradiction, one for each place in the model.
  private func note(_ error: ImportError) {
    guard let contradiction = error.contradiction, error.path != nil else { return }
    let place =
      "\(error.entity ?? "") \(error.member ?? "") \(contradiction.found) \(contradiction.isItem) "
      + "\(contradiction.part?.type ?? "") \(contradiction.part?.member ?? "")"
    if contradicted.insert(place).inserted { contradictions.append(error) }
  }

  /// Applies the root record without the records in it that the database refuses: each time one is refused, everything is
  /// rolled back and applied again without it.
  private func applySkipping(_ body: () throws -> Void) throws {
    applier.writers.forEach { $0.beginJournal() }
    let mark = applier.uniqueness.mark
    // Applying fills in cells; a second attempt starts from what the JSON gives.
    let cells = batch.cells.snapshot()
    while !batch.records.base[0].isLeftOut {
      let (counts, links, recordCount) = (Array(applier.counts), applier.rowLinks.counts, applier.recordCount)
      let rootCount = options.rootRows?.count ?? 0
      try connection.execute("SAVEPOINT _rowsmith_record")
      do {
        try body()
        try connection.execute("RELEASE _rowsmith_record")
        break
      } catch let rejection as RecordRejection {
        try connection.execute("ROLLBACK TO _rowsmith_record; RELEASE _rowsmith_record")
        try applier.writers.forEach { try $0.rollBack() }
        applier.uniqueness.forget(after: mark)
        applier.rowLinks.listEnds.forgetAll()
        batch.repeated?.forgetRows()
        applier.lateIndexes.forgetMade()
        applier.lateTriggers.forgetMade()
        batch.cells.restore(cells)
        options.rootRows?.keep(first: rootCount)
        for (index, counts) in counts.enumerated() { applier.counts[index] = counts }
        (applier.rowLinks.counts, applier.recordCount) = (links, recordCount)
        try parser.leaveOut(
          rejection.record, rejection.error, because: rejection.cause, lacks: rejection.lacks)
      }
    }
    try applier.writers.forEach { try $0.endJournal() }
  }

  /// Adds the parser's findings to the report.
  func noteFindings() {
    for (seen, entry, record) in parser.unknowns {
      if seen.countOccurrence(entry) { continue }
      var path = parser.path(of: Int(record))
      let keys = seen.path(entry)
      for key in keys { path.append(key: key) }
      let entity = mapping.entities[Int(batch.records[Int(record)].entity)].name
      seen.noteFirstOccurrence(entry, example: path.description)
      unknownKeys.append((([entity] + keys).joined(separator: "."), seen, entry))
      // `…` stands for further keys, which are not counted one by one.
      if options.findsNewKeys, keys.last != "…" {
        newKeys.append(.init(entity: entity, keys: keys, path: path.description))
      }
    }
    for (key, count) in parser.context.unknownParts.keys {
      var name = key.name
      if findings.unknownKeys[name] == nil, findings.unknownKeys.count >= ImportReport.maximumUnknownKeys {
        name = key.others.name
        if findings.unknownKeys[name] == nil { continue }
      } else if findings.unknownKeys[name] == nil {
        findings.unknownKeys[name] = .init(count: 0, example: parser.path(of: 0).description)
        if options.findsNewKeys, key.keys.last != "…" {
          newKeys.append(.init(entity: key.type, keys: key.keys, path: ""))
        }
      }
      findings.unknownKeys[name]?.count += count
    }
    for (name, path) in parser.unlistedKinds {
      findings.unlistedKinds[name, default: .init(count: 0, example: path)].count += 1
    }
    for (record, member, keys) in parser.emptyArrays {
      var path = parser.path(of: record)
      for key in keys { path.append(key: key) }
      let name = "\(mapping.entities[Int(batch.records[record].entity)].name).\(member)"
      findings.emptyArrays[name, default: .init(count: 0, example: path.description)].count += 1
    }
    for name in parser.context.emptyParts {
      findings.emptyArrays[name, default: .init(count: 0, example: parser.path(of: 0).description)].count += 1
    }
    for (attribute, value) in parser.context.unlisted {
      findings.unlistedValues[attribute, default: .init(count: 0, example: value)].count += 1
    }
  }

  private var unknownKeys: [(name: String, seen: SeenKeys, entry: Int32)] = []

  private func checkCancellation() throws {
    recordsAtLastLook = applier.recordCount
    if options.isCancelled?() == true {
      throw ImportError(.cancelled, "the import was cancelled; the database is unchanged")
    }
  }

  /// Reports progress, and throws if the caller cancels.
  func notice() throws {
    if applier.recordCount - recordsAtLastLook >= ImportSession.recordsBetweenLooks {
      try checkCancellation()
    }
    guard stream.consumedBytes >= nextNotice else { return }
    nextNotice = stream.consumedBytes + ImportSession.noticeInterval
    try applier.fallbacks.limit()
    try checkCancellation()
    if stream.consumedBytes >= options.lateIndexBytes, !connection.leftOut.contains(.lateIndexes) {
      try applier.lateIndexes.begin()
      try applier.lateTriggers.begin()
    }
    guard let progress = options.progress else { return }
    progress(
      ImportProgress(
        bytes: stream.consumedBytes, totalBytes: totalBytes, records: applier.recordCount))
    // The progress callback may have written.
    for writer in applier.writers { try writer.renewQueue() }
    applier.rowLinks.listEnds.forgetAll()
  }

  /// Whether the import changed anything in the database.
  var hasChanges: Bool {
    applier.references.hasWritten || applier.rowLinks.hasMovedItems || report.links != ImportReport.Links()
      || report.entities.values.contains { $0.inserted + $0.updated + $0.deleted > 0 }
  }

  /// Whether no link was removed, nor a row; `false` if it does not matter.
  private func hasOnlyAdded() throws -> Bool {
    // What hooks, the progress callback and triggers of other programs have written is not known.
    guard applier.references.knowsVeryMany, report.links.removed == 0, deletion == nil,
      !applier.hasChangedEntities, options.progress == nil, mapping.entities.allSatisfy(\.hooks.isEmpty)
    else { return false }
    return try !connection.hasUnmanagedTriggers()
  }

  private func completeReport() throws {
    let counts = applier.counts
    report.entities.reserveCapacity(counts.count { $0 != ImportReport.Counts() })
    for index in counts.indices where counts[index] != ImportReport.Counts() {
      report.entities[mapping.entities[index].name] = counts[index]
    }
    for (name, count) in deletion?.deleted ?? [:] { report.entities[name, default: .init()].deleted += count }
    report.links = applier.rowLinks.counts
    report.links.removed += deletion?.linksRemoved ?? 0
    for (name, seen, entry) in unknownKeys { findings.unknownKeys[name] = seen.occurrences[entry] }
    findings.unresolved = try applier.references.countUnresolved(hasOnlyAdded: hasOnlyAdded())
    if !findings.isEmpty { report.findings = findings }
    report.bytes = stream.consumedBytes
    options.progress?(
      ImportProgress(bytes: report.bytes, totalBytes: totalBytes, records: applier.recordCount))
  }
}

extension ImportSession {
  /// Notes a member of a document that the model does not mention.
  func noteUnknownMember(at path: JSONPath) {
    let key = String(path.description.dropFirst(path.description.hasPrefix("$.") ? 2 : 1))
    if findings.unknownKeys[key] != nil || findings.unknownKeys.count < ImportReport.maximumUnknownKeys {
      findings.unknownKeys[key, default: .init(count: 0, example: path.description)].count += 1
    }
  }
}
