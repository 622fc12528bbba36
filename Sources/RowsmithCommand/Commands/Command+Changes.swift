import Foundation
import Rowsmith
import RowsmithSchema

extension Command {
  /// `rowsmith changes`.
  static let changes = Command(
    name: "changes", summary: "Prints what was changed in a database whose model keeps a history.",
    operands: Operands(placeholder: "DB", help: "The database file.", isSingle: true),
    options: [since.declaration, DatabaseKeyArguments.file.declaration],
    discussion: """
      Each line is a JSON object: a record with its entity and key, whether it was inserted, updated or deleted since the \
      token, what made the last change and when. A record is listed once, even if it was written several times. The last line \
      is `{"next": "…"}`, the token for the next time. Without --since, the whole history is printed.

      If the history does not reach back to the token, nothing is printed and the exit status is 1: start over. Take \
      the token from the message, then read all records, and continue from that token.
      """
  ) { arguments, terminal in
    let file = try DatabaseFile(path: arguments.operands[0], arguments)
    let token = try arguments[since]
    guard FileManager.default.fileExists(atPath: file.path) else {
      terminal.report("error: there is no database '\(file.path)'")
      return .failed
    }
    let options = file.readOnlyOptions
    let interruption = Interruption()
    return try interruption.watching {
      let store = try Store(
        .existingFile(file.path), schema: try Store.storedSchema(at: file.path, options: options),
        options: options,
        isStopped: { interruption.isRaised })
      defer { store.close() }
      let write = { (line: JSONValue) in
        try interruption.check()
        let text = line.text.escapedForDisplay() + "\n"
        try Array(text.utf8).withUnsafeBytes { try terminal.output.write($0, interruption) }
      }
      do {
        let next = try store.read { db in try db.forEachChange(since: token) { try write($0.json) } }
        try write(.object([.init("next", .string(next.description))]))
      } catch let error as StoreError where [.historyGone, .misuse].contains(error.reason) {
        terminal.report("error: \(error.message)")
        return .failed
      }
      return .done
    }
  }

  private static let since = Option<HistoryToken>(
    "since", "TOKEN",
    "Prints the changes since then: a token that this command has printed. By default the whole history."
  ) { text throws(UsageError) in
    if let token = HistoryToken(text) { return token }
    throw UsageError("expected a token after --since, as this command prints it, found '\(text)'")
  }
}

extension HistoryChange {
  fileprivate var json: JSONValue {
    .object([
      .init("entity", .string(entity)),
      .init("key", key.count == 1 ? Self.json(key[0]) : .array(key.map(Self.json))),
      .init("kind", .string(kind.rawValue)), .init("origin", .string(origin.name)),
      .init("at", .string(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))),
    ])
  }

  private static func json(_ value: StoredValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let number): .number(String(number))
    case .real(let number): JSONValue(number)
    case .text(let text): .string(text)
    case .blob(let bytes): .string(Data(bytes).base64EncodedString())
    }
  }
}
