/// What the model says about synchronisation: the server, the entities, and how conflicts end. Plain values beside the model.
///
/// Generated code writes one as a literal, the command line makes it from YAML.
public struct SyncPlan: Sendable, Hashable {
  /// The adapter: `kinto`, `rest`, or the name of one that the app implements.
  public var server: String
  /// What the adapter needs to know, in the order of the model: `bucket: notes-app`.
  public var settings: [Setting]
  /// How conflicts are resolved unless the entity or attribute says otherwise.
  public var conflict: ConflictPolicy
  /// What happens to a record that one side has deleted and the other changed, unless the entity says otherwise.
  public var deleteConflict: DeleteConflictPolicy
  /// The entities that synchronise, in the order of the model. Names are unique; entities that extend them are not listed.
  public var entities: [Entity]

  /// Creates a plan from its parts. Does not validate them: `RowsmithModel` has done so.
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

  /// The entity with a name; `nil` if it does not synchronise by itself.
  public func entity(_ name: String) -> Entity? { entities.first { $0.name == name } }

  /// The value of a setting; `nil` if the model does not have it.
  public subscript(setting: String) -> String? { settings.first { $0.name == setting }?.value }
}

extension SyncPlan {
  /// A setting of the adapter.
  public struct Setting: Sendable, Hashable {
    /// The key in the model.
    public var name: String
    /// Its value, as written in the model.
    public var value: String

    /// Creates a setting.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The direction in which records are synchronised.
  public enum Direction: String, Sendable, Hashable, CaseIterable {
    /// Both ways.
    case both
    /// From the server only: changes made here are not sent.
    case pull
  }

  /// An entity that synchronises, together with those that extend it.
  public struct Entity: Sendable, Hashable {
    /// Its name: that of the root of its inheritance family.
    public var name: String
    /// What the server calls the collection.
    public var collection: String
    /// The direction in which its records are synchronised.
    public var direction: Direction
    /// What the adapter needs to know about it, in the order of the model.
    public var settings: [Setting]
    /// How conflicts are resolved; `nil` for the plan's policy.
    public var conflict: ConflictPolicy?
    /// How conflicts of single attributes and relationships are resolved, in the order of the model.
    public var memberConflicts: [MemberConflict]
    /// What happens to a record that one side has deleted and the other changed; `nil` for the plan's policy.
    public var deleteConflict: DeleteConflictPolicy?
    /// The attribute that holds the server's permissions, which are sent beside the record; `nil` if there is none.
    public var permissions: String?
    /// The attributes and to-one relationships that are neither tracked nor sent, in the order of the model: those with
    /// `sync: false`, with `local: true`, and with `export: false`. Values from the server are accepted for all but `local`
    /// ones, which it never sends.
    public var neverSent: [String]
    /// The to-many relationships whose links are sent and stored in link tables, in the order of the model.
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

    /// The value of a setting; `nil` if the model does not have it.
    public subscript(setting: String) -> String? { settings.first { $0.name == setting }?.value }
  }

  /// How a conflict of one attribute or relationship is resolved.
  public struct MemberConflict: Sendable, Hashable {
    /// The attribute or relationship, by its name in the model.
    public var member: String
    /// The policy for it.
    public var policy: ConflictPolicy

    /// Creates a policy for one attribute or relationship.
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
      /// As records of their own with both keys, in the collection with this name.
      case relation(collection: String)
    }

    /// The relationship, by its name in the model.
    public var relationship: String
    /// How its links reach the server.
    public var storage: Storage

    /// Creates the description of a relationship's links.
    public init(_ relationship: String, _ storage: Storage) {
      self.relationship = relationship
      self.storage = storage
    }
  }
}

/// How to resolve a conflict: an attribute of a record was changed both here and on the server since they last agreed.
public enum ConflictPolicy: String, Sendable, Hashable, CaseIterable {
  /// A change made on one side only is kept. If both sides changed, the later change wins, by the server's clock.
  case fieldMerge
  /// The server's value wins.
  case serverWins
  /// The value of this database wins.
  case clientWins
  /// If a record was changed on both sides, all changes of the later side win, by the server's clock. For a single attribute, the
  /// same as `fieldMerge`.
  case lastWriter
  /// Lists are merged as sets: what either side added is in, what either side removed is out. Anything else is resolved as by
  /// `fieldMerge`.
  case union
  /// Both values are kept until the conflict is resolved by hand. Until then the local record stays and is not sent.
  case manual
}

/// What happens to a record that one side has deleted and the other changed.
public enum DeleteConflictPolicy: String, Sendable, Hashable, CaseIterable {
  /// It is deleted.
  case deleteWins
  /// The changed record is created again.
  case editWins
}
