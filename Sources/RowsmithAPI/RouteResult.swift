/// What the answer of a route holds.
public enum RouteResult: Sendable, Hashable {
  /// One record: `Enterprise`.
  case record(String)
  /// Records: `[Enterprise]`.
  case records(String)
  /// The value of a relationship of the record that the path names: `Product.reviews`.
  case relationship(entity: String, name: String)
  /// A document of the model, with records of several entities.
  case document(String)

  /// The entity of the root records, or of the parent for a relationship; `nil` for a document.
  public var entity: String? {
    switch self {
    case .record(let entity), .records(let entity), .relationship(let entity, _): entity
    case .document: nil
    }
  }
}

/// How root records of an answer are merged with existing rows.
public enum RoutePolicy: String, Sendable, Hashable, CaseIterable {
  /// Rows that the answer does not name are kept.
  case merge = "Merge"
  /// Rows within the request's scope that the answer does not name are deleted.
  case mergeAndPrune = "MergeAndPrune"
  /// Like `mergeAndPrune`; the rows that it names are overwritten whole.
  case replace = "Replace"
}
