/// What a migration did.
public struct MigrationReport: Sendable, Hashable {
  /// What was done and what was lost.
  public var plan: MigrationPlan
  /// The number of rows written to each rebuilt table, by table.
  public var rebuiltRows: [String: Int]
  /// The duration in seconds.
  public var seconds: Double
}
