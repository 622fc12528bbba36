import RowsmithSchema

/// Brings the records of a batch into the database, in their order.
///
/// A record's own columns come before what is embedded in it. How links are made and ended is the strategies' (`Links`), one
/// for each way in which they are stored; what is judged when the document has ended is in `Judgement`.
final class RecordApplier {
  let mapping: Mapping
  let batch: RecordBatch
  unowned let origin: any RecordOrigin
  let connection: Connection
  let writers: [TableWriter]
  /// Both lists again, for what is done with every record: to be looked at without counting references.
  private let entityList: FixedList<Unmanaged<EntityMapping>>
  private let writerList: FixedList<Unmanaged<TableWriter>>
  let linkWriters: [LinkWriter]
  let references: ReferenceKeeper
  let orphans: Orphans
  let partials: Partials
  let lacks: Lacks
  let uniqueness: DeferredUniqueness
  let lateIndexes: LateIndexes
  let lateTriggers: LateTriggers
  /// What the ways of linking share.
  let rowLinks: RowLinks
  let tombstones: Tombstones
  let fallbacks: Fallbacks
  let missing: MissingValue
  /// What happened so far, per entity.
  let counts: FixedList<ImportReport.Counts>
  /// Records applied, embedded ones included.
  var recordCount = 0
  /// Where not nil, the policy that the caller of a parent-scoped import gives its relationship.
  var scope: (relationship: RelationshipMapping, policy: Schema.MergePolicy)?
  /// The lists of rows without a key, and in an order, that are linked and whose items are yet to be written. Looked at for
  /// every list, and in nobody's hands while it is changed: so the accesses are not checked.
  @exclusivity(unchecked) var openLists: [ItemList] = []
  /// How many lists of each relationship were applied, and in all.
  let lists: FixedList<Int>
  var listTotal = 0
  /// Whether the app's hooks see what is stored.
  var callsHooks = true
  /// Whether a record that lacks something required may get it from a later one.
  var keepsPartials = true
  /// Where in the document the record stands that is completed when it has ended.
  var completedOffset: Int64?
  /// How the links of lists are made, by relationship; made when first needed.
  private var strategies: [(any LinkStrategy)?]
  /// Who wants to know the rows of root records, or of the items where the root is a relationship.
  var rootRows: RootRows?
  /// Whether the record at the root stands for the parent of what is imported.
  var isRelationship = false
  /// Slots that differ from the row, while a record is applied.
  @exclusivity(unchecked) var changed: [Int32] = []

  /// - Parameter tracksMentions: whether rows are judged by what a document says of them.
  init(
    mapping: Mapping, batch: RecordBatch, origin: any RecordOrigin, connection: Connection,
    tracksMentions: Bool = true
  ) {
    self.mapping = mapping
    self.batch = batch
    self.origin = origin
    self.connection = connection
    writers = mapping.tables.map { TableWriter(mapping: $0, connection: connection) }
    linkWriters = mapping.links.map { LinkWriter(mapping: $0, connection: connection) }
    lateIndexes = LateIndexes(connection: connection, writers: writers, linkWriters: linkWriters)
    lateTriggers = LateTriggers(connection: connection, writers: writers, linkWriters: linkWriters)
    references = ReferenceKeeper(
      mapping: mapping, connection: connection, writers: writers, linkWriters: linkWriters,
      lateIndexes: lateIndexes
    )
    orphans = Orphans(connection: connection)
    partials = Partials(connection: connection)
    lacks = Lacks(connection: connection)
    uniqueness = DeferredUniqueness(connection: connection, origin: origin)
    rowLinks = RowLinks(batch: batch, references: references, orphans: orphans, uniqueness: uniqueness)
    tombstones = Tombstones(rowLinks: rowLinks)
    missing = MissingValue(mapping: mapping, batch: batch, origin: origin)
    entityList = FixedList(mapping.entities.map(Unmanaged.passUnretained))
    writerList = FixedList(writers.map(Unmanaged.passUnretained))
    counts = FixedList(repeating: ImportReport.Counts(), count: mapping.entities.count)
    fallbacks = Fallbacks(rowLinks: rowLinks, missing: missing, origin: origin, counts: counts)
    lists = FixedList(repeating: 0, count: mapping.relationships.count)
    strategies = Array(repeating: nil, count: mapping.relationships.count)
    guard tracksMentions else { return }
    for writer in writers where writer.mapping.isTracked { writer.trackNames() }
    for writer in writers where writer.mapping.isReplaceable { writer.trackGiven() }
  }

  deinit {
    counts.deallocate()
    lists.deallocate()
    entityList.deallocate()
    writerList.deallocate()
  }

