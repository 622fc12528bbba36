import Foundation
import RowsmithSchema

/// Reads the history, in an open transaction.
struct HistoryReader {
  let connection: Connection
  let layout: Layout

  /// Calls the body with the net change of each record since a token.
  ///
  /// - Parameter since: `nil` for the whole history.
  /// - Returns: the current token.
  func forEach(since: HistoryToken?, _ body: (HistoryChange) throws -> Void) throws -> HistoryToken {
    let (now, gone) = try state()
    if let since { try check(since, now, gone) }
    let rows = try connection.prepare(
      "SELECT entity, key, kind, origin, at FROM _rowsmith_history WHERE token > ?1 ORDER BY entity, key, token"
    )
    rows.bind([.integer(since?.number ?? 0)])
    var open: (first: Int64, last: Int64, change: HistoryChange, key: StoredValue)?
    func finish() throws {
      guard let done = open, var change = open?.change else { return }
      open = nil
      guard let kind = Self.net(done.first, done.last) else { return }
      change.kind = kind
      try body(change)
    }
    while try rows.step() {
      let (entity, key, kind) = (rows.text(at: 0) ?? "", rows.value(at: 1), rows.integer(at: 2))
      let isSame = open.map { $0.change.entity == entity && $0.key == key } ?? false
      if !isSame { try finish() }
      let change = HistoryChange(
        entity: entity, key: values(of: key, entity), kind: .updated,
        origin: ChangeOrigin(rows.text(at: 3) ?? ""),
        date: Date(timeIntervalSince1970: Double(rows.integer(at: 4)) / 1000))
      open = (open?.first ?? kind, kind, change, key)
    }
    try finish()
    return now
  }

  /// The current token, and the number of the token up to which the history is gone.
  ///
  /// Inside a transaction that writes, the current token is that of the transaction before: this one may write more under its
  /// own, or give it back.
  func state() throws -> (now: HistoryToken, gone: Int64) {
    let hasTable =
      "SELECT 1 FROM main.sqlite_master WHERE type = 'table' AND name = '_rowsmith_history_state'"
    guard try connection.integer(hasTable) != nil else { throw Self.none }
    let row = try connection.prepare("SELECT name, token - open, gone FROM _rowsmith_history_state")
    guard try row.step() else { throw Self.none }
    return (HistoryToken(name: row.text(at: 0) ?? "", number: row.integer(at: 1)), row.integer(at: 2))
  }

  private static let none = StoreError(
    .misuse,
    "the database keeps no history: write `history: true` in its model, and open the database for writing once"
  )

  private func check(_ since: HistoryToken, _ now: HistoryToken, _ gone: Int64) throws {
    // Only opening the database for writing makes them again, and begins anew.
    guard try HistorySetup.hasAllTriggers(of: layout, in: connection) else {
      throw StoreError(
        .historyGone,
        "the changes since '\(since)' may not have been recorded: the database lacks triggers of its history, until it is "
          + "opened for writing again; start over: take the token '\(now)', then read all records")
    }
    // A token from a new file, before it had any content.
    if since.number == 0, gone == 0 { return }
    if since.name == now.name, since.number >= gone, since.number <= now.number { return }
    let reason =
      since.name == now.name && since.number < gone
      ? "the changes since '\(since)' were deleted from the history, or not recorded because the model has changed"
      : "the token '\(since)' is from the history of another database, or from a later state of this one"
    throw StoreError(
      .historyGone, "\(reason); start over: take the token '\(now)', then read all records")
  }

  /// The net change of a record, from its first and last change; `nil` if it was not there before and is not now.
  private static func net(_ first: Int64, _ last: Int64) -> HistoryChange.Kind? {
    if last == 3 { return first == 1 ? nil : .deleted }
    return first == 1 ? .inserted : .updated
  }

  private func values(of key: StoredValue, _ entity: String) -> [StoredValue] {
    guard let table = layout.table(of: entity), table.key.count > 1, case .text(let text) = key,
      case .array(let parts)? = try? JSONValue(parsing: text)
    else { return [key] }
    let columns = table.key.map { name in table.columns.first { $0.name == name } }
    return zip(columns, parts).map { column, part in
      switch part {
      case .number(let text):
        return Int64(text).map { .integer($0) } ?? Double(text).map { .real($0) } ?? .text(text)
      case .string(let text) where column?.type == .blob: return .blob(Self.bytes(text))
      case .string(let text): return .text(text)
      default: return .null
      }
    }
  }

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    return stride(from: 0, to: digits.count - 1, by: 2).map { place in
      let byte: Int = digits[place] * 16 + digits[place + 1]
      return UInt8(byte)
    }
  }
}
