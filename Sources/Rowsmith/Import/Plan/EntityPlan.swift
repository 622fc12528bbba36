import RowsmithSchema

/// What the engine knows of one entity.
final class EntityPlan {
  let index: Int
  let schema: Schema.Entity
  unowned(unsafe) let table: TablePlan
  /// The entities of its family that it stands for: itself and what extends it.
  var family: [String: EntityPlan] = [:]
  /// Where the JSON names the entity; empty where there is no choice.
  var discriminator: [[String]] = []
  /// Set at one go, as the lists below: where a list is nowhere changed in place, reading it is not checked.
  var attributes: [AttributePlan] = []
  var relationships: [RelationshipPlan] = []
  /// Whether one of them has a to-one relationship at both ends.
  var hasOneToOne = false
  /// Which of the table's slots are the entity's.
  let ownsSlot: FixedList<Bool>
  /// The attributes' default values, by slot; missing where there is none.
  let defaults: FixedList<Cell>
  /// Which slots must have a value.
  let isRequiredSlot: FixedList<Bool>
  /// The slots without which no row can be inserted.
  var requiredSlotList = FixedList<Int>([])
  /// Which slots are attributes that do not identify the record.
  let isAttributeSlot: FixedList<Bool>
  /// The keys of its JSON objects.
  var keys = KeyNode(path: [])
  /// Attributes that take the key in a map, the position in an array, and the item itself, with priorities.
  var mapKeyAttributes: [(attribute: Int, priority: UInt8)] = []
  var indexAttributes: [(attribute: Int, priority: UInt8)] = []
  var valueAttribute: Int?
  /// The hooks of the entity and of those it extends, the root's first.
  var hooks: [EntityHooks] = []
  /// The text of its name, for the column that tells entities apart.
  let nameCell: Cell

  init(index: Int, schema: Schema.Entity, table: TablePlan, arena: Arena) {
    self.index = index
    self.schema = schema
    self.table = table
    ownsSlot = FixedList(repeating: false, count: table.columnCount)
    defaults = FixedList(repeating: .missing, count: table.columnCount)
    isRequiredSlot = FixedList(repeating: false, count: table.columnCount)
    isAttributeSlot = FixedList(repeating: false, count: table.columnCount)
    nameCell = arena.cell(.text(schema.name))
  }

  deinit {
    for slots in [ownsSlot, isRequiredSlot, isAttributeSlot] { slots.deallocate() }
    defaults.deallocate()
    requiredSlotList.deallocate()
  }

  var name: String { schema.name }
  /// Whether an object may be of another entity than the one asked for.
  var isPolymorphic: Bool { !discriminator.isEmpty }
  /// A record's cells: the table's columns, then one for each relationship.
  var cellCount: Int { table.columnCount + relationships.count }
  /// The attribute that alone is the key.
  var soleKeyAttribute: AttributePlan? {
    table.keySlots.count == 1 ? attributes.first { $0.slot == table.keySlots[0] } : nil
  }
}
