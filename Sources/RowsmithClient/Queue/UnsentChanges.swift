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
  /// Counts local changes, from a number drawn by chance on: what was sent of a row is told from what is noted of it anew.
  var revision: Int64
  /// What the server last said of columns that differ.
  var base: [String: StoredValue]
  /// What has left of them, so that the server may have it.
  var left: [String: StoredValue] = [:]
  /// Relationships whose links differ.
  var links: [String]
}

extension UnsentChanges {
  /// What a column is compared with for what is sent; nil where it does not differ. One that was changed back is sent where
  /// the server may have heard of the change.
  func old(_ column: String, now: StoredValue) -> StoredValue? {
    base[column].map { $0 == now ? left[column] ?? $0 : $0 }
  }
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
      "SELECT name, is_link, base, has_left, sent FROM _rowsmith_unsent_values WHERE entity = ? AND key = ? ORDER BY name",
      row.values)
    for value in values {
      guard let name = value.text("name") else { continue }
      if value.integer("is_link") == 1 {
        changes.links.append(name)
      } else {
        changes.base[name] = value["base"] ?? .null
        if value.integer("has_left") == 1 { changes.left[name] = value["sent"] ?? .null }
      }
    }
    return changes
  }
}

extension WriteTransaction {
  /// The first revision of a row: a number that no other one is near to.
  private static let firstRevision = "((random() & 0x3FFFFFFF) << 32) + 1"

  /// Notes that a row was made here.
  func noteNew(_ row: RowName) throws {
    try run(
      """
      INSERT INTO _rowsmith_unsent (entity, key, is_new, revision) VALUES (?, ?, 1, \(WriteTransaction.firstRevision))
      ON CONFLICT (entity, key) DO UPDATE SET revision = revision + 1
      """, row.values)
  }

  /// Notes that a row was changed here.
  func noteChanged(_ row: RowName) throws -> Int64 {
    try run(
      """
      INSERT INTO _rowsmith_unsent (entity, key, is_new, revision) VALUES (?, ?, 0, \(WriteTransaction.firstRevision))
      ON CONFLICT (entity, key) DO UPDATE SET revision = revision + 1
      """, row.values)
    return Int64(
      try rows("SELECT revision FROM _rowsmith_unsent WHERE entity = ? AND key = ?", row.values).first?
        .integer("revision")
        ?? 0)
  }

  /// Notes that a column differs from what the server said. One that comes back to that is as it was.
  func noteValue(
    _ name: String, from old: StoredValue, to new: StoredValue, of row: RowName, revision: Int64
  ) throws {
    try run(
      """
      INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) VALUES (?1, ?2, ?3, 0, ?4, ?5)
      ON CONFLICT (entity, key, name) DO UPDATE SET revision = excluded.revision
      """, row.values + [.text(name), old, .integer(revision)])
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
    let first = revision.map { $0 & ~0xFFFF_FFFF } ?? 0
    let limits = [first, revision ?? .max].map(StoredValue.integer)
    // What was changed since was sent as it was then.
    try run(
      """
      UPDATE _rowsmith_unsent_values SET base = CASE is_link WHEN 1
      THEN '[' || sent || ',' || coalesce(json_extract(base, '$[1]'), 'null') || ']' ELSE sent END
      WHERE entity = ?1 AND key = ?2
      AND revision NOT BETWEEN ?3 AND ?4 AND has_left = 1
      """, row.values + limits)
    try run("UPDATE _rowsmith_unsent SET is_new = 0 WHERE entity = ?1 AND key = ?2", row.values)
    try run(
      "DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2 AND revision BETWEEN ?3 AND ?4",
      row.values + limits)
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
    let isThere = try !rows("SELECT 1 FROM _rowsmith_unsent WHERE entity = ? AND key = ?", row.values).isEmpty
    for table in ["_rowsmith_unsent", "_rowsmith_unsent_values"] {
      try run("UPDATE OR REPLACE \(table) SET key = ?3 WHERE entity = ?1 AND key = ?2", row.values + [new])
    }
    guard isThere else { return }
    // What was noted of the row that had the key is sent with what is noted of this one.
    try run(
      """
      WITH row AS (SELECT revision FROM _rowsmith_unsent WHERE entity = ?1 AND key = ?2)
      UPDATE _rowsmith_unsent_values SET revision = (SELECT revision FROM row)
      WHERE entity = ?1 AND key = ?2 AND revision >> 32 <> (SELECT revision >> 32 FROM row)
      """, [row.values[0], new])
  }
}
