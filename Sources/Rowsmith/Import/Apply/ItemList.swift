import RowsmithSchema

/// The value of a to-many relationship while it is applied: what has been seen of it so far.
final class ItemList {
  let relationship: RelationshipMapping
  /// The key of the record that the list belongs to.
  let parent: [Cell]
  let policy: Schema.MergePolicy
  /// Which list of its relationship it is in this import.
  let number: Int
  /// Whether the parent was inserted just before.
  var isParentNew = false
  /// Whether the parent is a row without a key that is an item's anew: what the row that was there owned leaves.
  var isParentAnew = false
  /// Whether the policy deletes what leaves.
  var policyDeletes: Bool
  /// Gives the items their places, where they are ordered: in a column of their own table, or in a link table.
  var order: ItemOrder?
  var linkOrder = LinkOrder(isMerge: false)
  /// How its links are made and ended.
  let links: any LinkStrategy
  /// The rows of the items, where their links are a column. Adding one calls nothing that knows the list: so the accesses
  /// are not checked.
  @exclusivity(unchecked) var rows = RowList()
  /// The keys of items that are not here yet, where their links are a column.
  @exclusivity(unchecked) var absent = KeyList()
  /// The keys of the items, where the links are in a table.
  @exclusivity(unchecked) var keys = KeyList()
  /// The keys of those that are left out; where their links are a column, of those that are not here.
  @exclusivity(unchecked) var keptKeys = KeyList()
  /// Whether a list inside an item has said anew what is linked: the items that are yet to be written are not.
  var isOverruled = false
  /// Whether the key of every item could be read.
  var isKnownWhole = true
  var isForeignKey = false
  /// Of items whose entity has no key: the rows that were linked, and how many of them items have met.
  var met: [Int64]?
  var metCount = 0
  /// Where in the document the record stands that has the list; -1 where it is not in the document.
  var blame: Int64 = -1
  var count = 0
  var keyCount = 0
  /// Whether objects were left out that are of none of its entities: they are no keys.
  var hasUnlisted = false
  /// Whether its policy unlinks what is not among the items, so that the rows of those are to be known.
  let mayUnlink: Bool
  /// Whether rows are only unlinked because the JSON gives keys and nothing else.
  var unlinksWhatLeaves: Bool { !ownsWhatLeaves && policyDeletes && isKeysOnly }
  /// Whether what leaves was the parent's own.
  private var ownsWhatLeaves: Bool { relationship.ownsKeyless || (isParentAnew && relationship.ownsItems) }
  /// Holds keys that must outlive the memory of one root record, where the items are root records.
  var arena: Arena?

  /// `policy` overrides the relationship's own.
  init(
    relationship: RelationshipMapping, links: any LinkStrategy, parent: [Cell], policy: Schema.MergePolicy?,
    number: Int
  ) {
    self.links = links
    self.relationship = relationship
    self.parent = parent
    self.policy = policy ?? relationship.schema.mergePolicy
    mayUnlink = self.policy != .merge
    self.number = number
    policyDeletes = relationship.deletes(under: policy)
  }

  /// The to-one relationship of the items whose column holds the links.
  var inverse: RelationshipMapping? { relationship.inverseColumn }

  /// Whether the JSON gives keys and nothing else, so that nothing is deleted.
  private var isKeysOnly: Bool { isForeignKey || (count > 0 && count == keyCount && !hasUnlisted) }

  /// Whether rows that leave are to be deleted, unless something keeps them. Those without a key always are: they can be
  /// had in no other way.
  var deletesWhatLeaves: Bool {
    ownsWhatLeaves || (policyDeletes && !isKeysOnly)
  }

  /// Whether it is a list of the record with the key.
  func isOf(_ parent: [Cell]) -> Bool { zip(self.parent, parent).allSatisfy { $0.equals($1) } }

  /// The key in memory that lasts as long as the list.
  func keep(_ key: [Cell]) -> [Cell] {
    guard let arena else { return key }
    return key.map { arena.cell($0.stored) }
  }
}
