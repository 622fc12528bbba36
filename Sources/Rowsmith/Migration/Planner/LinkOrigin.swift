/// Where the links of a relationship of the new schema come from.
enum LinkOrigin {
  /// Nowhere: the relationship is new.
  case none
  /// From columns of the same row.
  case sameRow
  /// From a link table, row by row.
  case linkTable(OldLinks)
  /// From the ``LinkCollection`` with this index; reversed if the relationship's source is the collection's target.
  case collected(Int, isReversed: Bool)
}
