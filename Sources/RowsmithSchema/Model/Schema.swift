/// A validated model: a description of the server's data, as plain values.
///
/// A schema depends neither on YAML nor on SQLite. Generated code contains one as a literal, the command line makes one from
/// YAML, and the runtime needs nothing else to import, store and produce records. Everything implicit in a model (default
/// keys, inherited spellings, inferred inverses) is explicit here.
public struct Schema: Sendable, Hashable, Codable {
  /// The name of the model, which is also the name of the generated module: `Bands`.
  public var name: String
  /// The enumerations, in the order of the model.
  public var enumerations: [Enumeration]
  /// The types of values of several parts, in the order of the model.
  @OmittedWhenEmpty public var valueTypes: [ValueType]
  /// The entities, in the order of the model; a parent may come after the entities that extend it.
  public var entities: [Entity]
  /// The named documents that contain several entities, in the order of the model.
  public var documents: [Document]
  /// Whether a database records the changes of each transaction; `nil` if not.
  public var history: History?

  /// Creates a schema from its parts. Does not validate them: `RowsmithModel` or the generator has done so.
  public init(
    name: String, enumerations: [Enumeration] = [], valueTypes: [ValueType] = [], entities: [Entity],
    documents: [Document] = [], history: History? = nil
  ) {
    self.name = name
    self.enumerations = enumerations
    self.valueTypes = valueTypes
    self.entities = entities
    self.documents = documents
    self.history = history
  }
}

extension Schema {
  /// A list of strings that the server may extend later: an unlisted value is stored nevertheless.
  public struct Enumeration: Sendable, Hashable, Codable {
    /// The name of the enumeration: `Status`.
    public var name: String
    /// The listed values as the JSON spells them, in the order of the model.
    public var values: [String]
    /// The documentation of the model, if any.
    public var doc: String?

    /// Creates an enumeration.
    public init(name: String, values: [String], doc: String? = nil) {
      self.name = name
      self.values = values
      self.doc = doc
    }
  }
}
