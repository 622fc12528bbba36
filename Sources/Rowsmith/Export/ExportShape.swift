/// The members of the JSON of one entity's records, in one place of the output.
final class ExportShape {
  let entity: EntityMapping
  let members: [ExportMember]
  /// The bare value, for records that may be one.
  let bareValue: BareValue?
  /// Embedded records among the members whose keys are written in another place if the records are missing.
  let embedded: [EmbeddedRecord]

  init(
    entity: EntityMapping, members: [ExportMember], bareValue: BareValue? = nil,
    embedded: [EmbeddedRecord] = []
  ) {
    self.entity = entity
    self.members = members
    self.bareValue = bareValue
    self.embedded = embedded
  }
}

/// One member of an object.
struct ExportMember {
  /// The key as JSON, with its quotes and the colon.
  let key: [UInt8]
  let node: ExportNode
}

/// What is written under a key.
indirect enum ExportNode {
  /// The name of the record's entity.
  case entityName(column: Int, ExportKinds)
  /// JSON that is the same for every record.
  case constant([UInt8])
  /// The value of a column.
  case value(column: Int, writer: ValueWriter, writesNull: Bool)
  /// The parts of the key of a to-one relationship's record; the column is NULL if there is none.
  case reference([ExportMember], column: Int, writesNull: Bool)
  /// JSON, if the column has a value.
  case constantBeside(column: Int, [UInt8])
  /// Null, if all of these columns are NULL.
  case nullBeside(columns: [Int])
  /// The first node that writes something: the parts of a to-one relationship to one of several entities.
  case either([ExportNode])
  /// Values that a key path groups.
  case object([ExportMember])
  /// The parts of one value.
  case group([ExportMember], ExportGroup)
  /// Further members of the same object, which the model does not name (`$rest`).
  case rest(column: Int, RestShape)
  /// Values that a key path with positions groups. The kept places are objects from which an import reads more than is
  /// written, so that null never stands for them.
  case array([ExportNode], kept: Set<Int>)
  /// Records of a relationship.
  case related(RelatedRecords)
  /// The record of a to-one relationship, if it exists.
  case embedded(EmbeddedRecord)
  /// Its key, if the record is missing.
  case absent(EmbeddedRecord, key: ExportNode)
}

/// The shapes of the entities whose rows share a table.
struct ExportFamily {
  let table: TableMapping
  let shapes: [String: ExportShape]
  let sole: ExportShape?

  init(_ entity: EntityMapping, shapes: [ExportShape]) {
    table = entity.table
    self.shapes = Dictionary(shapes.map { ($0.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
    sole = entity.table.entityNameSlot == nil ? shapes.first : nil
  }

  /// The family of a single entity.
  init(_ shape: ExportShape) {
    table = shape.entity.table
    shapes = [:]
    sole = shape
  }

  /// All shapes, in the order of the model.
  var sortedShapes: [ExportShape] {
    sole.map { [$0] } ?? shapes.values.sorted { $0.entity.index < $1.entity.index }
  }

  /// The shape of the current row; `nil` if the row's entity does not belong here.
  func shape(of row: Row) -> ExportShape? {
    if let sole { return sole }
    return table.entityNameSlot.flatMap { row.text(at: $0) }.flatMap { shapes[$0] }
  }
}
