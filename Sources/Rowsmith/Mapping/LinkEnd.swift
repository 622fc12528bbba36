import RowsmithSchema

/// A link table as the rows at one of its ends see it.
struct LinkEnd {
  /// The columns that hold the key of a row at this end, and of one at the other.
  let own: [String]
  let other: [String]
  /// The column that orders the rows at the other end; nil where they are in no order.
  let position: String?
}

extension LinkTableMapping {
  /// - Parameter isSource: whether the rows are those that the links lead from.
  func end(isSource: Bool) -> LinkEnd {
    isSource
      ? LinkEnd(own: sourceNames, other: targetNames, position: layout.isOrdered ? "position" : nil)
      : LinkEnd(
        own: targetNames, other: sourceNames, position: layout.isInverseOrdered ? "source_position" : nil)
  }
}
