import Foundation
import Rowsmith

extension Command {
  /// `rowsmith migrate`.
  static let migrate = Command(
    name: "migrate", summary: "Migrates a database to a model.",
    operands: Operands(placeholder: "DB", help: "The database file.", isSingle: true),
    options: [
      model.declaration, dryRun.declaration, allowDestructive.declaration,
      DatabaseKeyArguments.file.declaration, OutputFormat.option.declaration,
    ],
    discussion: """
      Prints the steps. They are one transaction: afterwards the database matches the model, or is unchanged.

      Rows, values and links that have no place in the model are listed, and nothing is done, unless \
      --allow-destructive is given. Missing values that are required, and equal values that must be unique, \
      stop the migration in any case.

      With --dry-run nothing is written; the exit status is that of the migration. With `--format json` the result is \
      one object.
      """
  ) { arguments, terminal in
    let modelPath = try arguments.require(model)
    let file = try DatabaseFile(path: arguments.operands[0], arguments)
    let allowsLoss = arguments[allowDestructive]
    let format = try arguments[OutputFormat.option] ?? .text
    let loaded = try LoadedModel(path: modelPath, terminal)
    loaded.reportWarnings(to: terminal)
    guard FileManager.default.fileExists(atPath: file.path) else {
      terminal.report("error: there is no database '\(file.path)'")
      return .failed
    }
    var outcome = MigrationOutcome(isDryRun: arguments[dryRun], allowsLoss: allowsLoss)
    let interruption = Interruption()
    let isStopped = { @Sendable in interruption.isRaised }
    try interruption.watching {
      if outcome.isDryRun {
        outcome.plan = try Store.migrationPlan(
          at: file.path, to: loaded.schema, options: file.plainOptions, isStopped: isStopped)
      } else {
        do {
          outcome.plan = try Store.migrate(
            at: file.path, to: loaded.schema, allowsLoss: allowsLoss, options: file.plainOptions,
            isStopped: isStopped
          ).plan
        } catch let error as MigrationError where !error.plan.isEmpty {
          outcome.plan = error.plan
        }
      }
    }
    switch format {
    case .text: try outcome.print(to: terminal)
    case .json: try terminal.print(outcome.json)
    }
    return outcome.isRefused ? .failed : .done
  }

  private static let model = Option(
    "model", "MODEL", "The model: a YAML file, or a folder of them.", need: .required)
  private static let dryRun = Flag("dry-run", "Prints the steps and writes nothing.")
  private static let allowDestructive = Flag(
    "allow-destructive", "Deletes data that has no place in the model, and lists it.")
}
