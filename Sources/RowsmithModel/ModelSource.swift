/// One file of a model, as text.
public struct ModelSource: Sendable, Hashable {
  /// The path of the file, for diagnostics.
  public let path: String
  /// The YAML. A byte order mark at the beginning is ignored.
  public let text: String

  /// Creates a source. The path is only shown; nothing is read.
  public init(path: String, text: String) {
    self.path = path
    self.text = text
  }
}
