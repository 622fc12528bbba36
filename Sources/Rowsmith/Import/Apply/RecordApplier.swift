import CSQLite
import RowsmithSchema

/// Brings the pending records of one root record into the database, in the order of the document.
///
/// A record's own columns come before what is embedded in it. How links are made and cleared is in the
/// extensions, one file for each way in which links are stored.
final class RecordApplier {
  let plan: ImportPlan
  let parser: RecordParser
  let connection: Connection
  let writers: [TableWriter]
  let linkWriters: [LinkWriter]
  let references: ReferenceKeeper
  let departures: Departures
  let uniqueness: Uniqueness
  /// What happened so far, per entity.
  var counts: [ImportReport.Counts]
  var links = ImportReport.Links()
  /// Whether an item only changed its place in an ordered list, which no count tells.
  var hasMovedItems = false
  /// Records applied, embedded ones included.
  var recordCount = 0
  /// Where not nil, the policy that the caller of a parent-scoped import gives its relationship.
  var scope: (relationship: RelationshipPlan, policy: Schema.MergePolicy)?
  /// How many lists of each relationship were applied, and in all.
  var lists: [Int]
  var listTotal = 0
  /// Slots that differ from the row, while a record is applied.
  private var changed: [Int32] = []
  /// Statements of the less common paths, by their text.
  private var statements: [String: Statement] = [:]

  init(plan: ImportPlan, parser: RecordParser, connection: Connection) throws {
    self.plan = plan
    self.parser = parser
    self.connection = connection
    writers = try plan.tables.map { try TableWriter(plan: $0, connection: connection) }
    linkWriters = plan.links.map { LinkWriter(plan: $0, connection: connection) }
    references = try ReferenceKeeper(plan: plan, connection: connection, writers: writers)
    departures = try Departures(connection: connection)
    uniqueness = Uniqueness(connection: connection)
    counts = Array(repeating: ImportReport.Counts(), count: plan.entities.count)
    lists = Array(repeating: 0, count: plan.relationships.count)
    for writer in writers where writer.plan.isReplaceable { trackNames(writer.plan) }
  }

  /// Remembers from now on which rows of a table the document names.
  func trackNames(_ table: TablePlan) {
    let writer = writers[table.index]
    if writer.named == nil { writer.named = RowSet(connection: connection, name: table.name) }
  }

  /// Runs a statement that is compiled once, and returns how many rows it changed.
  func run(_ sql: String, _ values: [StoredValue]) throws -> Int {
    let statement = try statement(sql)
    for (index, value) in values.enumerated() { statement.bind(value, at: index + 1) }
    while try statement.step() {}
    return connection.changes
  }

  /// A statement that is compiled once.
  func statement(_ sql: String) throws -> Statement {
    if let known = statements[sql] { return known }
    let statement = try connection.prepareForReuse(sql)
    statements[sql] = statement
    return statement
  }

  /// How a record comes to be applied.
  struct Arrival {
    /// Whether it is an item of a relationship under `Replace`.
    var isReplaceItem = false
    /// The to-one relationship that its parent has filled in.
    var filled: RelationshipPlan?
    /// The ordered to-many relationship that it is an item of.
    var order: ItemOrder?
    /// Whether it is the parent of a parent-scoped import, which the document does not name.
    var isScope = false
  }

  /// The cells of a record: the table's columns in order.
  @inline(__always)
  func cells(of record: Int) -> UnsafeMutablePointer<Cell> {
    parser.cells.base + Int(parser.records.base[record].cells)
  }

  @inline(__always)
  func entity(of record: Int) -> EntityPlan { plan.entities[Int(parser.records.base[record].entity)] }

  /// The cells of a record's key.
  func key(of record: Int) -> [Cell] {
    let cells = cells(of: record)
    return entity(of: record).table.keySlots.map { cells[$0] }
  }

  /// Writes a record and everything embedded in it; returns its row.
  @discardableResult
  func apply(_ record: Int, _ arrival: Arrival) throws -> Int64 {
    let entity = entity(of: record)
    let cells = cells(of: record)
    if entity.table.hasRowIdentifier { try resolveKey(of: record, filled: arrival.filled) }
    try resolveToOnes(of: record, entity: entity, cells: cells, filled: arrival.filled)
    recordCount += 1
    let row: WrittenRow
    do {
      row = try write(record, entity: entity, cells: cells, arrival)
    } catch let error as ImportError where error.path == nil {
      throw parser.located(error, record: record)
    }
    try callHooks(entity, row: row.id)
    guard parser.records.base[record].firstLink >= 0 else { return row.id }
    try applyEmbedded(in: record, entity: entity, row: row)
    return row.id
  }

