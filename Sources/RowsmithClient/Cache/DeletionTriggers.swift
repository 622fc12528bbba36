import Foundation
import Rowsmith

/// Triggers that drop the stored answers for a table when one of its rows is deleted, by this or another program. Otherwise the
/// server would say that nothing has changed (304), and the row would stay missing.
///
/// Created with the first answer that brings rows of a table. A migration that replaces the table drops its trigger and the
/// stored answers.
final class DeletionTriggers: @unchecked Sendable {
  /// Guards `known`.
  private let lock = NSLock()
  /// The tables that have their trigger.
  private var known: Set<String> = []

  /// Creates the missing triggers of tables.
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

  /// Notes that the triggers of tables exist. Called after the transaction that created them is committed.
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
