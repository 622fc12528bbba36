import RowsmithSchema

/// The value of a to-many relationship while it is applied, with the items so far.
final class ItemList {
  let relationship: RelationshipMapping
  /// The key of the record that the list belongs to.
  let parent: [Cell]
  let policy: Schema.MergePolicy
  /// Its number among the relationship's lists in this import.
  let number: Int
  /// Whether the parent was inserted just before.
  var isParentNew = false
  /// Whether the parent is a row without a key that an item replaces: what the row owned becomes orphaned.
  var isParentAnew = false
  /// Whether the policy deletes items that are unlinked.
  var policyDeletes: Bool
  /// Assigns positions if the items are ordered: `order` in a column of their own table, `linkOrder` in a link table.
  var order: ItemOrder?
  var linkOrder = LinkOrder(isMerge: false)
  /// How its links are made and removed.
  let links: any LinkStrategy
  /// The rowids of the items, if links are a column. Adding one calls no code that accesses the list, so exclusivity checks
  /// are off.
  @exclusivity(unchecked) var rows = RowList()
  /// The keys of items without a row yet, if links are a column.
  @exclusivity(unchecked) var absent = KeyList()
  /// The keys of the items, if links are in a link table.
  @exclusivity(unchecked) var keys = KeyList()
  /// The keys of items that are left out; if links are a column, only of those without a row.
  @exclusivity(unchecked) var keptKeys = KeyList()
  /// Whether a list inside an item has changed what is linked: items that are not written yet are no longer linked.
  var isOverruled = false
  /// Whether the key of every item could be read.
  var isKnownWhole = true
  var isForeignKey = false
  /// If the items have no key: the identifiers of the rows linked before, and how many of them were matched with items.
  var met: [Int64]?
  var metCount = 0
  /// The offset in the document of the record that has the list; -1 if it is not in the document.
  var blame: Int64 = -1
  var count = 0
  var keyCount = 0
  /// How many items were read, if they are root records.
  var readCount = 0
  /// Whether objects of unlisted entities were left out; they do not count as keys.
  var hasUnlisted = false
  /// Whether the policy unlinks rows that are not among the items, so that the rows of the items must be known.
  let mayUnlink: Bool
  /// Whether rows are unlinked, not deleted, because the JSON gives only keys.
  var unlinksWhatLeaves: Bool { !ownsWhatLeaves && policyDeletes && isKeysOnly }
  /// Whether unlinked rows belonged to the parent alone.
  private var ownsWhatLeaves: Bool { relationship.ownsKeyless || (isParentAnew && relationship.ownsItems) }
  /// Holds keys longer than one root record, if the items are root records.
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

  /// Whether the JSON gives only keys, so that nothing is deleted.
  private var isKeysOnly: Bool { isForeignKey || (count > 0 && count == keyCount && !hasUnlisted) }

  /// Whether unlinked rows are deleted unless something keeps them. Rows without a key always are: they are reached in no
  /// other way.
  var deletesWhatLeaves: Bool {
    ownsWhatLeaves || (policyDeletes && !isKeysOnly)
  }

  /// The last position among the parent's items, if the list was added to others, and the item that has it is known or
  /// nothing has changed since.
  func end(asOf epoch: ListEpoch) -> ListEnd? {
    order == nil ? linkOrder.end(asOf: epoch) : order?.end(asOf: epoch)
  }

  /// Whether it is a list of the record with the key.
  func isOf(_ parent: [Cell]) -> Bool { zip(self.parent, parent).allSatisfy { $0.equals($1) } }

  /// The key in memory that lasts as long as the list.
  func keep(_ key: [Cell]) -> [Cell] {
    guard let arena else { return key }
    return key.map { arena.cell($0.stored) }
  }
}
