extension Schema {
  /// A value of several parts, such as an address. It is not an entity: it has no key and no table.
  ///
  /// A member with such a value (``Group``) has one column for each part; a list of such values is one column with a JSON
  /// array.
  public struct ValueType: Sendable, Hashable, Codable {
    /// The name of the type: `Address`.
    public var name: String
    /// Its members, in the order of the model, at least one. A member that is a value again, or a list of values, has the
    /// type `ScalarType.value`. Paths begin at the object of the value.
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
  /// Its parts are also attributes of the entity, named after it: `address_street`. They are replaced together.
  public struct Group: Sendable, Hashable, Codable {
    /// The name of the member: `address`.
    public var name: String
    /// The name of its ``ValueType``: `Address`.
    public var type: String
    /// Whether the value may be missing: then all of its columns are NULL.
    public var isOptional: Bool
    /// Where the JSON holds the object; the first path that is present and not null counts.
    public var importPaths: [ImportPath]
    /// The key path of the object in produced JSON; `nil` leaves it out.
    public var exportPath: [String]?
    /// Whether the member belongs to the app (`local`).
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
