import Rowsmith
import RowsmithSchema

/// Which row it is.
struct RowName: Sendable, Hashable {
  /// The table: the root of the entity's family.
  var table: String
  var key: [StoredValue]

  var values: [StoredValue] { [.text(table), KeyCoding.encode(key)] }
}

/// What of a row the server has not heard of.
struct UnsentChanges: Sendable {
  /// The statement that finds the rows of which the server has not heard: their tables and keys.
  static let newRows = "SELECT entity, key FROM _rowsmith_unsent WHERE is_new = 1"

  /// Whether the server has not heard of the row at all.
  var isNew: Bool
  /// Counts local changes.
  var revision: Int64
  /// What the server last said of columns that differ.
  var base: [String: StoredValue]
  /// Relationships whose links differ.
  var links: [String]
}

extension ReadTransaction {
  /// What of a row the server has not heard of; nil where it is as the server said.
  func unsentChanges(of row: RowName) throws -> UnsentChanges? {
    let rows = try rows(
      "SELECT is_new, revision FROM _rowsmith_unsent WHERE entity = ? AND key = ?", row.values)
    guard let first = rows.first else { return nil }
    var changes = UnsentChanges(
      isNew: first.integer("is_new") == 1, revision: Int64(first.integer("revision") ?? 0), base: [:],
      links: [])
    let values = try self.rows(
      "SELECT name, is_link, base FROM _rowsmith_unsent_values WHERE entity = ? AND key = ? ORDER BY name",
      row.values)
    for value in values {
      guard let name = value.text("name") else { continue }
      if value.integer("is_link") == 1 {
        changes.links.append(name)
      } else {
        changes.base[name] = value["base"] ?? .null
      }
    }
    return changes
  }
}

extension WriteTransaction {
  /// Notes that a row was made here.
  func noteNew(_ row: RowName) throws {
    try run(
      """
      INSERT INTO _rowsmith_unsent (entity, key, is_new, revision) VALUES (?, ?, 1, 1)
      ON CONFLICT (entity, key) DO UPDATE SET revision = revision + 1
      """, row.values)
  }

  /// Notes that a row was changed here.
  func noteChanged(_ row: RowName) throws -> Int64 {
    try run(
      """
      INSERT INTO _rowsmith_unsent (entity, key, is_new, revision) VALUES (?, ?, 0, 1)
      ON CONFLICT (entity, key) DO UPDATE SET revision = revision + 1
      """, row.values)
    return Int64(
      try rows("SELECT revision FROM _rowsmith_unsent WHERE entity = ? AND key = ?", row.values).first?
        .integer("revision")
        ?? 0)
  }

  /// Notes that a column, or the links of a relationship, differ from what the server said. A column that comes back to
  /// that is as it was.
  func noteValue(
    _ name: String, isLink: Bool, from old: StoredValue, to new: StoredValue, of row: RowName, revision: Int64
  ) throws {
    try run(
      """
      INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      ON CONFLICT (entity, key, name) DO UPDATE SET revision = excluded.revision
      """, row.values + [.text(name), .integer(isLink ? 1 : 0), old, .integer(revision)])
    guard !isLink else { return }
    try run(
      "DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2 AND name = ?3 AND base IS ?4 AND has_left = 0",
      row.values + [.text(name), new])
  }

  /// Forgets a row of which nothing differs any more.
  func tidyUnsent(_ row: RowName) throws {
    try run(
      """
      DELETE FROM _rowsmith_unsent WHERE entity = ?1 AND key = ?2 AND is_new = 0 AND NOT EXISTS
      (SELECT 1 FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2)
      """, row.values)
  }

  /// The server has heard of a row as it was at a revision: what was changed since stays unsent.
  func noteSent(_ row: RowName, revision: Int64?) throws {
    let limit = StoredValue.integer(revision ?? .max)
    // What was changed since was sent as it was then.
    try run(
      """
      UPDATE _rowsmith_unsent_values SET base = sent WHERE entity = ?1 AND key = ?2 AND revision > ?3 AND has_left = 1
      """, row.values + [limit])
    try run("UPDATE _rowsmith_unsent SET is_new = 0 WHERE entity = ?1 AND key = ?2", row.values)
    try run(
      "DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2 AND revision <= ?3",
      row.values + [limit])
    try tidyUnsent(row)
  }

  /// Forgets all that is noted of a row.
  func forgetUnsent(_ row: RowName) throws {
    try run("DELETE FROM _rowsmith_unsent WHERE entity = ?1 AND key = ?2", row.values)
    try run("DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2", row.values)
  }

  /// Brings what is noted of a row to its new key.
  func moveUnsent(_ row: RowName, to key: [StoredValue]) throws {
    let new = KeyCoding.encode(key)
    for table in ["_rowsmith_unsent", "_rowsmith_unsent_values"] {
      try run("UPDATE OR REPLACE \(table) SET key = ?3 WHERE entity = ?1 AND key = ?2", row.values + [new])
    }
  }
}
