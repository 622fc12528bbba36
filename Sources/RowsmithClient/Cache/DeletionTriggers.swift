import Foundation
import Rowsmith

/// Triggers that let go of what the server said of its answers when a row is deleted that one may have brought: whoever
/// deletes it, another program included. Without that the server would say that nothing has changed (304), and the row
/// would stay away.
///
/// They are made with the first answer that brings rows of a table; a migration that replaces the table takes them away, and
/// with them what is remembered.
final class DeletionTriggers: @unchecked Sendable {
  /// Guards `known`.
  private let lock = NSLock()
  /// The tables that have theirs.
  private var known: Set<String> = []

  /// Makes those of tables that are missing.
  func prepare(_ tables: [String], _ db: WriteTransaction) throws {
    let missing = lock.withLock { tables.filter { !known.contains($0) } }
    for table in missing {
      let name = "_rowsmith_answers_of_\(table)"
      let there = try db.rows(
        "SELECT sql FROM main.sqlite_master WHERE type = 'trigger' AND name = ?", [.text(name)])
      if there.first?.text("sql") != sql(table) {
        try db.execute(sql: "DROP TRIGGER IF EXISTS \(DDL.quoted(name))")
        try db.execute(sql: sql(table))
      }
    }
  }

  /// Notes that those of tables are there, when the transaction that made them has been committed.
  func noteMade(_ tables: [String]) { lock.withLock { known.formUnion(tables) } }

  private func sql(_ table: String) -> String {
    """
    CREATE TRIGGER \(DDL.quoted("_rowsmith_answers_of_\(table)")) AFTER DELETE ON \(DDL.quoted(table)) BEGIN \
    DELETE FROM _rowsmith_answers WHERE url IN \
    (SELECT url FROM _rowsmith_answer_tables WHERE name = \(DDL.literal(.text(table)))); \
    DELETE FROM _rowsmith_answer_tables WHERE name = \(DDL.literal(.text(table))); END
    """
  }
}
