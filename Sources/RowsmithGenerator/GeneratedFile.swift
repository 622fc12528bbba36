/// One file of generated Swift source.
public struct GeneratedFile: Sendable, Hashable {
  /// The name of the file, one of ``names``.
  public var name: String
  /// Its text, with a line break at the end.
  public var text: String
  /// Whether it declares nothing. Such a file is needed where a build expects it, and can be left out elsewhere.
  public var isEmpty: Bool

  /// Creates a file.
  public init(name: String, text: String, isEmpty: Bool) {
    self.name = name
    self.text = text
    self.isEmpty = isEmpty
  }
}

extension GeneratedFile {
  static let model = "RowsmithModel.generated.swift"
  static let schema = "RowsmithSchema.generated.swift"
  static let enumerations = "RowsmithEnumerations.generated.swift"
  static let client = "RowsmithClient.generated.swift"
  static let sync = "RowsmithSync.generated.swift"

  /// The names of all files that a generator writes for any model; a build must know them in advance.
  public static let names: [String] =
    [model, schema, enumerations] + (1...RecordShards.count).map(RecordShards.name) + [client, sync]
}
