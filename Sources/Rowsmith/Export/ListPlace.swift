import RowsmithSchema

/// The place in a list that is part of its records' key and stands nowhere else (`$index`): an import numbers them anew.
///
/// A list whose records are not numbered from 0 without gaps is left out, as an import would give them the keys of others.
final class ListPlace {
  let column: Int
  private let relationship: RelationshipMapping
  private let attribute: AttributeMapping
  private var isLost = false

  /// `nil` if no part of the key is the place, or if a list with gaps can be written, too: for a server, which numbers what it
  /// gets. Its answer numbers the records here anew, if the list is the only one that numbers them and what it no longer has
  /// is deleted.
  init?(_ relationship: RelationshipMapping, isForServer: Bool) {
    let target = relationship.target
    if isForServer, relationship.deletesWhatLeaves, let parent = relationship.inverse?.name,
      target.keyParts.contains(parent)
    {
      return nil
    }
    let places = target.indexAttributes.map { target.attributes[$0.attribute] }
    guard !relationship.isToOne, !relationship.schema.isKeyed,
      let attribute = places.first(where: {
        $0.schema.exportPath == nil && target.keyParts.contains($0.schema.name)
      })
    else { return nil }
    self.relationship = relationship
    self.attribute = attribute
    column = attribute.slot
  }

  /// Leaves out a list.
  ///
  /// - Parameter isColumn: whether it is a column of a table, which cannot be left out: an empty field empties the list.
  /// - Throws: ``ExportError`` in a column.
  func leaveOut(isColumn: Bool) throws {
    isLost = true
    guard isColumn else { return }
    throw ExportError(
      .ambiguousKey,
      "\(relationship.qualifiedName) has records that \(attribute.qualifiedName), part of their key, does not count from 0: "
        + "an import would number them anew, and in a table no list can be left out; export JSON")
  }

  var notes: [String] {
    guard isLost else { return [] }
    return [
      "\(relationship.qualifiedName) is left out where \(attribute.qualifiedName), part of the key, does not count its "
        + "records from 0: an import would number them anew"
    ]
  }
}
