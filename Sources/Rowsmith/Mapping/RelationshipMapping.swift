import RowsmithSchema

/// How one relationship is mapped; shared by the entity that declares it and those that inherit it.
final class RelationshipMapping {
  /// Where the links are stored.
  enum Storage {
    /// In slots of the record's own table.
    case columns
    /// In slots of the target's table: those of the inverse.
    case inverse(RelationshipMapping, position: Int?)
    /// In a link table; the record is the source or the target.
    case link(LinkTableMapping, isSource: Bool)
  }

  /// Unique among all relationships of the schema.
  let index: Int
  /// Its index among the relationships of every entity that has it.
  let ordinal: Int
  let schema: Schema.Relationship
  let isToOne: Bool
  let entityName: String
  unowned(unsafe) let table: TableMapping
  unowned(unsafe) let target: EntityMapping
  /// The same without retain/release, read for every record.
  let targetReference: Unmanaged<EntityMapping>
  var storage = Storage.columns
  /// The slots of a to-one relationship.
  let slots: FixedList<Int>
  var inverse: RelationshipMapping? {
    didSet { inverseReference = inverse.map(Unmanaged.passUnretained) }
  }
  private(set) var inverseReference: Unmanaged<RelationshipMapping>?
  /// For a to-one relationship: the slot of the position in its ordered inverse.
  var positionSlot: Int?
  /// Reads a key in JSON; `nil` if the target's key has several parts or is not in the JSON.
  var keyConverter: ValueConverter?
  /// Reads a key in JSON if the target's key is that of another record; `nil` if it is not, or if the link itself gives it.
  private(set) var otherKeyConverter: ValueConverter?
  /// The slot of the target's first attribute outside the key; -1 if there is none. A quick check: an object that gives it
  /// is more than a key.
  var probe = -1
  /// Determines the entities of the items in a mixed list.
  var choice: MixedCollection? {
    didSet { isMixed = choice != nil || alternatives != nil }
  }
  /// For a part of a link to one of several entities: determines the entity, from an object and from a member next to a
  /// key.
  var alternatives: (objects: MixedCollection, keys: MixedCollection)? {
    didSet { isMixed = choice != nil || alternatives != nil }
  }
  /// Whether the entity of an object is determined, or may be, by the collection it is in.
  private(set) var isMixed = false
  /// For a part of a link to one of several entities: the other parts, which are empty while this one is set.
  var others: [RelationshipMapping] = [] {
    didSet { hasOthers = !others.isEmpty }
  }
  private(set) var hasOthers = false
  /// Whether a repeated embedded object always has the same effect on the database, wherever it is embedded.
  var itemsMayRepeat = false
  /// Whether its items belong to the record and are deleted with it.
  private(set) var ownsItems = false
  /// Whether they do because they have no key and are reached in no other way.
  private(set) var ownsKeyless = false
  /// The bits of the relationships whose links in the same object may affect the links of this one. If there are any, all
  /// of the object's links are made before its items are written.
  var conflicts: UInt64 = 0
  /// Whether an item may be the record itself, as another entity that does not have the relationship.
  var itemsMayEndLinks = false
  /// The bit of the inverse; 0 if there is none.
  private(set) var inverseBit: UInt64 = 0
  /// Whether both ends are to-one.
  private(set) var isOneToOne = false

  init(
    index: Int, ordinal: Int, schema: Schema.Relationship, entityName: String, table: TableMapping,
    target: EntityMapping, slots: [Int]
  ) {
    self.index = index
    self.ordinal = ordinal
    self.schema = schema
    self.entityName = entityName
    self.table = table
    self.target = target
    targetReference = .passUnretained(target)
    self.slots = FixedList(slots)
    isToOne = schema.cardinality == .toOne
  }

  deinit { slots.deallocate() }

  /// Called when every relationship knows its inverse.
  func mapOwnership() {
    inverseBit = inverse?.bit ?? 0
    isOneToOne = isToOne && inverse?.isToOne == true
    // Of two entities without a key that refer to each other, the one with the list owns the other.
    let isBack = isToOne && table.hasRowIdentifier && inverse.map { !$0.isToOne } == true
    ownsKeyless = target.table.hasRowIdentifier && !isBack
    ownsItems = schema.deleteRule == .cascade || ownsKeyless
  }

  /// Called when every entity knows its relationships.
  func mapOtherKey() {
    guard let key = target.soleKeyRelationship, key.relationship !== inverse else { return }
    otherKeyConverter = key.attribute.referenceConverter
  }

  /// Whether one value names a record because its key is that of another record. Not where a word for the entity is needed.
  var takesOtherKey: Bool { otherKeyConverter != nil && schema.choice == nil && schema.oneOf == nil }

  /// Releases the references that form cycles.
  func disconnect() {
    inverse = nil
    storage = .columns
    choice = nil
    alternatives = nil
    others = []
  }

  var name: String { schema.name }
  /// `Album.band`.
  var qualifiedName: String { "\(entityName).\(schema.name)" }
  /// The same with the model's name of a link to one of several entities: `Comment.subject`.
  var modelName: String { "\(entityName).\(schema.modelName)" }
  /// Its bit in a set of relationships; some relationships of a large model share one.
  var bit: UInt64 { 1 << UInt64(index & 63) }
  /// Whether unlinked items are deleted.
  var deletesWhatLeaves: Bool {
    schema.mergePolicy == .replace || (schema.mergePolicy == .mergeAndPrune && schema.prune == .delete)
  }
  /// Whether unlinked items are deleted.
  ///
  /// - Parameter policy: overrides its own; the policy that the caller of an import gives.
  func deletes(under policy: Schema.MergePolicy?) -> Bool {
    switch policy {
    case nil: deletesWhatLeaves
    case .replace?, .mergeAndPrune?: true
    case .merge?: false
    }
  }
  /// Whether an unlinked row may be deleted.
  var mayDelete: Bool { deletesWhatLeaves || ownsKeyless }
  /// The to-one relationship of the items whose column holds the links, if there is one.
  var inverseColumn: RelationshipMapping? {
    if case .inverse(let inverse, _) = storage { inverse } else { nil }
  }
  /// The paths in the JSON, the best one first, and whether they hold only keys.
  var places: [(path: Schema.ImportPath, isForeignKey: Bool)] {
    schema.importPaths.map { ($0, false) } + schema.foreignKeyPaths.map { ($0, true) }
  }
  /// The columns of a to-one relationship.
  var columnNames: [String] { slots.map { table.layout.columns[$0].name } }
  /// Whether the columns cannot be cleared. A part of a link to one of several entities can be cleared, if another part is
  /// set instead.
  var isRequired: Bool { schema.mustLead || slots.contains { table.keySlots.contains($0) } }
}
