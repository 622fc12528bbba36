/// A validated model: what the server's data is, as plain values.
///
/// A schema knows neither YAML nor SQLite. Generated code writes one as a literal, the command line makes one
/// from YAML, and the runtime needs nothing else to import, store and produce records. Everything implicit in
/// a model (default keys, inherited spellings, inferred inverses) is explicit here.
public struct Schema: Sendable, Hashable, Codable {
  /// The name of the model, which is also the name of the generated module: `Bands`.
  public var name: String
  /// The enumerations, in the order of the model.
  public var enumerations: [Enumeration]
  /// The types of values of several parts, in the order of the model.
  @OmittedWhenEmpty public var valueTypes: [ValueType]
  /// The entities, in the order of the model; a parent may come after the entities that extend it.
  public var entities: [Entity]
  /// The named documents that carry several entities, in the order of the model.
  public var documents: [Document]
  /// Whether a database notes what each transaction changes; nil where it does not.
  public var history: History?

  /// Creates a schema from its parts. Nothing is validated: `RowsmithModel` has done so, or generated code has.
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
  /// A closed list of strings that the server may one day extend: an unlisted value is stored all the same.
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
