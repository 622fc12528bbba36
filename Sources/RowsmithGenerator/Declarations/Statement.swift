/// One statement.
enum Statement: Equatable {
  /// An expression by itself.
  case expression(Expression)
  /// `target = value`
  case assignment(target: String, value: Expression)
  /// `switch subject { … }`
  case `switch`(subject: String, cases: [Case])

  /// One branch of a switch.
  struct Case: Equatable {
    /// What stands before the colon: `case "a"`, `default`.
    var pattern: String
    /// The one statement of the branch.
    var body: String
  }
}
