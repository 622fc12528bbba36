/// What a member of an object becomes.
struct SchemaMember {
  /// The type as the language writes it, without `?`.
  var type: String
  /// Whether it leads to records.
  var isRelationship = false
  var settings: [YAMLEntryDraft] = []
  var comment: String?
  /// Where JSON has it, where that is deeper than under its key.
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

  /// A list of these; nil where the language has none.
  var list: SchemaMember? {
    guard !type.hasPrefix("["), !type.hasPrefix("{"), type != "JSON" else { return nil }
    var list = self
    list.type = "[\(type)]"
    return list
  }
}
