public import RowsmithSchema

/// What became of one link that is a row of a link table.
///
/// To-one links, and the items of a to-many relationship whose inverse is to-one, are columns of a record: see
/// ``RowChange``.
public struct LinkChange: Sendable, Hashable {
  /// What became of a link.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// It was not there before.
    case added
    /// It has another place among the others.
    case moved
    /// It is no longer there.
    case removed
  }

  /// The relationship, `Issue.labels`.
  public let relationship: String
  /// The relationship at the other end, `Label.issues`, where there is one.
  public let inverse: String?
  /// What became of the link.
  public let kind: Kind
  /// Where the change came from.
  public let origin: ChangeOrigin
  /// The key of the record that has the relationship.
  public let source: [StoredValue]
  /// The key of the record it leads to.
  public let target: [StoredValue]
}
