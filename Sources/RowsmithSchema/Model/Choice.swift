extension Schema {
  /// A to-one relationship that leads to a record of one of several entities, and which of the relationships it is made
  /// of one of them is.
  ///
  /// It has a column for each of the entities, of which one at most holds a key, so that all that holds of links holds of
  /// them, too: `subject` is `subjectIssue` and `subjectPull`.
  public struct Choice: Sendable, Hashable, Codable {
    /// The name of the whole: `subject`.
    public var name: String
    /// What tells embedded objects apart, and what the values stand for.
    public var oneOf: OneOf
    /// Where the JSON says what a key is a key of: `subject_type`. The first path that is present and not null counts.
    public var typePaths: [ImportPath]
    /// Whether it must lead to a record. Each of the relationships it is made of is optional all the same.
    @OmittedWhenEmpty public var isRequired: Bool

    /// Creates a choice.
    public init(name: String, oneOf: OneOf, typePaths: [ImportPath] = [], isRequired: Bool = false) {
      self.name = name
      self.oneOf = oneOf
      self.typePaths = typePaths
      self.isRequired = isRequired
    }
  }
}