  /// A written row.
  struct WrittenRow {
    var id: Int64
    var isNew: Bool
  }

  /// Applies what is embedded in a record, in the order of its keys.
  private func applyEmbedded(in record: Int, entity: EntityPlan, row: WrittenRow) throws {
    var index = Int(parser.records.base[record].firstLink)
    // A record is as new as when it was inserted until another list may have named it as its parent.
    var expectedLists = listTotal
    while index >= 0 {
      let link = parser.links.base[index]
      let relationship = entity.relationships[Int(link.relationship)]
      if !link.isDead {
        if !relationship.isToOne {
          let isNew = row.isNew && listTotal == expectedLists
          try applyToMany(index, relationship, of: record, isParentNew: isNew, policy: nil)
          expectedLists += 1
        } else if link.firstItem >= 0 {
          try applyToOne(Int(parser.items[Int(link.firstItem)].record), relationship, of: record)
        }
      }
      index = Int(link.next)
    }
  }

  private func applyToOne(_ child: Int, _ relationship: RelationshipPlan, of record: Int) throws {
    guard child >= 0, !parser.records[child].isLeftOut else { return }
    var arrival = Arrival(isReplaceItem: policy(of: relationship, in: record) == .replace)
    if let inverse = relationship.inverse, inverse.isToOne {
      fill(inverse, of: child, with: record)
      arrival.filled = inverse
    }
    try apply(child, arrival)
  }

  private func policy(of relationship: RelationshipPlan, in record: Int) -> Schema.MergePolicy {
    if let scope, record == 0, scope.relationship === relationship { return scope.policy }
    return relationship.schema.mergePolicy
  }

  /// Gives a record the key of its parent for a to-one relationship.
  func fill(_ relationship: RelationshipPlan, of child: Int, with parent: Int) {
    let key = key(of: parent)
    let cells = cells(of: child)
    for (slot, cell) in zip(relationship.slots, key) { cells[slot] = cell }
  }

