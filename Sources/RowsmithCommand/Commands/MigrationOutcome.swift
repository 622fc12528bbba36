import Rowsmith
import RowsmithSchema

/// The result of a migration or its dry run.
struct MigrationOutcome {
  var isDryRun: Bool
  var allowsLoss: Bool
  var plan = MigrationPlan()

  /// Whether the database stays unchanged because of refusals or losses.
  var isRefused: Bool { !plan.refusals.isEmpty || (!plan.losses.isEmpty && !allowsLoss) }

  /// Prints the steps to standard output, losses and refusals to standard error.
  func print(to terminal: Terminal) throws {
    if plan.isEmpty {
      return try terminal.print("nothing to do: the database matches the model\n")
    }
    if !isRefused || isDryRun {
      for step in plan.steps { try terminal.print(step.escapedForDisplay() + "\n") }
    }
    try terminal.output.flush()
    for refusal in plan.refusals { terminal.report("error: \(refusal)") }
    let severity = allowsLoss ? "note" : "error"
    let verb = allowsLoss && plan.refusals.isEmpty ? "lost" : "would be lost"
    for loss in plan.losses { terminal.report("\(severity): \(verb): \(loss)") }
    if !isRefused { return }
    if !plan.losses.isEmpty {
      let deletes = plan.refusals.isEmpty ? "--allow-destructive deletes it; " : ""
      terminal.report(
        "note: \(deletes)RenamedFrom in the model gives the former name of what was renamed")
    }
    if !isDryRun { terminal.report("note: the database is unchanged") }
  }

  /// The result as a JSON object.
  var json: JSONValue {
    .object([
      .init("steps", .array(plan.steps.map { .string($0) })),
      .init("losses", .array(plan.losses.map(MigrationOutcome.json))),
      .init("refusals", .array(plan.refusals.map(MigrationOutcome.json))),
      .init("done", .bool(!isDryRun && !isRefused)),
      .init("dryRun", .bool(isDryRun)),
    ])
  }

  private static func json(_ finding: MigrationPlan.Finding) -> JSONValue {
    .object([
      .init("subject", .string(finding.subject)), .init("count", JSONValue(finding.count)),
      .init("text", .string(finding.text)),
    ])
  }
}
