import RowsmithSchema

/// Writes the records of a batch to the database, in order.
///
/// A record's own columns are written before its embedded records. `Links` has one strategy for each way links are stored;
/// `Judgement` has what is decided at the end of the document.
final class RecordApplier {
  let mapping: Mapping
  let batch: RecordBatch
  unowned let origin: any RecordOrigin
  let connection: Connection
  let writers: [TableWriter]
  /// The entities and writers, read for every record without retain/release.
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
  /// What the link strategies share.
  let rowLinks: RowLinks
  let tombstones: Tombstones
  let fallbacks: Fallbacks
  let missing: MissingValue
  /// The counts so far, by entity.
  let counts: FixedList<ImportReport.Counts>
  /// Records applied, embedded ones included.
  var recordCount = 0
  /// The relationship and policy of a parent-scoped import whose caller gave a policy.
  var scope: (relationship: RelationshipMapping, policy: Schema.MergePolicy)?
  /// The lists that are linked and whose items are not all written yet: ordered ones, and those of rows without a key. Read
  /// for every list and never changed during a read, so exclusivity checks are off.
  @exclusivity(unchecked) var openLists: [ItemList] = []
  /// How many lists were applied, by relationship and in all.
  let lists: FixedList<Int>
  var listTotal = 0
  /// Whether the app's hooks are called with the stored rows.
  var callsHooks = true
  /// Whether a later mention may supply a required value that a record lacks.
  var keepsPartials = true
  /// Whether a record that is older than its row by the server's stamp changes nothing.
  var judgesStamps = true
  /// Whether all unresolved keys are looked at in the end.
  var countsUnresolved = true
  /// Whether a row became another entity.
  var hasChangedEntities = false
  /// The offset in the document of the record that is being completed at its end.
  var completedOffset: Int64?
  /// The link strategies by relationship, created lazily.
  private var strategies: [(any LinkStrategy)?]
  /// Collects the rowids of root records; of the items, if the root is a relationship.
  var rootRows: RootRows?
  /// Whether the root record stands for the parent of a parent-scoped import.
  var isRelationship = false
  /// Slots that differ from the row, while a record is applied.
  @exclusivity(unchecked) var changed: [Int32] = []

  /// - Parameter tracksMentions: whether to track which rows and values the document gives.
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

  /// Resets the applier after a successful import, for the next one.
  ///
  /// - Returns: `false` if it cannot be reused: rarely used parts do not support a reset.
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

  /// Deletes the notes in temporary tables.
  func forgetNotes() throws {
    try orphans.forget()
    try partials.forget()
    try lacks.forget()
    try uniqueness.forgetWrites()
    for writer in writers { try writer.forgetSpilled() }
  }

  /// Lets new rows be queued and written together, after that many in a table. Nothing else may write meanwhile.
  func allowQueues(after rows: Int) {
    // Hooks read each row, and what they write is not known.
    guard mapping.entities.allSatisfy({ $0.hooks.isEmpty }) else { return }
    for writer in writers { writer.allowQueue(after: rows) }
  }

  /// Writes the queued rows and ends the queues.
  func endQueues() throws { for writer in writers { try writer.endQueue() } }

  /// The link strategy of a to-many relationship.
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

  /// The same without retain/release, for what is read for every record.
  @inline(__always)
  func entityReference(of record: Int) -> Unmanaged<EntityMapping> {
    entityList[Int(batch.records.base[record].entity)]
  }

  /// What a record gives for a relationship; `missing` if its entity does not have it.
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
    if let row = try findRepeated(record, entity: entity) {
      return WrittenRow(id: row, isNew: false)
    }
    let cells = cells(of: record)
    if entity.hasRowIdentifier { try resolveKey(of: record, filled: arrival.filled) }
    if judgesStamps, entity.stamp != nil {
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

  /// The row of a record whose object was applied before, if the row still holds the object's values.
  @inline(__always)
  private func findRepeated(_ record: Int, entity: EntityMapping) throws -> Int64? {
    let repeated = Int(batch.records.base[record].repeated)
    return repeated < 0 ? nil : try findRow(ofRepeated: repeated, entity: entity)
  }

  private func findRow(ofRepeated repeated: Int, entity: EntityMapping) throws -> Int64? {
    guard tombstones.isEmpty || entity.deletionSigns.isEmpty, let objects = batch.repeatedReference else {
      return nil
    }
    let table = entity.table.index
    guard let row = objects._withUnsafeGuaranteedRef({ $0.row(repeated, table: table) }) else { return nil }
    return try writerList[table]._withUnsafeGuaranteedRef { writer in
      // Fallbacks, and values noted for a row that may still be overwritten whole, need each mention.
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
    /// The rowid; 0 if the record is partial.
    var id: Int64
    var isNew: Bool
    /// Whether there is no row: the record lacks something required, or is deleted.
    var isPartial = false

    static let none = WrittenRow(id: 0, isNew: false, isPartial: true)
  }

  func policy(of relationship: RelationshipMapping, in record: Int) -> Schema.MergePolicy {
    if let scope, record == 0, scope.relationship === relationship { return scope.policy }
    return relationship.schema.mergePolicy
  }

  /// Gives a record its parent's key for a to-one relationship.
  func fill(_ relationship: RelationshipMapping, of child: Int, with parent: Int) {
    let parentCells = self.cells(of: parent)
    let cells = cells(of: child)
    let slots = relationship.slots
    let keySlots = entityReference(of: parent)._withUnsafeGuaranteedRef { $0.keySlots }
    for index in 0..<min(slots.count, keySlots.count) { cells[slots[index]] = parentCells[keySlots[index]] }
  }

  /// Inserts or updates the record's own row, and updates what depends on it.
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
    throw StoreError(
      message: "a row of '\(entity.table.name)' was found and then was missing; the database is damaged")
  }

  /// Whether the record has every value that an insert needs.
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