  /// Forgets an import that has ended well.
  ///
  /// - Returns: whether all is as it was before; seldom used parts say that they are not rather than to be taken back.
  func forgetImport() -> Bool {
    guard !uniqueness.isNeeded, !lateIndexes.hasBegun, scope == nil, orphans.isEmpty, partials.isEmpty,
      lacks.isEmpty, references.forgetImport()
    else { return false }
    for writer in writers where !writer.forgetImport() { return false }
    for writer in linkWriters { writer.forgetImport() }
    for index in counts.indices { counts[index] = ImportReport.Counts() }
    for index in lists.indices { lists[index] = 0 }
    rowLinks.forgetImport()
    tombstones.forgetImport()
    completedOffset = nil
    (recordCount, listTotal) = (0, 0)
    rootRows = nil
    if !openLists.isEmpty { openLists.removeAll() }
    changed.removeAll(keepingCapacity: true)
    return true
  }

  /// Forgets what was noted in temporary tables.
  func forgetNotes() throws {
    try orphans.forget()
    try partials.forget()
    try lacks.forget()
    try uniqueness.forgetWrites()
    for writer in writers { try writer.forgetSpilled() }
  }

  /// Lets new rows wait to be written together, once there are that many in a table. Nobody else may write meanwhile.
  func allowQueues(after rows: Int) {
    // What hooks write is not known, and they read each row.
    guard mapping.entities.allSatisfy(\.hooks.isEmpty) else { return }
    for writer in writers { writer.allowQueue(after: rows) }
  }

  /// Writes the rows that wait, and lets none wait any more.
  func endQueues() throws { for writer in writers { try writer.endQueue() } }

  /// How the links of a to-many relationship are made.
  func strategy(_ relationship: RelationshipMapping) throws -> any LinkStrategy {
    if let known = strategies[relationship.index] { return known }
    let made: any LinkStrategy
    switch relationship.storage {
    case .inverse(let inverse, let position):
      made = InverseColumnLinks(relationship, inverse: inverse, positionSlot: position, applier: self)
    case .link(let link, let isSource):
      made = try LinkTableLinks(relationship, in: linkWriters[link.index], isSource: isSource, applier: self)
    case .columns: throw StoreError(message: "'\(relationship.qualifiedName)' is to-one")
    }
    strategies[relationship.index] = made
    return made
  }

  /// The cells of a record: the table's columns in order.
  @inline(__always)
  func cells(of record: Int) -> UnsafeMutablePointer<Cell> {
    batch.cells.base + Int(batch.records.base[record].cells)
  }

  @inline(__always)
  func entity(of record: Int) -> EntityMapping { entityReference(of: record).takeUnretainedValue() }

  /// The same, for what is asked for every record.
  @inline(__always)
  func entityReference(of record: Int) -> Unmanaged<EntityMapping> {
    entityList[Int(batch.records.base[record].entity)]
  }

  /// What a record says of a relationship; missing where its entity does not have it.
  @inline(__always)
  func state(of relationship: RelationshipMapping, in record: Int) -> Cell {
    entityReference(of: record)._withUnsafeGuaranteedRef {
      $0.has(relationship) ? cells(of: record)[$0.columnCount + relationship.ordinal] : .missing
    }
  }

  /// The cells of a record's key.
  func key(of record: Int) -> [Cell] {
    let cells = cells(of: record)
    return entity(of: record).table.keySlots.map { cells[$0] }
  }

  /// Writes a record and everything embedded in it; returns its row.
  @discardableResult
  func apply(_ record: Int, _ arrival: Arrival) throws -> WrittenRow {
    let row = try entityList[Int(batch.records.base[record].entity)]._withUnsafeGuaranteedRef {
      try apply(record, entity: $0, arrival)
    }
    if let rootRows, !row.isPartial { noteRoot(row.id, record, rootRows) }
    return row
  }

  private func noteRoot(_ row: Int64, _ record: Int, _ rootRows: RootRows) {
    let parent = batch.records.base[record].parent
    let isRoot = isRelationship ? parent == 0 : parent < 0
    if isRoot { rootRows.add(row, of: entity(of: record).name) }
  }

  private func apply(_ record: Int, entity: EntityMapping, _ arrival: Arrival) throws -> WrittenRow {
    if batch.records.base[record].isTombstone { return try bury(record, entity: entity, arrival) }
    if let row = try findRepeated(record, entity: entity, arrival) {
      return WrittenRow(id: row, isNew: false)
    }
    let cells = cells(of: record)
    if entity.hasRowIdentifier { try resolveKey(of: record, filled: arrival.filled) }
    if entity.stamp != nil {
      if let row = try findNewerRow(of: record, entity: entity, arrival) {
        return try applyStale(record, entity: entity, row: row, arrival)
      }
      if !partials.isEmpty, try isOlderThanPartial(record, entity: entity, arrival) {
        return try applyStale(record, entity: entity, row: nil, arrival)
      }
      if !tombstones.isEmpty, !entity.deletionSigns.isEmpty,
        try isOlderThanTombstone(record, entity: entity, arrival)
      {
        return try applyStale(record, entity: entity, row: nil, arrival)
      }
    }
    if !tombstones.isEmpty, !entity.deletionSigns.isEmpty {
      try unbury(record, entity: entity, filled: arrival.filled)
    }
    try resolveToOnes(of: record, entity: entity, cells: cells, arrival)
    recordCount += 1
    let row: WrittenRow
    do {
      row = try write(record, entity: entity, cells: cells, arrival)
    } catch let error as ImportError where error.path == nil {
      throw origin.located(error, record: record)
    }
    let repeated = Int(batch.records.base[record].repeated)
    if repeated >= 0, !row.isPartial {
      batch.repeatedReference?._withUnsafeGuaranteedRef {
        $0.noteRow(row.id, of: repeated, table: entity.table.index)
      }
    }
    if callsHooks, !row.isPartial { try callHooks(entity, row: row.id, of: record) }
    if arrival.isAnew, !row.isNew { try emptyOtherLists(of: record, entity: entity, row: row.id) }
    if batch.records.base[record].firstLink >= 0 {
      try applyEmbedded(in: record, entity: entity, row: row, arrival)
    }
    return row
  }

