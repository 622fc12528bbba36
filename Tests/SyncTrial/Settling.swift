import Foundation
import Rowsmith
import RowsmithSchema
import RowsmithSync
import TestSupport

/// Synchronises until nothing is left to do, and prints the rows, the wishes and what SQLite says of the file.
struct Settling {
  let session: SyncSession

  func run() async throws {
    for row in try await session.store.fetch(.sql("PRAGMA integrity_check")) { print("integrity", row) }
    for _ in 0..<50 {
      let report = try await session.sync()
      for problem in report.setAside { say("refused", problem.error) }
      if report.stopped == nil, report.waiting == 0, report.isEmpty { break }
      if let stopped = report.stopped { say("stopped", stopped) }
      try await Task.sleep(for: .milliseconds(20))
    }
    try await print("row", "SELECT id, title, place FROM Meeting ORDER BY id")
    try await print("wish", "SELECT meeting, member, value FROM Wish ORDER BY id")
    try await print("left", "SELECT entity, key, kind FROM _rowsmith_sync_unsent")
    try await print("waits", "SELECT method, uri, state, message FROM _rowsmith_queue")
  }

  private func print(_ name: String, _ sql: String) async throws {
    for row in try await session.store.fetch(.sql(sql)) { print(name, row) }
  }

  private func print(_ name: String, _ row: ResultRow) {
    say(name, row.values.map(Settling.text).joined(separator: "|"))
  }

  private static func text(_ value: StoredValue) -> String {
    switch value {
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .null: ""
    case .real, .blob: "?"
    }
  }
}
