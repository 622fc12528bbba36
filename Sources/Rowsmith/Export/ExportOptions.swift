/// How JSON is produced.
public struct ExportOptions: Sendable, Hashable {
  /// What is around the records.
  public enum Layout: String, Sendable, Hashable, CaseIterable {
    /// One array of all records.
    case array
    /// One record on each line (newline-delimited JSON).
    case lines
  }

  /// What is around the records.
  public var layout = Layout.array
  /// Whether an array is written on many lines, indented by two spaces. Lines stay lines.
  public var isPretty = false
  /// Relationships whose records are written whole instead of their keys, each the path that leads to it:
  /// `["albums"]`, `["albums", "tracks"]`. A longer path embeds what it passes through.
  public var embedded: [[String]] = []

  /// Creates the default options: a compact array, in which keys stand for related records.
  public init() {}
}

/// What producing JSON did.
public struct ExportReport: Sendable, Hashable {
  /// The records written, without those embedded in them.
  public var records = 0
  /// The bytes written.
  public var bytes = 0
  /// What the JSON could not say, one sentence each: an attribute without a place of its own, for instance.
  public var notes: [String] = []

  /// Creates an empty report.
  public init() {}
}
