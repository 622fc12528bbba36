/// What a migration did.
public struct MigrationReport: Sendable, Hashable {
  /// What was done and what was lost.
  public var plan: MigrationPlan
  /// The rows that were written into tables built anew, by table.
  public var rebuiltRows: [String: Int]
  /// How long it took, in seconds.
  public var seconds: Double
}
