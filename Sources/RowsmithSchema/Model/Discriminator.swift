extension Schema {
  /// One value of a discriminator and the entity that it stands for.
  public struct DiscriminatorValue: Sendable, Hashable, Codable {
    /// The value as the JSON spells it: `image`.
    public var name: String
    /// The entity of an object that has it: `Image`.
    public var entity: String

    /// Creates a value.
    public init(_ name: String, _ entity: String) {
      self.name = name
      self.entity = entity
    }
  }

  /// A choice between entities that each object of a collection makes by a discriminator of the collection's own.
  public struct OneOf: Sendable, Hashable, Codable {
    /// Where an object says what it is; the first path that is present and not null counts.
    public var discriminator: [ImportPath]
    /// The values, in the order of the model. An object with any other value, or with none, is skipped and counted.
    public var values: [DiscriminatorValue]

    /// Creates a choice.
    public init(discriminator: [ImportPath], values: [DiscriminatorValue]) {
      self.discriminator = discriminator
      self.values = values
    }
  }
}
