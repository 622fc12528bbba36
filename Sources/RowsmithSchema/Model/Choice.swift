extension Schema {
  /// The to-one relationship to one of several entities that a relationship is a part of.
  ///
  /// It has a relationship, and so a column, for each of the entities: `subject` is `subjectIssue` and `subjectPull`. At most
  /// one of the columns holds a key. The parts are stored like other to-one relationships.
  public struct Choice: Sendable, Hashable, Codable {
    /// The name of the whole: `subject`.
    public var name: String
    /// The discriminator of embedded objects, and the entities of its values.
    public var oneOf: OneOf
    /// Where the JSON names the entity of a key: `subject_type`. The first path that is present and not null counts.
    public var typePaths: [ImportPath]
    /// Whether it must lead to a record. Each of its parts is optional nevertheless.
    @OmittedWhenEmpty public var isRequired: Bool

    /// Creates a choice.
    public init(name: String, oneOf: OneOf, typePaths: [ImportPath] = [], isRequired: Bool = false) {
      self.name = name
      self.oneOf = oneOf
      self.typePaths = typePaths
      self.isRequired = isRequired
    }

    /// The paths of the discriminator beside the keys that stand under some paths: `type` for `ref`, `member.type` for
    /// `member.ref`.
    package func pathsBesideKeys(_ foreignKeys: [ImportPath]) -> [ImportPath] {
      foreignKeys.flatMap { foreignKey in
        oneOf.discriminator.compactMap { discriminator in
          guard case .keys(let key) = foreignKey, case .keys(let path) = discriminator else { return nil }
          return .keys(key.dropLast() + path)
        }
      }
    }
  }
}
