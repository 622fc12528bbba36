extension Schema {
  /// A value of several parts, such as an address: no entity, so it has no key and no table of its own.
  ///
  /// A member that holds one (``Group``) is as many columns as the value has parts; one that holds a list of them is one
  /// column with a JSON array.
  public struct ValueType: Sendable, Hashable, Codable {
    /// The name of the type: `Address`.
    public var name: String
    /// Its members, in the order of the model, at least one. Where the type of one is a value again, or a list of them,
    /// that is `ScalarType.value`; paths begin in the object of the value.
    public var attributes: [Attribute]
    /// The documentation of the model, if any.
    public var doc: String?

    /// Creates a type.
    public init(name: String, attributes: [Attribute], doc: String? = nil) {
      self.name = name
      self.attributes = attributes
      self.doc = doc
    }
  }

  /// A member of an entity that holds a value of several parts: `address: Address?`.
  ///
  /// Its parts are attributes of the entity, too, which are called after it: `address_street`. They are replaced together.
  public struct Group: Sendable, Hashable, Codable {
    /// The name of the member: `address`.
    public var name: String
    /// The name of its ``ValueType``: `Address`.
    public var type: String
    /// Whether there may be no value: then all of its columns are NULL.
    public var isOptional: Bool
    /// Where the JSON holds the object; the first path that is present and not null counts.
    public var importPaths: [ImportPath]
    /// The key path under which produced JSON holds the object; nil leaves it out.
    public var exportPath: [String]?
    /// Whether it is the app's own (`local`).
    @OmittedWhenEmpty public var isLocal: Bool
    /// The name this member had in an earlier version of the model.
    public var renamedFrom: String?
    /// The documentation of the model, if any.
    public var doc: String?

    /// Creates a member.
    public init(
      name: String, type: String, isOptional: Bool = false, importPaths: [ImportPath], exportPath: [String]?,
      isLocal: Bool = false, renamedFrom: String? = nil, doc: String? = nil
    ) {
      self.name = name
      self.type = type
      self.isOptional = isOptional
      self.importPaths = importPaths
      self.exportPath = exportPath
      self.isLocal = isLocal
      self.renamedFrom = renamedFrom
      self.doc = doc
    }
  }
}
