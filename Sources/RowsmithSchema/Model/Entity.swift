extension Schema {
  /// A kind of record: one table, or a part of its parent's table if it extends another entity.
  public struct Entity: Sendable, Hashable, Codable {
    /// The name of the entity: `Album`. Its table has the same name, unless it extends another entity.
    public var name: String
    /// The entity this one extends, whose table it shares.
    public var parent: String?
    /// On the root of a family: the JSON keys that name the entity of an object; the first one present wins. Empty if no
    /// entity extends this one, and on every entity with a parent.
    public var discriminator: [ImportPath]
    /// On the root of a family: the values of the discriminator and their entities. Empty if the values are the entities'
    /// names.
    @OmittedWhenEmpty public var discriminatorValues: [DiscriminatorValue]
    /// The attributes and to-one relationships that identify a record, in the order of the key. If empty, every import
    /// inserts. An entity with a parent repeats its root's key.
    public var primaryKey: [String]
    /// The entity's own attributes, without inherited ones, in the order of the model.
    public var attributes: [Attribute]
    /// The entity's own members that hold a value of several parts, in the order of the model. The parts are in `attributes`,
    /// at the position of the member.
    @OmittedWhenEmpty public var groups: [Group]
    /// The entity's own relationships, without inherited ones, in the order of the model.
    public var relationships: [Relationship]
    /// Further indices, each a list of attribute and to-one relationship names.
    public var indexes: [[String]]
    /// Further uniqueness constraints, each a list of attribute and to-one relationship names.
    public var uniques: [[String]]
    /// Which text of the records can be searched; `nil` for none. An entity without one of its own uses that of the entity it
    /// extends.
    public var search: Search?
    /// The signs in JSON that the server has deleted a record; one that applies is enough. Empty for none. An entity with a
    /// parent repeats its root's.
    @OmittedWhenEmpty public var deletedWhen: [DeletionSign]
    /// The attribute that orders the server's versions of a record: an older one changes nothing
    /// (`ModificationAttribute`). An entity with a parent repeats its root's.
    public var modificationAttribute: String?
    /// The hooks that the app implements for this entity.
    public var hooks: [Hook]
    /// The name this entity had in an earlier version of the model.
    public var renamedFrom: String?
    /// The documentation of the model, if any.
    public var doc: String?

    /// Creates an entity.
    public init(
      name: String, parent: String? = nil, discriminator: [ImportPath] = [],
      discriminatorValues: [DiscriminatorValue] = [], primaryKey: [String] = [], attributes: [Attribute] = [],
      groups: [Group] = [], relationships: [Relationship] = [], indexes: [[String]] = [],
      uniques: [[String]] = [], search: Search? = nil,
      deletedWhen: [DeletionSign] = [], modificationAttribute: String? = nil, hooks: [Hook] = [],
      renamedFrom: String? = nil, doc: String? = nil
    ) {
      self.name = name
      self.parent = parent
      self.discriminator = discriminator
      self.discriminatorValues = discriminatorValues
      self.primaryKey = primaryKey
      self.attributes = attributes
      self.groups = groups
      self.relationships = relationships
      self.indexes = indexes
      self.uniques = uniques
      self.search = search
      self.deletedWhen = deletedWhen
      self.modificationAttribute = modificationAttribute
      self.hooks = hooks
      self.renamedFrom = renamedFrom
      self.doc = doc
    }
  }

  /// A point of an import at which the app is called.
  public enum Hook: String, Sendable, Hashable, Codable, CaseIterable {
    /// Lets the app refuse a record before it is mapped.
    case shouldImport
    /// Lets the app change the JSON of a record before it is mapped.
    case willImport
    /// Passes the stored record to the app.
    case didImport
  }
}
