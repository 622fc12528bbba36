/// The keys of the language, by the place where they may stand.
enum Vocabulary {
  /// A place where keys stand.
  enum Place: String, Sendable, CaseIterable {
    case model
    case defaults
    case enumeration
    case entity
    case attribute
    case relationship

    /// The place as a sentence names it.
    var name: String { self == .defaults ? "'defaults'" : rawValue.withArticle }

    /// The keys that may stand there, in the order of the language's description.
    var keys: [String] {
      switch self {
      case .model: ["rowsmith", "defaults", "enums", "entities", "documents", "api", "routes"]
      case .defaults: ["casing", "DateFormat", "MergePolicy", "coerce"]
      case .enumeration: ["values", "doc"]
      case .entity:
        [
          "PrimaryKey", "PrimaryAttribute", "attributes", "relationships", "extends", "Discriminator", "indexes",
          "unique", "hooks", "resource", "RenamedFrom", "doc",
        ]
      case .attribute:
        [
          "type", "ImportName", "DateFormat", "default", "index", "unique", "coerce", "Transform", "export",
          "RenamedFrom", "doc",
        ]
      case .relationship:
        [
          "to", "ImportName", "ForeignKey", "MergePolicy", "inverse", "ordered", "DeleteRule", "Prune", "export",
          "RenamedFrom", "doc",
        ]
      }
    }
  }
}
