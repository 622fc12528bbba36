import RowsmithAPI

/// The section `sync`.
struct SyncDeclaration: Sendable {
  /// Where it begins.
  var range: SourceRange
  /// The adapter; nil where it could not be read.
  var server: Located<String>?
  var settings: [SyncPlan.Setting] = []
  var conflict: ConflictPolicy?
  var deleteConflict: DeleteConflictPolicy?
}

/// What `sync` says of an entity.
struct EntitySyncDeclaration: Sendable {
  /// Where it is said.
  var range: SourceRange
  /// Whether the entity synchronises.
  var isOn = true
  var collection: Located<String>?
  var direction: SyncPlan.Direction = .both
  var conflict: Located<ConflictPolicy>?
  var memberConflicts: [MemberConflictDeclaration] = []
  var deleteConflict: Located<DeleteConflictPolicy>?
  /// What only an adapter understands.
  var settings: [SyncSettingDeclaration] = []
  /// Whether it is one of the values that it may have.
  var isReadable = true
}

/// How a conflict of one attribute or relationship is resolved.
struct MemberConflictDeclaration: Sendable {
  var member: Located<String>
  var policy: Located<ConflictPolicy>
}

/// Something of an entity that an adapter needs to know.
struct SyncSettingDeclaration: Sendable {
  var key: Located<String>
  var value: Located<String>
}

/// What `sync` says of an attribute.
enum AttributeSync: String, Sendable, CaseIterable {
  /// It stays here.
  case no = "false"
  /// It holds the server's permissions.
  case permissions
}

/// What `sync` says of a relationship.
enum RelationshipSync: String, Sendable, CaseIterable {
  /// It stays here.
  case no = "false"
  /// Its links are a list of keys in the record.
  case array
  /// Its links are memberships of their own.
  case relation
}

/// An adapter that comes with the package, and what it needs to know.
enum KnownSyncServer: String, Sendable, CaseIterable {
  case kinto
  case rest

  /// The keys of its settings.
  var keys: [String] {
    switch self {
    case .kinto: ["bucket", "overlap"]
    case .rest: ["changes", "version", "overlap", "idempotency", "user"]
    }
  }

  /// The keys of what it needs to know of an entity.
  var entityKeys: [String] {
    switch self {
    case .kinto: ["bucket", "overlap"]
    case .rest: SyncRouteRole.allCases.map(\.rawValue) + ["version", "overlap", "idempotency", "serverKey"]
    }
  }
}
