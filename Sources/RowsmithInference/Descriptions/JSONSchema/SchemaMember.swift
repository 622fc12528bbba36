/// The result for a member of an object.
struct SchemaMember {
  /// The type in the modelling language, without `?`.
  var type: String
  /// Whether it is a relationship.
  var isRelationship = false
  var settings: [YAMLEntryDraft] = []
  var comment: String?
  /// The JSON path, if it is deeper than the member's key.
  var path: [String] = []

  static let json = SchemaMember(type: "JSON")

  init(
    _ type: String, isRelationship: Bool = false, _ settings: [YAMLEntryDraft] = [], comment: String? = nil
  ) {
    self.type = type
    self.isRelationship = isRelationship
    self.settings = settings
    self.comment = comment
  }

  private init(type: String) { self.type = type }

  /// A list of this type; `nil` if the modelling language has none.
  var list: SchemaMember? {
    guard !type.hasPrefix("["), !type.hasPrefix("{"), type != "JSON" else { return nil }
    var list = self
    list.type = "[\(type)]"
    return list
  }
}
