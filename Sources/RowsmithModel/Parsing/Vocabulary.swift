import RowsmithAPI

/// The keys of the language, by the place where they are allowed.
enum Vocabulary {
  /// Alternative names of keys, which diagnostics do not suggest.
  static let unadvertised: Set<String> = ["PrimaryAttribute"]

  /// A place with keys.
  enum Place: String, Sendable, CaseIterable {
    case model
    case defaults
    case enumeration
    case value
    case entity
    case attribute
    case relationship
    case discriminator
    case member
    case api
    case error
    case batch
    case route
    case paging
    case incremental
    case sync
    case entitySync
    case history
    case search

    /// The place in the words of a sentence.
    var name: String {
      switch self {
      case .defaults: "'defaults'"
      case .member: "a member of a document"
      case .api, .error, .batch, .incremental, .sync, .history, .search: "'\(rawValue)'"
      case .entitySync: "'sync'"
      case .paging: "'pages'"
      default: rawValue.withArticle
      }
    }

    /// The keys allowed there, in the order of the language's documentation.
    var keys: [String] {
      switch self {
      case .model:
        [
          "rowsmith", "defaults", "enums", "values", "entities", "documents", "api", "routes", "sync",
          "history",
        ]
      case .defaults: ["casing", "DateFormat", "MergePolicy", "coerce"]
      case .enumeration: ["values", "doc"]
      case .value: ["attributes", "doc"]
      case .entity:
        [
          "PrimaryKey", "PrimaryAttribute", "attributes", "relationships", "extends", "Discriminator",
          "indexes", "unique", "search", "DeletedWhen", "ModificationAttribute", "hooks", "resource", "sync",
          "RenamedFrom", "doc",
        ]
      case .search: ["columns", "tokenizer"]
      case .attribute:
        [
          "type", "ImportName", "DateFormat", "default", "index", "unique", "coerce", "Transform", "export",
          "local", "sync", "RenamedFrom", "doc",
        ]
      case .relationship:
        [
          "to", "oneOf", "Discriminator", "required", "ImportName", "ForeignKey", "MergePolicy", "inverse",
          "ordered",
          "DeleteRule", "Prune", "export", "sync", "RenamedFrom", "doc",
        ]
      case .discriminator: ["key", "values"]
      case .member: ["oneOf", "Discriminator"]
      case .api: ["baseURL", "headers", "error", "batch"]
      case .error: ["message", "code"]
      case .batch: ["path", "limit"]
      case .route:
        RouteMethod.allCases.map(\.rawValue) + [
          "arguments", "query", "sends", "under", "returns", "at", "deletes", "policy", "pages",
          "incremental", "list", "cache", "maxAge", "offline", "doc",
        ]
      case .paging: ["parameter", "size", "offset", "cursor", "after"]
      case .incremental: ["parameter", "from", "overlap"]
      case .sync:
        [
          "server", "conflict", "deleteConflict", "bucket", "changes", "version", "overlap", "idempotency",
          "user",
        ]
      case .history: ["keep"]
      case .entitySync:
        ["collection", "direction", "conflict", "deleteConflict"] + SyncRouteRole.allCases.map(\.rawValue)
          + ["bucket", "version", "overlap", "idempotency", "serverKey"]
      }
    }
  }
}
