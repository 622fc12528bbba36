/// What the answer of a route holds.
public enum RouteResult: Sendable, Hashable {
  /// One record: `Enterprise`.
  case record(String)
  /// Records: `[Enterprise]`.
  case records(String)
  /// The value of a relationship of the record that the path names: `Product.reviews`.
  case relationship(entity: String, name: String)
  /// A document of the model, which carries several entities.
  case document(String)

  /// The entity of the records at the root, or of the parent; nil for a document.
  public var entity: String? {
    switch self {
    case .record(let entity), .records(let entity), .relationship(let entity, _): entity
    case .document: nil
    }
  }
}

/// How root records of an answer meet the rows that are there.
public enum RoutePolicy: String, Sendable, Hashable, CaseIterable {
  /// Rows that the answer does not name stay.
  case merge = "Merge"
  /// Of the rows that were asked for, those that the answer does not name are deleted.
  case mergeAndPrune = "MergeAndPrune"
  /// As `mergeAndPrune`, and the others are overwritten whole.
  case replace = "Replace"
}
