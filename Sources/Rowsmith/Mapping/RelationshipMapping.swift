import RowsmithSchema

/// What the engine knows of one relationship, shared by the entity that declares it and those that inherit it.
final class RelationshipMapping {
  /// Where the links are.
  enum Storage {
    /// In slots of the record's own table.
    case columns
    /// In slots of the target's table, those of the inverse.
    case inverse(RelationshipMapping, position: Int?)
    /// In a link table, of which the record is the source or the target.
    case link(LinkTableMapping, isSource: Bool)
  }

  /// Unique among all relationships of the schema.
  let index: Int
  /// Its place among the relationships of every entity that has it.
  let ordinal: Int
  let schema: Schema.Relationship
  let entityName: String
  unowned(unsafe) let table: TableMapping
  unowned(unsafe) let target: EntityMapping
  /// The same, for what is asked for every record: without counting references.
  let targetReference: Unmanaged<EntityMapping>
  var storage = Storage.columns
  /// The slots of a to-one relationship.
  let slots: FixedList<Int>
  var inverse: RelationshipMapping? {
    didSet { inverseReference = inverse.map(Unmanaged.passUnretained) }
  }
  private(set) var inverseReference: Unmanaged<RelationshipMapping>?
  /// For a to-one relationship: the slot of its place in an ordered inverse.
  var positionSlot: Int?
  /// Reads a key in JSON; nil where the target's key has several parts or is not in the JSON at all.
  var keyConverter: ValueConverter?
  /// The slot of the target's first attribute that does not identify it; -1 where there is none. An object that gives it
  /// gives more than a key, which is quickly seen.
  var probe = -1
  /// What tells the items of a mixed list apart.
  var choice: MixedCollection? {
    didSet { isMixed = choice != nil || alternatives != nil }
  }
  /// Where it is one of those that lead to one of several entities: what tells these apart, in an object and beside a key.
  var alternatives: (objects: MixedCollection, keys: MixedCollection)? {
    didSet { isMixed = choice != nil || alternatives != nil }
  }
  /// Whether an object tells, or may tell, its entity by where it stands.
  private(set) var isMixed = false
  /// Where it is one of those: the others, of which none leads anywhere while this one does.
  var others: [RelationshipMapping] = [] {
    didSet { hasOthers = !others.isEmpty }
  }
  private(set) var hasOthers = false
  /// Whether an embedded object that says the same again does the same to the database, wherever it is embedded.
  var itemsMayRepeat = false

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

  /// Whether its items belong to the record: they go with it.
  private(set) var ownsItems = false
  /// Whether they do because they have no key: they can be had in no other way.
  private(set) var ownsKeyless = false
  /// The relationships, by their bits, whose links in the same object may touch the links of this one: then all of its
  /// links are made before what is inside its items is looked at.
  var conflicts: UInt64 = 0
  /// Whether an item may be the record itself, as another entity that does not have the relationship.
  var itemsMayEndLinks = false
  /// Its place in such a set; some relationships of a large model share one.
  var bit: UInt64 { 1 << UInt64(index & 63) }

  /// The bit of the other end; 0 where there is none.
  private(set) var inverseBit: UInt64 = 0
  /// Whether both ends are to-one.
  private(set) var isOneToOne = false

  /// Called when every relationship knows its other end.
  func mapOwnership() {
    inverseBit = inverse?.bit ?? 0
    isOneToOne = isToOne && inverse?.isToOne == true
    // Of two entities without a key that know each other, the one with the list has the others.
    let isBack = isToOne && table.hasRowIdentifier && inverse.map { !$0.isToOne } == true
    ownsKeyless = target.table.hasRowIdentifier && !isBack
    ownsItems = schema.deleteRule == .cascade || ownsKeyless
  }

  /// Lets go of the other end.
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
  /// The same, of what it may be a part of: `Comment.subject`.
  var modelName: String { "\(entityName).\(schema.modelName)" }
  let isToOne: Bool
  /// Whether what leaves it is to be deleted.
  var deletesWhatLeaves: Bool {
    schema.mergePolicy == .replace || (schema.mergePolicy == .mergeAndPrune && schema.prune == .delete)
  }
  /// Whether what leaves it is to be deleted.
  ///
  /// - Parameter policy: in place of its own, as the caller of an import gives it.
  func deletes(under policy: Schema.MergePolicy?) -> Bool {
    switch policy {
    case nil: deletesWhatLeaves
    case .replace?, .mergeAndPrune?: true
    case .merge?: false
    }
  }
  /// Whether a row that leaves it may have to go.
  var mayDelete: Bool { deletesWhatLeaves || ownsKeyless }
  /// The to-one relationship of the items whose column holds the links, where one does.
  var inverseColumn: RelationshipMapping? {
    if case .inverse(let inverse, _) = storage { inverse } else { nil }
  }
  /// Where the JSON may give it, the best place first, and whether there are only keys.
  var places: [(path: Schema.ImportPath, isForeignKey: Bool)] {
    schema.importPaths.map { ($0, false) } + schema.foreignKeyPaths.map { ($0, true) }
  }
  /// The columns of a to-one relationship.
  var columnNames: [String] { slots.map { table.layout.columns[$0].name } }
  /// Whether the columns cannot be cleared. Those of a part of what leads to one of several entities can, where another
  /// part is given in its place.
  var isRequired: Bool { schema.mustLead || slots.contains { table.keySlots.contains($0) } }
}
