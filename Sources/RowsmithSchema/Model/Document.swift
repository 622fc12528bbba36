extension Schema {
  /// A JSON document that contains several entities.
  public struct Document: Sendable, Hashable, Codable {
    /// The name of the document: `catalog`.
    public var name: String
    /// Its collections, in the order of the model. Their order in the JSON does not matter.
    public var members: [Member]
    /// The documentation of the model, if any.
    public var doc: String?

    /// Creates a document.
    public init(name: String, members: [Member], doc: String? = nil) {
      self.name = name
      self.members = members
      self.doc = doc
    }

    /// One collection of a document: records of one entity at one key path.
    public struct Member: Sendable, Hashable, Codable {
      /// The key path of the value.
      public var path: [String]
      /// The entity of the records.
      public var entity: String
      /// The shape of the value.
      public var shape: Shape
      /// For a mixed collection, what tells its objects apart; `entity` is then the first of them.
      public var oneOf: OneOf?

      /// Creates a member.
      public init(path: [String], entity: String, shape: Shape, oneOf: OneOf? = nil) {
        self.path = path
        self.entity = entity
        self.shape = shape
        self.oneOf = oneOf
      }
    }

    /// The shape of a collection in JSON.
    public enum Shape: String, Sendable, Hashable, Codable {
      /// One object.
      case object
      /// An array of objects.
      case array
      /// An object whose keys are primary keys.
      case keyed
    }
  }
}
