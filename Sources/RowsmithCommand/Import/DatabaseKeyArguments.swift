import Foundation
import Rowsmith

/// Finds the key of an encrypted database. It is never an argument, because other users of the machine can see these.
enum DatabaseKeyArguments {
  static let file = Option(
    "key-file", "FILE",
    "The file whose first line is the key of an encrypted database; by default the key is in the environment as ROWSMITH_KEY."
  )

  /// Whether this program was built with the trait SQLCipher.
  static var canDecrypt: Bool {
    #if SQLCipher
      true
    #else
      false
    #endif
  }

  /// The key; `nil` if the database has none.
  static func key(
    _ arguments: ParsedArguments, environment: [String: String] = ProcessInfo.processInfo.environment,
    canDecrypt: Bool = canDecrypt
  ) throws(UsageError) -> DatabaseKey? {
    let file = try arguments[file]
    let variable = environment["ROWSMITH_KEY"].flatMap { $0.isEmpty ? nil : $0 }
    guard file != nil || variable != nil else { return nil }
    guard canDecrypt else {
      // Ignoring the key would create an unencrypted database unnoticed.
      throw UsageError(
        "\(file == nil ? "ROWSMITH_KEY is set" : "--key-file is given"), and this program was built without SQLCipher; "
          + "'swift build --product rowsmith --traits SQLCipher' builds one that opens databases with a key")
    }
    if let file {
      return .passphrase(try ArgumentFile(option: "--key-file", path: file).firstLine(keepsMark: true))
    }
    return variable.map { .passphrase($0) }
  }
}
