import RowsmithSchema

/// Writes the app's records and links by the rules of the model. It uses the import engine, which treats a record of the app
/// like an object of a document.
final class ModelWriter {
  let mapping: Mapping
  let connection: Connection
  let applier: RecordApplier
  private let batch = RecordBatch()
  private let origin: AppRecords
  /// Whether links were removed other than by writing a record.
  var hasRemovedLinks = false

  init(mapping: Mapping, connection: Connection) throws {
    self.mapping = mapping
    self.connection = connection
    origin = AppRecords(batch: batch, mapping: mapping)
    applier = RecordApplier(
      mapping: mapping, batch: batch, origin: origin, connection: connection, tracksMentions: false)
    applier.callsHooks = false
    applier.keepsPartials = false
    applier.countsUnresolved = false
    // Stamps order what the server says; a write of the app counts.
    applier.judgesStamps = false
    try applier.references.begin()
  }

  /// Runs the checks that have to wait for the last write: unique values, unresolved links, required links.
  func finish() throws {
    try translatingErrors {
      if let refusal = try applier.uniqueness.check().first { throw refusal.error }
      // An unresolved key whose last link is gone is only found by looking at all of them.
      if hasRemovedLinks || applier.rowLinks.counts.removed > 0 || applier.hasChangedEntities {
        _ = try applier.references.countUnresolved()
      } else {
        try applier.references.keepUnresolved()
      }
      try checkLinks()
      try applier.forgetNotes()
    }
  }

  /// Throws if a record has lost a link that it requires.
  func checkLinks() throws {
    guard let (relationship, _, row) = try applier.orphans.unlinked(mapping).first else { return }
    throw ImportError(
      .refused,
      "a \(relationship.entityName) is left without its '\(relationship.schema.modelName)', which is required\(row)",
      entity: relationship.entityName, member: relationship.schema.modelName)
  }

  /// An entity, and the slots of its table that a record type reads.
  struct Shape {
    var entity: EntityMapping
    var slots: [Int]
    /// The columns whose value can have several spellings.
    var respellable: Set<Int>
    /// The columns with lists of numbers, or of values, whose numbers must be finite in JSON.
    var numberLists: [Int]
    /// The columns with numbers that are required.
    var requiredNumbers: [Int]
    /// The values of several columns.
    var groups: [Group]

    /// A value of several columns.
    struct Group {
      var path: String
      var columns: [Int]
      /// The columns that are not NULL if there is a value.
      var required: [Int]
    }
  }

  func entity(_ name: String) throws -> EntityMapping { try mapping.requireEntity(name) }

  private var shapes: [String: Shape] = [:]

  func shape<R: Record>(of type: R.Type) throws -> Shape {
    if let known = shapes[R.entityName] { return known }
    let entity = try entity(R.entityName)
    let slots = try R.columnNames.map { name in
      if let slot = entity.table.slots[name] { return slot }
      throw StoreError(
        .unknownEntity,
        "'\(R.entityName)' has no column '\(name)'; the record type belongs to another version of "
          + "the model", entity: R.entityName)
    }
    let respellable = slots.indices.filter { index in
      !entity.table.keySlots.contains(slots[index])
        && entity.attributes.contains { $0.slot == slots[index] && $0.schema.type.isRespellable }
    }
    let numberLists = slots.indices.filter { entity.isListOfNumbers(slots[$0]) }
    let requiredNumbers = slots.indices.filter { entity.isRequiredNumber(slots[$0]) }
    let groups = entity.groups.map { group in
      Shape.Group(
        path: group.path, columns: group.slots.compactMap { slots.firstIndex(of: $0) },
        required: group.requiredSlots.compactMap { slots.firstIndex(of: $0) })
    }
    let shape = Shape(
      entity: entity, slots: slots, respellable: Set(respellable), numberLists: numberLists,
      requiredNumbers: requiredNumbers, groups: groups)
    shapes[R.entityName] = shape
    return shape
  }

  /// The key among the values of a record; empty if the entity has no key.
  func key(in values: [StoredValue], _ shape: Shape) -> [StoredValue] {
    shape.entity.table.keySlots.compactMap { slot in
      shape.slots.firstIndex(of: slot).map { values[$0] }
    }
  }

