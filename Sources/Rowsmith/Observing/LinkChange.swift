public import RowsmithSchema

/// The change of one link that is a row of a link table.
///
/// To-one links, and the items of a to-many relationship whose inverse is to-one, are columns of a record: see ``RowChange``.
public struct LinkChange: Sendable, Hashable {
  /// The kind of a change.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The link is new.
    case added
    /// The position of the link in its list has changed.
    case moved
    /// The link is gone.
    case removed
  }

  /// The relationship, `Issue.labels`.
  public let relationship: String
  /// The inverse relationship, `Label.issues`, if there is one.
  public let inverse: String?
  /// The kind of the change.
  public let kind: Kind
  /// The origin of the change.
  public let origin: ChangeOrigin
  /// The key of the record that has the relationship.
  public let source: [StoredValue]
  /// The key of the record that it leads to.
  public let target: [StoredValue]
}
