import RowsmithSchema

/// Creates the errors for required values that a record lacks.
struct MissingValue {
  private let mapping: Mapping
  private let batch: RecordBatch
  private unowned let origin: any RecordOrigin

  init(mapping: Mapping, batch: RecordBatch, origin: any RecordOrigin) {
    self.mapping = mapping
    self.batch = batch
    self.origin = origin
  }

  /// The error with the location of the record.
  func error(_ slot: Int, of entity: EntityMapping, record: Int) -> ImportError {
    origin.located(rejection(slot, of: entity, record: record).error, record: record)
  }

  /// Marks a column as lacking.
  ///
  /// - Parameter first: the error of the first lacking column; set if it is `nil`.
  func mark(
    _ slot: Int, _ cells: UnsafeMutablePointer<Cell>, of entity: EntityMapping, record: Int,
    _ first: inout ImportError?
  ) {
    first = first ?? error(slot, of: entity, record: record)
    cells[slot] = .lacking
  }

  /// The rejection of the record, without its location; its cause is the bad record that should have been the value.
  ///
  /// - Parameters:
  ///   - slot: the column that has no value.
  ///   - entity: the entity of the row.
  func rejection(_ slot: Int, of entity: EntityMapping, record: Int) -> RecordRejection {
    let column = entity.table.layout.columns[slot]
    guard case .relationship(_, let name, _) = column.source,
      let relationship = entity.relationships.first(where: { $0.name == name })
    else {
      let why = "a new \(entity.name) needs it, as it is required and has no default"
      var error = ImportError(
        .missingValue, "expected '\(column.name)', found nothing; \(why)", member: column.name)
      error.contradiction = Contradiction(.nothing)
      return RecordRejection(record: record, error: error)
    }
    let child = ([relationship] + relationship.others).lazy
      .compactMap { embeddedRecord(of: $0, in: record, entity) }.first
    let member = relationship.schema.modelName
    var error = ImportError(
      .missingValue,
      "expected '\(member)', found \(child == nil ? "nothing" : "a bad record"); a new \(entity.name) needs it",
      member: member)
    if child == nil { error.contradiction = Contradiction(.nothing) }
    return RecordRejection(record: record, error: error, cause: child)
  }

  /// The errors for all attributes among the columns that a record lacks.
  ///
  /// - Parameters:
  ///   - error: the error for the first of them, with the location of the record.
  ///   - known: those that another record lacks, too: the entity and the column. They get no second error.
  func everyLack(
    _ slots: [Int], of entity: EntityMapping, like error: ImportError, _ known: inout Set<[Int]>
  ) -> [ImportError] {
    var errors: [ImportError] = []
    for slot in slots {
      guard case .attribute = entity.table.layout.columns[slot].source,
        known.insert([entity.index, slot]).inserted
      else { continue }
      let lack = rejection(slot, of: entity, record: 0).error
      var located = error
      (located.message, located.member) = (lack.message, lack.member)
      located.contradiction = lack.contradiction
      errors.append(located)
    }
    return errors
  }

  /// The record that a to-one relationship embeds.
  private func embeddedRecord(
    of relationship: RelationshipMapping, in record: Int, _ entity: EntityMapping
  ) -> Int? {
    let parsed = batch.records[record]
    // The row's entity may have more relationships than the entity that the record was read as.
    let isRead = relationship.ordinal < mapping.entities[Int(parsed.entity)].relationships.count
    let cell = Int(parsed.cells) + entity.table.columnCount + relationship.ordinal
    let state = isRead ? batch.cells[cell] : .missing
    let item = state.kind == .link ? Int(batch.links[Int(state.bits)].firstItem) : -1
    let child = item >= 0 ? Int(batch.items[item].record) : -1
    return child >= 0 ? child : nil
  }
}
