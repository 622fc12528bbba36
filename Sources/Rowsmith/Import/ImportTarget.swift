public import RowsmithSchema

/// What the value in the JSON is: `.entity("Band")` for the response to a request for bands.
public enum ImportTarget: Sendable, Hashable {
  /// Records of one entity: an object, an array, or newline-delimited objects; the shape is detected.
  case entity(String)
  /// Records of one entity in an object whose keys are primary keys.
  case keyed(String)
  /// A named document of the model, with records of several entities.
  case document(String)
  /// The value of one record's relationship: the items are imported under the relationship's policy.
  ///
  /// `key` has one stored value per column of the parent's key.
  case relationship(parent: String, key: [StoredValue], name: String)
}

extension ImportTarget {
  var isRelationship: Bool {
    if case .relationship = self { true } else { false }
  }
}
