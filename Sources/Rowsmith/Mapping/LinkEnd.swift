import RowsmithSchema

/// A link table as seen from the rows at one of its ends.
struct LinkEnd {
  /// The columns with the key of a row at this end, and those with the key at the other.
  let own: [String]
  let other: [String]
  /// The column with the position of the row at the other end; `nil` if these rows are not ordered.
  let position: String?
}

extension LinkTableMapping {
  /// - Parameter isSource: whether this end is the source of the links.
  func end(isSource: Bool) -> LinkEnd {
    isSource
      ? LinkEnd(own: sourceNames, other: targetNames, position: layout.isOrdered ? "position" : nil)
      : LinkEnd(
        own: targetNames, other: sourceNames, position: layout.isInverseOrdered ? "source_position" : nil)
  }
}
