import RowsmithSchema

/// What a migration does, would lose, and cannot do: figures of one database at one time.
public struct MigrationPlan: Sendable, Hashable {
  /// One line for each thing that is done, in order. Empty where the database is as the model wants it.
  public var steps: [String]
  /// What has no place in the new model. A migration is refused while there is any, unless losses are allowed.
  public var losses: [Finding]
  /// What is in the way, losses allowed or not.
  public var refusals: [Finding]

  /// Creates a plan; without arguments, one that does nothing.
  public init(steps: [String] = [], losses: [Finding] = [], refusals: [Finding] = []) {
    self.steps = steps
    self.losses = losses
    self.refusals = refusals
  }

  /// Something counted in the database.
  public struct Finding: Sendable, Hashable {
    /// What it is about: an entity, or a member of one, as `Band.hiatus`.
    public var subject: String
    /// How many rows, values or links.
    public var count: Int
    /// What was counted and why, with a few examples: `12 values`.
    public var text: String
  }

  /// Whether tables and rows stay as they are, and nothing is in the way.
  public var isEmpty: Bool { steps.isEmpty && losses.isEmpty && refusals.isEmpty }
}

extension MigrationPlan: CustomStringConvertible {
  /// The steps, losses and refusals, one on each line.
  public var description: String {
    (steps + losses.map { "loses \($0)" } + refusals.map { "cannot be done: \($0)" }).joined(separator: "\n")
  }
}

extension MigrationPlan.Finding: CustomStringConvertible {
  /// `Band.hiatus: 12 values`.
  public var description: String { "\(subject): \(text)".escapedForDisplay() }
}