  /// The row with the key; `nil` if there is none of the entity or of an entity that extends it.
  func findRow(_ key: [StoredValue], of entity: EntityMapping) throws -> Int64? {
    guard let row = try applier.writers[entity.table.index].findRow(key: key),
      try applier.rowLinks.isRow(row, of: entity)
    else { return nil }
    return row
  }

  /// Upserts a record: inserts its row, or writes the columns that differ.
  ///
  /// - Parameter values: one for each column of the shape; `nil` to leave the column unchanged.
  func apply(_ values: [StoredValue?], _ shape: Shape) throws -> RecordApplier.WrittenRow {
    try translatingErrors(entity: shape.entity.name, key: key(in: values.map { $0 ?? .null }, shape)) {
      for index in shape.numberLists {
        try shape.entity.requireNumbers(values[index], in: shape.slots[index], mapping.graph)
      }
      try requireParts(values, shape)
      batch.reset()
      let record = batch.append(shape.entity)
      let cells = applier.cells(of: record)
      // The discriminator stays: writing a record of a parent type must not change the entity of the row.
      for case (let slot, let value?) in zip(shape.slots, values)
      where slot != shape.entity.entityNameSlot {
        cells[slot] = batch.arena.cell(value)
      }
      // A row without an identifier gets a new one.
      if shape.entity.table.hasRowIdentifier {
        let slot = shape.entity.table.keySlots[0]
        if cells[slot].stored == .integer(0) {
          cells[slot] = .missing
        } else {
          applier.writers[shape.entity.table.index].forgetIdentifier()
        }
      }
      return try applier.apply(record, Arrival())
    }
  }

  /// Writes columns of the row with the key, if they differ.
  func apply(key: [StoredValue], _ slots: [Int], _ values: [StoredValue], of entity: EntityMapping) throws {
    try translatingErrors(entity: entity.name, key: key) {
      batch.reset()
      let record = batch.append(entity, key: key)
      let cells = applier.cells(of: record)
      for (slot, value) in zip(slots, values) { cells[slot] = batch.arena.cell(value) }
      _ = try applier.apply(record, Arrival())
    }
  }

  /// Adds items to a to-many relationship, after the existing ones. The rows of the items must exist.
  func applyItems(
    _ relationship: RelationshipMapping, ordinal: Int, of owner: EntityMapping, key: [StoredValue],
    items: [[StoredValue]]
  ) throws {
    batch.reset()
    let record = batch.append(owner, key: key)
    let link = batch.append(
      RecordBatch.Link(
        relationship: Int32(ordinal), record: Int32(record), form: .many, alternative: 0, isForeignKey: false,
        start: zeroLength))
    for itemKey in items {
      let child = batch.append(relationship.target, key: itemKey)
      batch.records.base[child].parent = Int32(record)
      batch.records.base[child].link = Int32(link)
      batch.append(RecordBatch.Item(record: Int32(child), key: .missing), to: link)
    }
    try applier.applyToMany(link, relationship, of: record, isParentNew: false, policy: .merge)
  }
}

extension ModelWriter {
  /// Runs the body. Rethrows errors of the engine as ``StoreError``, with the record that they are about.
  func translatingErrors<Result>(
    entity: String? = nil, key: @autoclosure () -> [StoredValue] = [], _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let rejection as RecordRejection {
      throw translate(rejection.error, entity: entity, key: key())
    } catch let error as ImportError {
      throw translate(error, entity: entity, key: key())
    } catch var error as StoreError where error.entity == nil {
      error.entity = entity
      let key = key()
      if entity != nil, !key.isEmpty { error.key = key }
      throw error
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
    return StoreError(
      reason, "\(shown): \(error.message)", entity: name, key: key.isEmpty ? nil : key)
  }
}

/// The origin of the app's records, which are in no document.
private final class AppRecords: RecordOrigin {
  private let batch: RecordBatch
  private let mapping: Mapping

  init(batch: RecordBatch, mapping: Mapping) { (self.batch, self.mapping) = (batch, mapping) }

  var skipsBadRecords: Bool { false }

  func offset(of record: Int) -> Int64 { -1 }

  func located(
    _ error: ImportError, record: Int, at start: UnsafePointer<UInt8>?, under path: Schema.ImportPath?
  ) -> ImportError {
    var error = error
    error.entity = mapping.entities[Int(batch.records[record].entity)].name
    return error
  }
}
