import RowsmithAPI

/// The section `sync`.
struct SyncDeclaration: Sendable {
  /// The place of the section.
  var range: SourceRange
  /// The adapter; `nil` if it could not be read.
  var server: Located<String>?
  var settings: [SyncPlan.Setting] = []
  var conflict: ConflictPolicy?
  var deleteConflict: DeleteConflictPolicy?
}

/// The `sync` setting of an entity.
struct EntitySyncDeclaration: Sendable {
  /// The place of the setting.
  var range: SourceRange
  /// Whether the entity synchronises.
  var isOn = true
  var collection: Located<String>?
  var direction: SyncPlan.Direction = .both
  var conflict: Located<ConflictPolicy>?
  var memberConflicts: [MemberConflictDeclaration] = []
  var deleteConflict: Located<DeleteConflictPolicy>?
  /// Settings for the adapter.
  var settings: [SyncSettingDeclaration] = []
  /// Whether the value is a valid one.
  var isReadable = true
}

/// How a conflict of one attribute or relationship is resolved.
struct MemberConflictDeclaration: Sendable {
  var member: Located<String>
  var policy: Located<ConflictPolicy>
}

/// A setting of an entity for an adapter.
struct SyncSettingDeclaration: Sendable {
  var key: Located<String>
  var value: Located<String>
}

/// The `sync` setting of an attribute.
enum AttributeSync: String, Sendable, CaseIterable {
  /// It is not sent.
  case no = "false"
  /// It holds the server's permissions.
  case permissions
}

/// The `sync` setting of a relationship.
enum RelationshipSync: String, Sendable, CaseIterable {
  /// Its links are not sent.
  case no = "false"
  /// Its links are a list of keys in the record.
  case array
  /// Its links are separate membership records.
  case relation
}

/// A built-in adapter and its settings.
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

  /// The keys of its settings for an entity.
  var entityKeys: [String] {
    switch self {
    case .kinto: ["bucket", "overlap"]
    case .rest: SyncRouteRole.allCases.map(\.rawValue) + ["version", "overlap", "idempotency", "serverKey"]
    }
  }
}
