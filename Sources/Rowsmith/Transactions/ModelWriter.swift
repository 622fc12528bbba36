import RowsmithSchema

/// Writes records and links as the model says, with the import's engine: a record of the app's is to it what an object
/// of a document is.
final class ModelWriter {
  let plan: ImportPlan
  let connection: Connection
  let applier: RecordApplier
  private let parser: RecordParser
  /// There is no document; the parser wants one to point at.
  private let stream: ByteStream

  init(plan: ImportPlan, connection: Connection) throws {
    self.plan = plan
    self.connection = connection
    stream = try ByteStream(ChunkReader(bytes: []))
    parser = RecordParser(plan: plan, stream: stream, onInvalid: .fail)
    applier = try RecordApplier(
      plan: plan, parser: parser, connection: connection, tracksMentions: false)
    applier.callsHooks = false
    applier.keepsPartials = false
  }

  /// Checks what could not be checked before the end.
  func finish() throws {
    try translatingErrors {
      if let refusal = try applier.uniqueness.check().first { throw refusal.error }
      _ = try applier.references.countUnresolved()
      try checkLinks()
      try applier.forgetNotes()
    }
  }

  /// Refuses what leaves another record without a link that it needs.
  func checkLinks() throws {
    guard let relationship = try applier.orphans.unlinked(plan).first?.relationship else { return }
    throw ImportError(
      .refused, "a \(relationship.entityName) is left without its '\(relationship.name)', which is required",
      entity: relationship.entityName)
  }

  /// An entity, and the slots of its table that a record type reads.
  struct Shape {
    var entity: EntityPlan
    var slots: [Int]
    /// Which of the columns can hold the same value in another spelling.
    var respellable: Set<Int>
  }

  func entity(_ name: String) throws -> EntityPlan { try plan.requireEntity(name) }

  private var shapes: [String: Shape] = [:]

  func shape<R: Record>(of type: R.Type) throws -> Shape {
    if let known = shapes[R.entityName] { return known }
    let entity = try entity(R.entityName)
    let slots = try R.columnNames.map { name in
      if let slot = entity.table.slots[name] { return slot }
      throw StoreError(
        .unknownEntity,
        "'\(R.entityName)' has no column '\(name)'; the record type belongs to another version of "
          + "the model")
    }
    let respellable = slots.indices.filter { index in
      !entity.table.keySlots.contains(slots[index])
        && entity.attributes.contains { $0.slot == slots[index] && $0.schema.type.isRespellable }
    }
    let shape = Shape(entity: entity, slots: slots, respellable: Set(respellable))
    shapes[R.entityName] = shape
    return shape
  }

  /// The key among the values of a record; empty where the entity has none.
  func key(in values: [StoredValue], _ shape: Shape) -> [StoredValue] {
    shape.entity.table.keySlots.compactMap { slot in
      shape.slots.firstIndex(of: slot).map { values[$0] }
    }
  }

  /// The row with the key, if it is of the entity or of one that extends it.
  func findRow(_ key: [StoredValue], of entity: EntityPlan) throws -> Int64? {
    guard let row = try applier.writers[entity.table.index].findRow(key: key),
      try applier.isRow(row, of: entity)
    else { return nil }
    return row
  }

  /// Inserts the record's row, or writes what differs.
  ///
  /// - Parameter values: one for each of the shape's columns, nil where the row is to keep what it has.
  func apply(_ values: [StoredValue?], _ shape: Shape) throws -> RecordApplier.WrittenRow {
    try translatingErrors(entity: shape.entity.name, key: key(in: values.map { $0 ?? .null }, shape)) {
      parser.reset()
      let record = parser.appendParent(shape.entity, key: [], start: stream.scanner.p)
      let cells = applier.cells(of: record)
      for case (let slot, let value?) in zip(shape.slots, values) {
        cells[slot] = parser.context.arena.cell(value)
      }
      // A row that has no identifier yet gets one.
      if shape.entity.table.hasRowIdentifier, cells[shape.entity.table.keySlots[0]].stored == .integer(0) {
        cells[shape.entity.table.keySlots[0]] = .missing
      }
      return try applier.apply(record, RecordApplier.Arrival())
    }
  }

  /// Writes some columns of the row with the key where they differ.
  func apply(key: [StoredValue], _ slots: [Int], _ values: [StoredValue], of entity: EntityPlan) throws {
    try translatingErrors(entity: entity.name, key: key) {
      parser.reset()
      let record = parser.appendParent(entity, key: key, start: stream.scanner.p)
      let cells = applier.cells(of: record)
      for (slot, value) in zip(slots, values) { cells[slot] = parser.context.arena.cell(value) }
      _ = try applier.apply(record, RecordApplier.Arrival())
    }
  }

  /// Appends the record that a link leads from, and one that it leads to: of both only the key is given.
  func append(_ entity: EntityPlan, key: [StoredValue]) -> Int {
    parser.appendParent(entity, key: key, start: stream.scanner.p)
  }

  /// Applies the items of a to-many relationship, whose rows are there, behind what is linked.
  func applyItems(
    _ relationship: RelationshipPlan, ordinal: Int, of owner: EntityPlan, key: [StoredValue],
    items: [[StoredValue]]
  ) throws {
    parser.reset()
    let record = append(owner, key: key)
    let link = parser.links.append(
      PendingLink(
        relationship: Int32(ordinal), record: Int32(record), form: .many, alternative: 0, isForeignKey: false,
        start: stream.scanner.p))
    parser.records.base[record].firstLink = Int32(link)
    parser.records.base[record].lastLink = Int32(link)
    var last = -1
    for itemKey in items {
      let child = append(relationship.target, key: itemKey)
      parser.records.base[child].parent = Int32(record)
      parser.records.base[child].link = Int32(link)
      let item = parser.items.append(PendingItem(record: Int32(child), key: .missing))
      if last < 0 {
        parser.links.base[link].firstItem = Int32(item)
      } else {
        parser.items.base[last].next = Int32(item)
      }
      last = item
    }
    parser.links.base[link].lastItem = Int32(last)
    parser.links.base[link].count = Int32(items.count)
    try applier.applyToMany(link, relationship, of: record, isParentNew: false, policy: .merge)
  }
}

extension ModelWriter {
  /// Runs the body; what the engine refuses is thrown as the store's own error, with the record it is about.
  func translatingErrors<Result>(
    entity: String? = nil, key: @autoclosure () -> [StoredValue] = [], _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let rejection as RecordRejection {
      throw translate(rejection.error, entity: entity, key: key())
    } catch let error as ImportError {
      throw translate(error, entity: entity, key: key())
    }
  }

  private func translate(_ error: ImportError, entity: String?, key: [StoredValue]) -> StoreError {
    let reason: StoreError.Reason =
      switch error.reason {
      case .notUnique: .notUnique
      case .refused: .refused
      case .unknownTarget: .notFound
      default: .misuse
      }
    guard let name = entity ?? error.entity else { return StoreError(reason, error.message) }
    let shown = key.isEmpty ? name : "\(name)(\(key.map(DDL.literal).joined(separator: ", ")))"
    return StoreError(reason, "\(shown): \(error.message)")
  }
}
