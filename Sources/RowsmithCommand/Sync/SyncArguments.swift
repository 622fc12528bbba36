import RowsmithClient
import RowsmithSync

/// The arguments of `rowsmith sync`.
struct SyncArguments {
  static let model = Option("model", "MODEL", "The model: a YAML file, or a folder of them.", need: .required)
  static let server = Option(
    "server", "URL",
    "The address of the server, such as https://kinto.example.com/v1; with `rest`, the model's by default.")
  static let pull = Flag("pull", "Only imports what has changed on the server.")
  static let push = Flag("push", "Only sends what has changed here.")
  static let full = Flag(
    "full", "Fetches everything, and deletes what the server no longer has.")
  static let verify = Flag("verify", "As --full, and compares every record again, to repair differences.")
  static let dryRun = Flag(
    "dry-run", "Lists what would be sent; the server is not contacted, and nothing is written.")

  private static let scopes: [(flag: Flag, scope: SyncScope)] = [
    (pull, .pull), (push, .push), (full, .full), (verify, .verify),
  ]

  static let declarations =
    [model.declaration, DatabaseKeyArguments.file.declaration, server.declaration] + Login.declarations
    + scopes.map(\.flag.declaration) + [dryRun.declaration] + ServerArguments.common
    + [OutputFormat.option.declaration]

  let modelPath: String
  let database: DatabaseFile
  let scope: SyncScope
  let isDryRun: Bool
  let server: ServerArguments
  let format: OutputFormat

  init(_ arguments: ParsedArguments) throws {
    modelPath = try arguments.require(Self.model)
    database = try DatabaseFile(path: arguments.operands.first ?? "", arguments)
    isDryRun = arguments[Self.dryRun]
    format = try arguments[OutputFormat.option] ?? .text
    let wanted = Self.scopes.filter { arguments[$0.flag] }
    if wanted.count > 1 {
      let names = wanted.map { "--\($0.flag.declaration.name)" }
      throw UsageError("\(names.joined(separator: " and ")) exclude each other: give one")
    }
    scope = wanted.first?.scope ?? .both
    if isDryRun, scope == .pull {
      throw UsageError("--dry-run lists what would be sent, and --pull sends nothing: give one")
    }
    var server = try ServerArguments(arguments, address: Self.server)
    // A dry run makes no requests, so it needs no password.
    if !isDryRun, let login = try Login.authentication(arguments) { server.options.authentication = login }
    self.server = server
  }
}
