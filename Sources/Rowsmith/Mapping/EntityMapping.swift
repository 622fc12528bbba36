import RowsmithSchema

/// How one entity is mapped.
final class EntityMapping {
  let index: Int
  let schema: Schema.Entity
  unowned(unsafe) let table: TableMapping
  /// Copies of the table's properties: reading them through the table would retain it for every record.
  let columnCount: Int
  let keySlots: FixedList<Int>
  let hasRowIdentifier: Bool
  let entityNameSlot: Int?
  /// Itself and the entities that extend it, by name.
  var family: [String: EntityMapping] = [:]
  /// Whether its table also has rows of entities outside its `family`; set when everything is mapped.
  var isPartOfTable = false
  /// Where the JSON names the entity; empty if there is only one.
  var discriminator: [[String]] = []
  /// Whether its objects can be parsed member by member without looking ahead; set when everything is mapped.
  var isPlain = false
  /// The entities by discriminator value; empty if the values are the entities' names.
  var discriminatorValues: [String: EntityMapping] = [:]
  /// Where mixed collections read the entity of an object.
  var choicePaths: [[String]] = []
  /// The signs that the server has deleted a record.
  var deletionSigns: [Schema.DeletionSign] = []
  /// The keys of its JSON objects that give its key and its stamp, for objects of which only these are read.
  let keyOnlyKeys = KeyMap(path: [])
  /// The attribute that orders the server's versions of a record.
  var stamp: AttributeMapping?
  /// Set as a whole, like the lists below: a list that is never changed in place is read without exclusivity checks.
  var attributes: [AttributeMapping] = []
  /// Its value types, including nested ones.
  var groups: [GroupMapping] = []
  /// The attribute that holds the members of an object which the model does not name.
  var rest: AttributeMapping?
  /// The attributes that hold the whole object.
  var recordAttributes: [AttributeMapping] = []
  /// Whether an attribute holds the object or its unnamed members.
  var keepsObject = false
  var relationships: [RelationshipMapping] = [] {
    didSet {
      relationshipList.deallocate()
      relationshipList = FixedList(relationships.map(Unmanaged.passUnretained))
    }
  }
  /// The same, read for every record without retain/release.
  private(set) var relationshipList = FixedList<Unmanaged<RelationshipMapping>>([])
  /// Its links to one of several entities.
  var choices: [ChoiceMapping] = [] {
    didSet {
      hasChoices = !choices.isEmpty
      requiresChoice = choices.contains(where: \.isRequired)
    }
  }
  private(set) var hasChoices = false
  /// Whether one of them is required.
  private(set) var requiresChoice = false
  /// The bits of the relationships that an object of the entity may hold, at any depth.
  var reachable: UInt64 = 0
  /// Whether what is embedded in a record may affect the record's links.
  var hasConflicts = false
  /// Whether one of its relationships is to-one at both ends.
  var hasOneToOne = false
  /// Which of the table's slots belong to the entity.
  let ownsSlot: FixedList<Bool>
  /// The attributes' default values, by slot; `missing` if there is none.
  let defaults: FixedList<Cell>
  /// Which slots must have a value.
  let isRequiredSlot: FixedList<Bool>
  /// The slots that a new row must be given.
  var requiredSlotList = FixedList<Int>([])
  /// The slots of `requiredSlotList` that are not part of the key.
  var requiredBesidesKey = FixedList<Int>([])
  /// The slots of attributes that are not part of the key.
  var attributeSlots = FixedList<Int>([])
  /// Which slots are attributes of the server's that are not part of the key.
  let isAttributeSlot: FixedList<Bool>
  /// The keys of its JSON objects.
  let keys = KeyMap(path: [])
  /// Attributes that hold the key in a map, the position in an array, and the item itself, with priorities.
  var mapKeyAttributes: [(attribute: Int, priority: UInt8)] = []
  var indexAttributes: [(attribute: Int, priority: UInt8)] = []
  var valueAttributes: [(attribute: Int, priority: UInt8)] = []
  /// Whether an attribute holds the item itself.
  var takesValues = false
  /// The hooks of the entity and of those it extends, the root's first.
  var hooks: [EntityHooks] = []
  /// Its name, for the column of the entity's name.
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

  /// Whether it has the relationship, its own or inherited.
  @inline(__always)
  func has(_ relationship: RelationshipMapping) -> Bool {
    let ordinal = relationship.ordinal
    return ordinal < relationshipList.count
      && relationshipList[ordinal].toOpaque() == Unmanaged.passUnretained(relationship).toOpaque()
  }

  /// The entity of its family for a discriminator value.
  func entity(discriminatedBy value: String) -> EntityMapping? {
    if discriminatorValues.isEmpty { return family[value] }
    return discriminatorValues[value].flatMap { family[$0.name] }
  }

  /// The discriminator values for entities of its family.
  var discriminatedNames: [String] {
    if discriminatorValues.isEmpty { return family.keys.sorted() }
    return discriminatorValues.filter { family[$0.value.name] != nil }.keys.sorted()
  }

  /// Whether an object may be of another entity than the one asked for.
  var isPolymorphic: Bool { !discriminator.isEmpty }

  /// A record's cells: the table's columns, then one for each relationship.
  var cellCount: Int { columnCount + relationshipList.count }

  /// The attribute that is the whole key.
  var soleKeyAttribute: AttributeMapping? {
    table.keySlots.count == 1 ? attributes.first { $0.slot == table.keySlots[0] } : nil
  }

  /// The to-one relationship that is the whole key, and the attribute whose value its column holds; `nil` if the key is no
  /// other record's.
  var soleKeyRelationship: (relationship: RelationshipMapping, attribute: AttributeMapping)? {
    guard table.keySlots.count == 1,
      let relationship = relationships.first(where: { $0.isToOne && $0.slots.contains(table.keySlots[0]) }),
      let attribute = relationship.target.soleKeyAttribute
        ?? relationship.target.soleKeyRelationship?.attribute
    else { return nil }
    return (relationship, attribute)
  }
}
