/// What the model says of synchronisation: with which server, which entities, and who wins. Plain values, beside the model.
///
/// Generated code writes one as a literal, the command line makes it from YAML.
public struct SyncPlan: Sendable, Hashable {
  /// The adapter: `kinto`, `rest`, or the name of one that the app implements.
  public var server: String
  /// What the adapter needs to know, `bucket: notes-app`, in the order of the model.
  public var settings: [Setting]
  /// How conflicts are resolved where neither entity nor attribute says so.
  public var conflict: ConflictPolicy
  /// What becomes of a record that one side has deleted and the other has changed, where the entity does not say so.
  public var deleteConflict: DeleteConflictPolicy
  /// The entities that synchronise, those that extend them not among them, in the order of the model, each name once.
  public var entities: [Entity]

  /// Creates a plan from its parts. Nothing is validated: `RowsmithModel` has done so.
  public init(
    server: String, settings: [Setting] = [], conflict: ConflictPolicy = .fieldMerge,
    deleteConflict: DeleteConflictPolicy = .editWins, entities: [Entity]
  ) {
    self.server = server
    self.settings = settings
    self.conflict = conflict
    self.deleteConflict = deleteConflict
    self.entities = entities
  }

  /// The entity of a name; nil where it does not synchronise by itself.
  public func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// The value of a setting; nil where the model does not have it.
  public subscript(setting: String) -> String? { settings.first { $0.name == setting }?.value }
}

extension SyncPlan {
  /// Something that an adapter needs to know.
  public struct Setting: Sendable, Hashable {
    /// The key in the model.
    public var name: String
    /// Its value, as the model spells it.
    public var value: String

    /// Creates a setting.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Which way records go.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// Both ways.
    case both
    /// From the server alone: what is written here stays here.
    case pull
  }

  /// An entity that synchronises, with those that extend it.
  public struct Entity: Sendable, Hashable {
    /// Its name: that of the root of its family.
    public var name: String
    /// What the server calls the collection.
    public var collection: String
    /// Which way records go.
    public var direction: Direction
    /// What the adapter needs to know of it, in the order of the model.
    public var settings: [Setting]
    /// How conflicts are resolved; nil for the plan's way.
    public var conflict: ConflictPolicy?
    /// How conflicts of single attributes and relationships are resolved, in the order of the model.
    public var memberConflicts: [MemberConflict]
    /// What becomes of a record that one side has deleted and the other has changed; nil for the plan's way.
    public var deleteConflict: DeleteConflictPolicy?
    /// The attribute that holds the server's permissions, which are sent beside the record; nil where there is none.
    public var permissions: String?
    /// The attributes and to-one relationships that are neither tracked nor sent, in the order of the model: those that the
    /// model says so of (`sync: false`), those that are the app's own (`local: true`), and those that JSON is not produced
    /// for (`export: false`). What the server says of them is taken, of those that are `local` it says nothing.
    public var neverSent: [String]
    /// The to-many relationships whose links are stored in a table of their own and are sent, in the order of the model.
    public var links: [Links]

    /// Creates an entity.
    public init(
      _ name: String, collection: String, direction: Direction = .both, settings: [Setting] = [],
      conflict: ConflictPolicy? = nil, memberConflicts: [MemberConflict] = [],
      deleteConflict: DeleteConflictPolicy? = nil, permissions: String? = nil, neverSent: [String] = [],
      links: [Links] = []
    ) {
      self.name = name
      self.collection = collection
      self.direction = direction
      self.settings = settings
      self.conflict = conflict
      self.memberConflicts = memberConflicts
      self.deleteConflict = deleteConflict
      self.permissions = permissions
      self.neverSent = neverSent
      self.links = links
    }

    /// The value of a setting; nil where the model does not have it.
    public subscript(setting: String) -> String? { settings.first { $0.name == setting }?.value }
  }

  /// How a conflict of one attribute or relationship is resolved.
  public struct MemberConflict: Sendable, Hashable {
    /// The attribute or relationship, by its name in the model.
    public var member: String
    /// How.
    public var policy: ConflictPolicy

    /// Creates it.
    public init(_ member: String, _ policy: ConflictPolicy) {
      self.member = member
      self.policy = policy
    }
  }

  /// A to-many relationship whose links are sent.
  public struct Links: Sendable, Hashable {
    /// How the links of a relationship reach the server.
    public enum Storage: Sendable, Hashable {
      /// As a list of keys in the record.
      case array
      /// As memberships of their own, each a record with both keys, in a collection of that name.
      case relation(collection: String)
    }

    /// The relationship, by its name in the model.
    public var relationship: String
    /// How its links reach the server.
    public var storage: Storage

    /// Creates it.
    public init(_ relationship: String, _ storage: Storage) {
      self.relationship = relationship
      self.storage = storage
    }
  }
}

/// How a conflict is resolved: the same attribute of a record was changed here, and by somebody else, since they agreed.
public enum ConflictPolicy: String, Sendable, Hashable, CaseIterable {
  /// What was changed on one side alone stands; of what was changed on both, the later stands, by the server's clock.
  case fieldMerge
  /// The server's value stands.
  case serverWins
  /// The value of this database stands.
  case clientWins
  /// Of a record that was changed on both sides, all changes of the later side stand, by the server's clock. Of a single
  /// attribute the same as `fieldMerge`.
  case lastWriter
  /// Lists are sets: what either side has added is in, what either has taken out is not. What is no list is resolved as by
  /// `fieldMerge`.
  case union
  /// Both values are kept until somebody resolves the conflict; the record stays as it is here, and is not sent until then.
  case manual
}

/// What becomes of a record that one side has deleted and the other has changed.
public enum DeleteConflictPolicy: String, Sendable, Hashable, CaseIterable {
  /// It is deleted.
  case deleteWins
  /// The changed record is made again.
  case editWins
}
