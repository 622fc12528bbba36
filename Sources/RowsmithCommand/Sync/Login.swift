import Foundation
import RowsmithClient

/// The user name, and the source of the password. It is never an argument, because other users of the machine can see these.
enum Login {
  static let user = Option(
    "user", "U",
    "The user who logs in with a password (`Authorization: Basic`), from --password-file or from the environment."
  )
  static let passwordFile = Option(
    "password-file", "FILE", "The file whose first line is the password of --user.")
  static let passwordEnv = Option(
    "password-env", "NAME",
    "The environment variable with the password of --user; ROWSMITH_PASSWORD by default.")

  static let declarations = [user.declaration, passwordFile.declaration, passwordEnv.declaration]

  /// - Returns: `nil` if no user name is given.
  static func authentication(_ arguments: ParsedArguments) throws -> BasicAuthentication? {
    let (file, variable) = (try arguments[passwordFile], try arguments[passwordEnv])
    guard let name = try arguments[user] else {
      if file != nil { throw UsageError("--password-file needs --user") }
      if variable != nil { throw UsageError("--password-env needs --user") }
      return nil
    }
    if name.isEmpty || name.contains(":") {
      throw UsageError("--user: a name has at least one character and no colon, found '\(name)'")
    }
    if try arguments[ServerArguments.tokenEnv] != nil {
      throw UsageError("--user and --token-env exclude each other: give one")
    }
    if file != nil, variable != nil {
      throw UsageError("--password-file and --password-env exclude each other: give one")
    }
    return BasicAuthentication(
      user: name,
      password: try file.map { try ArgumentFile(option: "--password-file", path: $0).firstLine() }
        ?? password(inEnvironment: variable ?? "ROWSMITH_PASSWORD"))
  }

  private static func password(inEnvironment name: String) throws -> String {
    if let password = ProcessInfo.processInfo.environment[name], !password.isEmpty { return password }
    throw UsageError(
      "--user needs a password: put it into the environment as \(name), or give --password-file FILE")
  }
}