  /// Inserts or updates the record's own row, and keeps what depends on it in step.
  private func write(
    _ record: Int, entity: EntityPlan, cells: UnsafeMutablePointer<Cell>, _ arrival: Arrival
  ) throws -> WrittenRow {
    let writer = writers[entity.table.index]
    let isKeyless = entity.table.keySlots.isEmpty
    if !isKeyless, writer.expectsRow || !isComplete(cells, entity) {
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
  private func isComplete(_ cells: UnsafePointer<Cell>, _ entity: EntityPlan) -> Bool {
    for slot in entity.requiredSlotList where cells[slot].kind == .missing { return false }
    return true
  }

  private func insert(
    _ record: Int, entity: EntityPlan, cells: UnsafeMutablePointer<Cell>, writer: TableWriter,
    _ arrival: Arrival
  ) throws -> WrittenRow? {
    try references.completeArrival(of: entity, cells: cells, context: parser.context)
    for slot in 0..<entity.table.columnCount where cells[slot].kind == .missing {
      if entity.isRequiredSlot[slot], entity.defaults[slot].kind == .missing {
        throw missing(slot, of: entity, record: record)
      }
      cells[slot] = slot == entity.table.entityNameSlot ? entity.nameCell : entity.defaults[slot]
      cells[slot].isFilledIn = true
    }
    if let order = arrival.order {
      cells[order.slot] = Cell(
        try order.positionForNewRow(
          key: entity.table.keySlots.map { cells[$0] }, stored: try waitingPosition(order, cells: cells)))
    }
    let id = try writeRow(of: record, in: entity.table) { try writer.insertRow(cells) }
    guard let id else {
      for slot in 0..<entity.table.columnCount where cells[slot].isFilledIn { cells[slot] = .missing }
      if let order = arrival.order { cells[order.slot] = .missing }
      return nil
    }
    counts[entity.index].inserted += 1
    try writer.named?.insert(id)
    try references.rowWasInserted(entity, cells: cells)
    for relationship in entity.table.references {
      let cell = cells[relationship.slots[0]]
      if cell.hasValue {
        links.added += 1
        try noteReference(relationship, cells: cells, row: id, arrival: arrival)
      } else if relationship.isOneToOne, cell.kind == .null, !cell.isFilledIn {
        try disclaimOneToOne(relationship, cells: cells)
      }
    }
    return WrittenRow(id: id, isNew: true)
  }

  /// Where a new item was waited for in the list of its parent.
  private func waitingPosition(_ order: ItemOrder, cells: UnsafeMutablePointer<Cell>) throws -> Int64? {
    let table = order.relationship.table
    guard references.hasPending, let list = order.relationship.inverse, table.keySlots.count == 1 else {
      return nil
    }
    return try references.pendingPosition(
      list, target: cells[table.keySlots[0]], source: order.relationship.slots.map { cells[$0] })
  }

  private func missing(_ slot: Int, of entity: EntityPlan, record: Int) -> RecordRejection {
    let column = entity.table.layout.columns[slot]
    guard case .relationship(_, let name, _) = column.source,
      let relationship = entity.relationships.first(where: { $0.name == name })
    else {
      let why = "a new \(entity.name) needs it, as it is required and has no default"
      return RecordRejection(
        record: record, error: ImportError(.missingValue, "expected '\(column.name)', found nothing; \(why)"))
    }
    let state = cells(of: record)[entity.table.columnCount + relationship.ordinal]
    let item = state.kind == .link ? Int(parser.links[Int(state.bits)].firstItem) : -1
    let child = item >= 0 ? Int(parser.items[item].record) : -1
    return RecordRejection(
      record: record,
      error: ImportError(
        .missingValue,
        "expected '\(name)', found \(child >= 0 ? "a bad record" : "nothing"); a new \(entity.name) needs it"),
      cause: child >= 0 ? child : nil)
  }

  /// Writes a row. Where another row has its unique values, that is looked at again when the import ends: the
  /// document may yet change the other row. Only where bad records are skipped it must be decided now.
  private func writeRow<Result>(
    of record: Int, in table: TablePlan, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as StoreError {
      let rejection = rejection(of: record, error)
      guard error.code == rowsmith_constraint_unique, parser.onInvalid == .fail,
        let cause = rejection as? RecordRejection
      else { throw rejection }
      try uniqueness.putOff(table, because: parser.located(cause.error, record: record))
      return try body()
    }
  }

  private func rejection(of record: Int, _ error: StoreError) -> any Error {
    guard error.code & 0xFF == SQLITE_CONSTRAINT else { return error }
    let reason: ImportError.Reason = error.code == rowsmith_constraint_unique ? .notUnique : .invalidValue
    return RecordRejection(
      record: record, error: ImportError(reason, "another row has these values: \(error.message)"))
  }

  private func update(
    _ record: Int, entity asked: EntityPlan, cells: UnsafeMutablePointer<Cell>, writer: TableWriter,
    _ arrival: Arrival
  ) throws -> WrittenRow? {
    guard let row = try writer.seek(cells) else { return nil }
    defer { row.reset() }
    let id = row.integer(at: 0)
    let table = asked.table
    let isOverwritten = try arrival.isReplaceItem && writer.named?.contains(id) == false
    let entity = try storedEntity(row, asked: asked, record: record, cells: cells)
    changed.removeAll(keepingCapacity: true)
    for slot in 0..<table.columnCount {
      if cells[slot].kind == .missing {
        guard isOverwritten, entity.isAttributeSlot[slot] else { continue }
        if entity.isRequiredSlot[slot], entity.defaults[slot].kind == .missing {
          throw missing(slot, of: entity, record: record)
        }
        cells[slot] = entity.defaults[slot].kind == .missing ? .null : entity.defaults[slot]
      }
      if !row.column(slot + 1, equals: cells[slot]) { changed.append(Int32(truncatingIfNeeded: slot)) }
    }
    if let order = arrival.order { try place(row, id: id, order: order, cells: cells) }
    if !arrival.isScope { try writer.named?.insert(id) }
    if departures.hasLeaving { try departures.forgetLeaving(id, of: table, given: cells) }
    guard !changed.isEmpty else {
      if !arrival.isScope { counts[entity.index].unchanged += 1 }
      return WrittenRow(id: id, isNew: false)
    }
    let moves = moves(row, table: table, cells: cells, arrival: arrival)
    row.reset()
    try writeRow(of: record, in: table) { try writer.update(changed, of: id, cells) }
    if !arrival.isScope { counts[entity.index].updated += 1 }
    for move in moves { try follow(move, record: record, cells: cells, row: id, arrival: arrival) }
    return WrittenRow(id: id, isNew: false)
  }

  /// Which entity the row is: what the JSON says, else what it was where that will do.
  ///
  /// A row that becomes another entity loses what the new one does not have, and gets what the old one had not as
  /// a new row does.
  private func storedEntity(
    _ row: Statement, asked: EntityPlan, record: Int, cells: UnsafeMutablePointer<Cell>
  ) throws -> EntityPlan {
    guard let slot = asked.table.entityNameSlot else { return asked }
    let stored = row.text(at: slot + 1).flatMap { plan.entity($0) }
    if !parser.records.base[record].isEntityGiven, let stored, asked.family[stored.name] != nil {
      cells[slot] = .missing
      return stored
    }
    cells[slot] = asked.nameCell
    guard let stored, stored !== asked else { return asked }
    // To links that wait for a record of the new entity it is as if the row arrived now.
    try references.completeArrival(of: asked, cells: cells, context: parser.context, unless: stored)
    for slot in 0..<asked.table.columnCount where slot != asked.table.entityNameSlot {
      if !asked.ownsSlot[slot] {
        cells[slot] = .null
      } else if !stored.ownsSlot[slot], cells[slot].kind == .missing {
        if asked.isRequiredSlot[slot], asked.defaults[slot].kind == .missing {
          throw missing(slot, of: asked, record: record)
        }
        cells[slot] = asked.defaults[slot].kind == .missing ? .null : asked.defaults[slot]
      }
    }
    try references.rowWasInserted(asked, cells: cells)
    return asked
  }

  /// Gives an item its place in the order of its parent's items.
  private func place(
    _ row: Statement, id: Int64, order: ItemOrder, cells: UnsafeMutablePointer<Cell>
  ) throws {
    let isLinkedHere = order.relationship.slots.allSatisfy { row.column($0 + 1, equals: cells[$0]) }
    let stored = row.isNull(at: order.slot + 1) || !isLinkedHere ? nil : row.integer(at: order.slot + 1)
    cells[order.slot] = Cell(try order.position(of: id, stored: stored))
    if !row.column(order.slot + 1, equals: cells[order.slot]) { changed.append(Int32(order.slot)) }
  }

  /// A to-one relationship of a row that leads elsewhere from now on.
  struct Move {
    var relationship: RelationshipPlan
    var old: [StoredValue]?
  }

  /// The to-one relationships among the changed slots; those that leave an ordered list lose their place in it.
  private func moves(
    _ row: Statement, table: TablePlan, cells: UnsafeMutablePointer<Cell>, arrival: Arrival
  ) -> [Move] {
    var moves: [Move] = []
    for relationship in table.references
    where relationship.slots.contains(where: { changed.contains(Int32($0)) }) {
      let slots = relationship.slots
      let old = row.isNull(at: slots[0] + 1) ? nil : slots.map { row.value(at: $0 + 1) }
      moves.append(Move(relationship: relationship, old: old))
      if let position = relationship.positionSlot, arrival.order?.slot != position,
        !row.isNull(at: position + 1)
      {
        cells[position] = .null
        changed.append(Int32(position))
      }
    }
    return moves
  }

  private func follow(
    _ move: Move, record: Int, cells: UnsafeMutablePointer<Cell>, row: Int64, arrival: Arrival
  ) throws {
    let relationship = move.relationship
    if let old = move.old {
      links.removed += 1
      if relationship.isOneToOne { try releaseOneToOne(relationship, row: row, old: old) }
      if arrival.filled !== relationship, leavesForGood(relationship, record: record) {
        let target = writers[relationship.target.table.index]
        if let leaving = try target.findRow(key: old) { try departures.add(leaving, of: target.plan) }
      }
    }
    if cells[relationship.slots[0]].hasValue {
      links.added += 1
      try noteReference(relationship, cells: cells, row: row, arrival: arrival)
    }
  }

  /// Whether the record a to-one relationship named before is to be deleted: the JSON gave another object or null.
  private func leavesForGood(_ relationship: RelationshipPlan, record: Int) -> Bool {
    let isScope = record == 0 && scope?.relationship === relationship
    let deletes = isScope ? scope?.policy != .merge : relationship.deletesWhatLeaves
    guard deletes else { return false }
    let entity = entity(of: record)
    guard relationship.ordinal < entity.relationships.count,
      entity.relationships[relationship.ordinal] === relationship
    else { return false }
    let state = cells(of: record)[entity.table.columnCount + relationship.ordinal]
    guard state.kind == .link else { return false }
    let link = parser.links[Int(state.bits)]
    return !link.isForeignKey && link.keyCount == 0
  }

  private func noteReference(
    _ relationship: RelationshipPlan, cells: UnsafeMutablePointer<Cell>, row: Int64, arrival: Arrival
  ) throws {
    if relationship.isOneToOne { try claimOneToOne(relationship, cells: cells, row: row) }
    if arrival.filled !== relationship {
      try references.noteLoose(relationship, key: cells[relationship.slots[0]])
    }
  }
}
