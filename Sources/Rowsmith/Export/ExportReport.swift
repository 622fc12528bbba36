/// What producing JSON did.
public struct ExportReport: Sendable, Hashable {
  /// The number of records written, without those embedded in them.
  public var records = 0
  /// The number of bytes written.
  public var bytes = 0
  /// What the JSON could not express, one sentence each: for instance an attribute without a place of its own.
  public var notes: [String] = []

  /// Creates an empty report.
  public init() {}
}
