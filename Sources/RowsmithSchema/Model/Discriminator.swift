extension Schema {
  /// A value of a discriminator, and its entity.
  public struct DiscriminatorValue: Sendable, Hashable, Codable {
    /// The value as the JSON spells it: `image`.
    public var name: String
    /// The entity of an object with the value: `Image`.
    public var entity: String
    /// Whether produced JSON has the value without quotes: a whole number, `true` or `false`. Both spellings are read.
    @OmittedWhenEmpty public var isBare: Bool

    /// Creates a value.
    public init(_ name: String, _ entity: String, isBare: Bool = false) {
      self.name = name
      self.entity = entity
      self.isBare = isBare
    }
  }

  /// The entities of a mixed collection, whose objects are told apart by a discriminator of the collection.
  public struct OneOf: Sendable, Hashable, Codable {
    /// Where an object has its value; the first path that is present and not null counts.
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

extension Schema.DiscriminatorValue: CustomDebugStringConvertible {
  /// The parts that are set, as they were printed when there were only two: fingerprints of what a database holds contain it.
  public var debugDescription: String {
    "RowsmithSchema.Schema.DiscriminatorValue(name: \(name.debugDescription), entity: \(entity.debugDescription)"
      + (isBare ? ", isBare: true)" : ")")
  }
}
