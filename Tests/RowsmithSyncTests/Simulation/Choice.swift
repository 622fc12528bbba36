/// An entity that a link to one of several may lead to.
enum Target: String, CaseIterable, Sendable {
  case folder, item

  /// Its table.
  var table: String { self == .folder ? "Folder" : "Item" }
}

/// What a link to one of several entities leads to.
struct Choice {
  var entity: Target
  var key: String

  /// It as it is compared.
  var text: String { "\(entity.rawValue) \(key)" }
}
