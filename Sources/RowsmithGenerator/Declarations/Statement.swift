/// One statement.
enum Statement: Equatable {
  /// A single expression.
  case expression(Expression)
  /// `target = value`
  case assignment(target: String, value: Expression)
  /// Returns whether `one` and `other` have the same values in these members.
  case equal([String])
  /// `switch subject { … }`
  case `switch`(subject: String, cases: [Case])

  /// One branch of a switch.
  struct Case: Equatable {
    /// The code before the colon: `case "a"`, `default`.
    var pattern: String
    /// The statement of the branch.
    var body: String
  }
}
