/// The members of the JSON of one entity's records, in one place of the output.
final class ExportShape {
  let entity: EntityMapping
  let members: [ExportMember]
  /// For records that may be a bare value: what it is.
  let bareValue: BareValue?
  /// Records among the members whose keys stand in another place where they are not there.
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
  /// The key as the JSON has it, with its quotes and the colon.
  let key: [UInt8]
  let node: ExportNode
}

/// What stands under a key.
indirect enum ExportNode {
  /// The name of the record's entity.
  case entityName(column: Int, ExportKinds)
  /// A text that every record has.
  case constant(String)
  /// The value of a column.
  case value(column: Int, writer: ValueWriter, writesNull: Bool)
  /// The parts of the key of a to-one relationship's record; the column tells whether there is one.
  case reference([ExportMember], column: Int, writesNull: Bool)
  /// A text, where the column has a value.
  case constantBeside(column: Int, String)
  /// Null, where all of these columns are NULL.
  case nullBeside(columns: [Int])
  /// The first of these that is something: the parts of a to-one relationship to one of several entities.
  case either([ExportNode])
  /// Values that a key path groups.
  case object([ExportMember])
  /// The parts of a value.
  case group([ExportMember], ExportGroup)
  /// What the JSON had beside what the model names: further members of the same object.
  case rest(column: Int, RestShape)
  /// Values that a key path with positions groups.
  case array([ExportNode])
  /// Records of a relationship.
  case related(RelatedRecords)
  /// The record of a to-one relationship, where it is there.
  case embedded(EmbeddedRecord)
  /// Its key, where it is not.
  case absent(EmbeddedRecord, key: ExportNode)
}

/// The shapes of the entities whose rows are in one table.
struct ExportFamily {
  let table: TableMapping
  let shapes: [String: ExportShape]
  let sole: ExportShape?

  init(_ entity: EntityMapping, shapes: [ExportShape]) {
    table = entity.table
    self.shapes = Dictionary(shapes.map { ($0.entity.name, $0) }, uniquingKeysWith: { first, _ in first })
    sole = entity.table.entityNameSlot == nil ? shapes.first : nil
  }

  /// The family of records that are all of one entity.
  init(_ shape: ExportShape) {
    table = shape.entity.table
    shapes = [:]
    sole = shape
  }

  /// Every shape, in the order of the model.
  var sortedShapes: [ExportShape] {
    sole.map { [$0] } ?? shapes.values.sorted { $0.entity.index < $1.entity.index }
  }

  /// The shape of the current row; nil for a row of an entity that does not belong here.
  func shape(of row: Row) -> ExportShape? {
    if let sole { return sole }
    return table.entityNameSlot.flatMap { row.text(at: $0) }.flatMap { shapes[$0] }
  }
}
