extension Schema {
  /// A link from a record to one or many others.
  public struct Relationship: Sendable, Hashable, Codable {
    /// The name of the relationship: `albums`.
    public var name: String
    /// The entity at the other end.
    public var target: String
    /// Whether a record has at most one of them or any number.
    public var cardinality: Cardinality
    /// Whether a to-one relationship may be empty. Always true of a to-many relationship.
    public var isOptional: Bool
    /// Whether the JSON is an object keyed by primary key: `labels: {Label}`.
    public var isKeyed: Bool
    /// Where the JSON holds embedded objects or keys; the first path that is present wins.
    public var importPaths: [ImportPath]
    /// Where the JSON has keys only; used if none of `importPaths` is present.
    public var foreignKeyPaths: [ImportPath]
    /// The key path of embedded objects or keys in produced JSON; `nil` leaves the relationship out.
    public var exportPath: [String]?
    /// The key path of keys in produced JSON, if the model names a foreign key; `nil` if keys are under `exportPath`.
    public var keyExportPath: [String]?
    /// What happens to the records the JSON names, and to those it no longer names.
    public var mergePolicy: MergePolicy
    /// For a mixed to-many collection, what tells its objects apart. The entities are of the target's family.
    public var oneOf: OneOf?
    /// For a part of a to-one relationship to one of several entities: the whole.
    public var choice: Choice?
    /// The name of the relationship of the target that points back.
    public var inverse: String?
    /// Whether a to-many relationship keeps the order of the JSON.
    public var isOrdered: Bool
    /// What happens to the items when the record is deleted.
    public var deleteRule: DeleteRule
    /// What happens to records that `mergeAndPrune` unlinks.
    public var prune: Prune
    /// The name this relationship had in an earlier version of the model.
    public var renamedFrom: String?
    /// The documentation of the model, if any.
    public var doc: String?

    /// Creates a relationship.
    public init(
      name: String, target: String, cardinality: Cardinality, isOptional: Bool = true, isKeyed: Bool = false,
      importPaths: [ImportPath], foreignKeyPaths: [ImportPath] = [], exportPath: [String]?,
      keyExportPath: [String]? = nil, mergePolicy: MergePolicy = .replace, oneOf: OneOf? = nil,
      choice: Choice? = nil, inverse: String? = nil,
      isOrdered: Bool = false,
      deleteRule: DeleteRule = .nullify, prune: Prune = .unlink, renamedFrom: String? = nil,
      doc: String? = nil
    ) {
      self.name = name
      self.target = target
      self.cardinality = cardinality
      self.isOptional = isOptional
      self.isKeyed = isKeyed
      self.importPaths = importPaths
      self.foreignKeyPaths = foreignKeyPaths
      self.exportPath = exportPath
      self.keyExportPath = keyExportPath
      self.mergePolicy = mergePolicy
      self.oneOf = oneOf
      self.choice = choice
      self.inverse = inverse
      self.isOrdered = isOrdered
      self.deleteRule = deleteRule
      self.prune = prune
      self.renamedFrom = renamedFrom
      self.doc = doc
    }
  }

  /// How many records a relationship leads to.
  public enum Cardinality: String, Sendable, Hashable, Codable {
    /// At most one.
    case toOne
    /// Any number.
    case toMany
  }

  /// What an import does to related records.
  public enum MergePolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The JSON is the whole truth: named records are overwritten whole; others are unlinked and, if nothing refers to them,
    /// deleted.
    case replace = "Replace"
    /// Named records are updated key by key; others stay unchanged.
    case merge = "Merge"
    /// Named records are updated key by key; others are unlinked.
    case mergeAndPrune = "MergeAndPrune"
  }

  /// What deleting a record does to the items of a relationship.
  public enum DeleteRule: String, Sendable, Hashable, Codable, CaseIterable {
    /// The links to the record are cleared.
    case nullify = "Nullify"
    /// The items are deleted too.
    case cascade = "Cascade"
    /// The record cannot be deleted while it has items.
    case deny = "Deny"
  }

  /// What `mergeAndPrune` does to records that are no longer named.
  public enum Prune: String, Sendable, Hashable, Codable, CaseIterable {
    /// They are unlinked and kept.
    case unlink = "Unlink"
    /// They are unlinked and, if nothing refers to them, deleted.
    case delete = "Delete"
  }
}
