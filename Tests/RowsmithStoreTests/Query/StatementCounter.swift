import CSQLite

@testable import Rowsmith

/// Counts the statements that SQLite runs.
final class StatementCounter {
  private(set) var count = 0

  /// Counts what is run on the transaction's connection while the body lasts.
  func counting<Result>(_ transaction: ReadTransaction, _ body: () throws -> Result) throws -> Result {
    let handle = try transaction.connection().handle
    let counter = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, _, _ in
        guard let context else { return 0 }
        Unmanaged<StatementCounter>.fromOpaque(context).takeUnretainedValue().count += 1
        return 0
      }, counter)
    defer { sqlite3_trace_v2(handle, 0, nil, nil) }
    return try body()
  }
}
