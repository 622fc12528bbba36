/// What a migration did.
public struct MigrationReport: Sendable, Hashable {
  /// What was done and what was lost.
  public var plan: MigrationPlan
  /// The number of rows written to each rebuilt table, by table.
  public var rebuiltRows: [String: Int]
  /// The duration in seconds.
  public var seconds: Double

  /// Creates a report; without arguments, that of a migration that did nothing.
  public init(plan: MigrationPlan = MigrationPlan(), rebuiltRows: [String: Int] = [:], seconds: Double = 0) {
    self.plan = plan
    self.rebuiltRows = rebuiltRows
    self.seconds = seconds
  }
}