  /// The row of a record whose object has been applied before, where the row still holds what the object says.
  @inline(__always)
  private func findRepeated(_ record: Int, entity: EntityMapping, _ arrival: Arrival) throws -> Int64? {
    let repeated = Int(batch.records.base[record].repeated)
    return repeated < 0 ? nil : try findRepeated(record, repeated, entity: entity)
  }

  private func findRepeated(_ record: Int, _ repeated: Int, entity: EntityMapping) throws -> Int64? {
    guard tombstones.isEmpty || entity.deletionSigns.isEmpty, let objects = batch.repeatedReference else {
      return nil
    }
    let table = entity.table.index
    guard let row = objects._withUnsafeGuaranteedRef({ $0.row(repeated, table: table) }) else { return nil }
    return try writerList[table]._withUnsafeGuaranteedRef { writer in
      // One that was not overwritten whole before may be now, and one that falls back may not.
      if writer.given != nil, try !writer.fallbacks.isEmpty || writer.given?.slots(of: row) != nil {
        return nil
      }
      recordCount += 1
      counts[entity.index].unchanged += 1
      try writer.noteNamed(row)
      return row
    }
  }

  /// A written row.
  struct WrittenRow {
    /// The rowid; nothing where the record is partial.
    var id: Int64
    var isNew: Bool
    /// Whether there is no row yet, because the record lacks something required, or none any more.
    var isPartial = false

    static let none = WrittenRow(id: 0, isNew: false, isPartial: true)
  }

  func policy(of relationship: RelationshipMapping, in record: Int) -> Schema.MergePolicy {
    if let scope, record == 0, scope.relationship === relationship { return scope.policy }
    return relationship.schema.mergePolicy
  }

  /// Gives a record the key of its parent for a to-one relationship.
  func fill(_ relationship: RelationshipMapping, of child: Int, with parent: Int) {
    let parentCells = self.cells(of: parent)
    let cells = cells(of: child)
    let slots = relationship.slots
    let keySlots = entityReference(of: parent)._withUnsafeGuaranteedRef { $0.keySlots }
    for index in 0..<min(slots.count, keySlots.count) { cells[slots[index]] = parentCells[keySlots[index]] }
  }

  /// Inserts or updates the record's own row, and keeps what depends on it in step.
  private func write(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival
  ) throws -> WrittenRow {
    try writerList[entity.table.index]._withUnsafeGuaranteedRef {
      try write(record, entity: entity, cells: cells, writer: $0, arrival)
    }
  }

  private func write(
    _ record: Int, entity: EntityMapping, cells: UnsafeMutablePointer<Cell>, writer: TableWriter,
    _ arrival: Arrival
  ) throws -> WrittenRow {
    if entity.hasChoices { entity.settleChoices(cells, filled: arrival.filled) }
    let isKeyless = entity.keySlots.isEmpty
    if !writer.isReady { try writer.makeReady() }
    if !isKeyless, writer.expectsRow && !writer.isNew(cells) || !isComplete(cells, entity) {
      if let row = try update(record, entity: entity, cells: cells, writer: writer, arrival) { return row }
      writer.expectsRow = false
    }
    if let row = try insert(record, entity: entity, cells: cells, writer: writer, arrival) { return row }
    writer.expectsRow = true
    if let row = try update(record, entity: entity, cells: cells, writer: writer, arrival) { return row }
    throw StoreError(message: "a row of '\(entity.table.name)' is there and is not; the database is damaged")
  }

  /// Whether the record has all that an insertion needs.
  @inline(__always)
  func isComplete(_ cells: UnsafePointer<Cell>, _ entity: EntityMapping) -> Bool {
    for slot in entity.requiredSlotList where cells[slot].kind == .missing { return false }
    return !entity.requiresChoice || entity.lackingChoice(cells) == nil
  }

  /// Notes that the document names the row of a record.
  @inline(__always)
  func noteNamed(_ row: Int64, record: Int, _ writer: TableWriter) throws {
    guard writer.named != nil else { return }
    try writer.noteNamed(row)
    if writer.mapping.hasRowIdentifier, batch.records.base[record].parent < 0 {
      try writer.namedAtRoot?.insert(row)
    }
  }
}
