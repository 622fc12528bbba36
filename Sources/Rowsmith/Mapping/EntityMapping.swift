import RowsmithSchema

/// What the engine knows of one entity.
final class EntityMapping {
  let index: Int
  let schema: Schema.Entity
  unowned(unsafe) let table: TableMapping
  /// The table's, once more: asked of the table, each would count a reference to it for every record.
  let columnCount: Int
  let keySlots: FixedList<Int>
  let hasRowIdentifier: Bool
  let entityNameSlot: Int?
  /// The entities of its family that it stands for: itself and what extends it.
  var family: [String: EntityMapping] = [:]
  /// Where the JSON names the entity; empty where there is no choice.
  var discriminator: [[String]] = []
  /// Whether its objects are read member by member, and nothing else is to be known of them: set when all is mapped.
  var isPlain = false
  /// What the values of the discriminator stand for; empty where they are the entities' names.
  var discriminatorValues: [String: EntityMapping] = [:]
  /// Where mixed collections read which entity an object is.
  var choicePaths: [[String]] = []
  /// What says that the server has deleted a record.
  var deletionSigns: [Schema.DeletionSign] = []
  /// The keys of its JSON objects that give its key and its stamp, for those of which nothing else counts.
  let keyOnlyKeys = KeyMap(path: [])
  /// The attribute that orders the server's versions of a record.
  var stamp: AttributeMapping?
  /// Set at one go, as the lists below: where a list is nowhere changed in place, reading it is not checked.
  var attributes: [AttributeMapping] = []
  /// Its values of several parts, those inside others included.
  var groups: [GroupMapping] = []
  /// The attribute that has the members of an object which the model does not name.
  var rest: AttributeMapping?
  /// The attributes that have the whole object.
  var recordAttributes: [AttributeMapping] = []
  /// Whether something of an object is kept as it is.
  var keepsObject = false
  var relationships: [RelationshipMapping] = [] {
    didSet {
      relationshipList.deallocate()
      relationshipList = FixedList(relationships.map(Unmanaged.passUnretained))
    }
  }
  /// The same, to be looked at for every record without counting references.
  private(set) var relationshipList = FixedList<Unmanaged<RelationshipMapping>>([])
  /// Its links to one of several entities.
  var choices: [ChoiceMapping] = [] {
    didSet {
      hasChoices = !choices.isEmpty
      requiresChoice = choices.contains(where: \.isRequired)
    }
  }
  private(set) var hasChoices = false
  /// Whether one of them must lead to a record.
  private(set) var requiresChoice = false
  /// The bits of the relationships that an object of the entity may hold, at any depth.
  var reachable: UInt64 = 0
  /// Whether links of a record may be touched by what is embedded in it.
  var hasConflicts = false
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
  /// The slots of `requiredSlotList` that do not identify the record.
  var requiredBesidesKey = FixedList<Int>([])
  /// The slots of attributes that do not identify the record.
  var attributeSlots = FixedList<Int>([])
  /// Which slots are attributes that do not identify the record and are the server's.
  let isAttributeSlot: FixedList<Bool>
  /// The keys of its JSON objects.
  let keys = KeyMap(path: [])
  /// Attributes that take the key in a map, the position in an array, and the item itself, with priorities.
  var mapKeyAttributes: [(attribute: Int, priority: UInt8)] = []
  var indexAttributes: [(attribute: Int, priority: UInt8)] = []
  var valueAttribute: Int?
  /// The hooks of the entity and of those it extends, the root's first.
  var hooks: [EntityHooks] = []
  /// The text of its name, for the column that tells entities apart.
  let nameCell: Cell

  init(index: Int, schema: Schema.Entity, table: TableMapping, arena: Arena) {
    self.index = index
    self.schema = schema
    self.table = table
    (columnCount, keySlots) = (table.columnCount, table.keySlots)
    (hasRowIdentifier, entityNameSlot) = (table.hasRowIdentifier, table.entityNameSlot)
    ownsSlot = FixedList(repeating: false, count: table.columnCount)
    defaults = FixedList(repeating: .missing, count: table.columnCount)
    isRequiredSlot = FixedList(repeating: false, count: table.columnCount)
    isAttributeSlot = FixedList(repeating: false, count: table.columnCount)
    nameCell = arena.cell(.text(schema.name))
  }

  deinit {
    for slots in [ownsSlot, isRequiredSlot, isAttributeSlot] { slots.deallocate() }
    defaults.deallocate()
    relationshipList.deallocate()
    for slots in [requiredSlotList, requiredBesidesKey, attributeSlots] { slots.deallocate() }
  }

  var name: String { schema.name }
  /// Whether it has the relationship, of itself or of what it extends.
  @inline(__always)
  func has(_ relationship: RelationshipMapping) -> Bool {
    let ordinal = relationship.ordinal
    return ordinal < relationshipList.count
      && relationshipList[ordinal].toOpaque() == Unmanaged.passUnretained(relationship).toOpaque()
  }
  /// The entity of its family that a value of the discriminator stands for.
  func entity(discriminatedBy value: String) -> EntityMapping? {
    if discriminatorValues.isEmpty { return family[value] }
    return discriminatorValues[value].flatMap { family[$0.name] }
  }
  /// The values of the discriminator that stand for an entity of its family.
  var discriminatedNames: [String] {
    if discriminatorValues.isEmpty { return family.keys.sorted() }
    return discriminatorValues.filter { family[$0.value.name] != nil }.keys.sorted()
  }
  /// Whether an object may be of another entity than the one asked for.
  var isPolymorphic: Bool { !discriminator.isEmpty }
  /// Whether its table has rows of other entities, which it does not stand for: set when all is mapped.
  var isPartOfTable = false
  /// A record's cells: the table's columns, then one for each relationship.
  var cellCount: Int { columnCount + relationshipList.count }
  /// The attribute that alone is the key.
  var soleKeyAttribute: AttributeMapping? {
    table.keySlots.count == 1 ? attributes.first { $0.slot == table.keySlots[0] } : nil
  }
}
