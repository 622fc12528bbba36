import RowsmithSchema

/// What a migration does, would lose, and cannot do: counted in one database at one time.
public struct MigrationPlan: Sendable, Hashable {
  /// One line for each step, in order. Empty if the database already matches the model.
  public var steps: [String]
  /// Data that has no place in the new model. A migration with losses is refused unless they are allowed.
  public var losses: [Finding]
  /// What is in the way, whether losses are allowed or not.
  public var refusals: [Finding]

  /// Creates a plan; without arguments, one that does nothing.
  public init(steps: [String] = [], losses: [Finding] = [], refusals: [Finding] = []) {
    self.steps = steps
    self.losses = losses
    self.refusals = refusals
  }

  /// Something that was counted in the database.
  public struct Finding: Sendable, Hashable {
    /// An entity, or a member of one, such as `Band.hiatus`; or what another program made, such as `the index 'mine'`.
    public var subject: String
    /// How many rows, values or links.
    public var count: Int
    /// What was counted and why, with a few examples: `12 values`.
    public var text: String
    /// Whether the subject is something that another program made. The text continues the sentence then.
    var isUnmanaged = false

    /// Creates a finding.
    public init(subject: String, count: Int, text: String) {
      self.subject = subject
      self.count = count
      self.text = text
    }
  }

  /// Whether there is nothing to do, and nothing in the way.
  public var isEmpty: Bool { steps.isEmpty && losses.isEmpty && refusals.isEmpty }
}

extension MigrationPlan: CustomStringConvertible {
  /// The steps, losses and refusals, one on each line.
  public var description: String {
    (steps + losses.map { "loses \($0)" } + refusals.map { "not possible: \($0)" }).joined(separator: "\n")
  }
}

extension MigrationPlan.Finding: CustomStringConvertible {
  /// `Band.hiatus: 12 values`.
  public var description: String {
    "\(subject)\(isUnmanaged ? ", which Rowsmith did not make," : ":") \(text)".escapedForDisplay()
  }
}

extension MigrationPlan.Finding {
  /// Something that another program made and that the migration cannot keep.
  static func unkept(_ subject: String, _ reason: String) -> Self {
    unmanaged(subject, "cannot be kept: \(reason); drop it, migrate, and create it again")
  }

  /// Something that another program made, with a name that the model needs.
  static func named(_ subject: String, canBeRenamed: Bool) -> Self {
    let advice = canBeRenamed ? "rename or drop it, then migrate" : "drop it, then migrate"
    return unmanaged(subject, "has a name that the model needs; \(advice)")
  }

  private static func unmanaged(_ subject: String, _ text: String) -> Self {
    var finding = Self(subject: subject, count: 1, text: text)
    finding.isUnmanaged = true
    return finding
  }
}
