/// How a record comes to be applied.
struct Arrival {
  /// Whether its row is overwritten whole, as `Replace` says.
  var isReplaceItem = false
  /// Whether it has no key and meets the row that stood in its place: all of that is its own from now on.
  var isAnew = false
  /// The to-one relationship that its parent has filled in.
  ///
  /// This and the order are not counted: the mapping has the one, the list that is being applied the other.
  unowned(unsafe) var filled: RelationshipMapping?
  /// Whether the link to its parent has been made before, and may have been changed since.
  var isLinked = false
  /// The ordered to-many relationship that it is an item of.
  unowned(unsafe) var order: ItemOrder?
  /// Whether it is the parent of a parent-scoped import, which the document does not name.
  var isScope = false
}
