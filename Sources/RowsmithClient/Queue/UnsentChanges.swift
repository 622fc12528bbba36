import Rowsmith
import RowsmithSchema

/// Identifies a row.
struct RowName: Sendable, Hashable {
  /// The table, named after the root of the entity's inheritance family.
  var table: String
  var key: [StoredValue]

  var values: [StoredValue] { [.text(table), KeyCoding.encode(key)] }
}

/// The changes of a row that the server does not have.
struct UnsentChanges: Sendable {
  /// The statement that finds the rows that the server does not know: their tables and keys.
  static let newRows = "SELECT entity, key FROM _rowsmith_unsent WHERE is_new = 1"
  /// The statement that finds the columns that differ from the server's: their tables, keys and names.
  static let columns = "SELECT entity, key, name FROM _rowsmith_unsent_values WHERE is_link = 0"

  /// Whether the server does not know the row at all.
  var isNew: Bool
  /// Counts local changes, from a random start. It tells changes that were sent from later ones.
  var revision: Int64
  /// The server's last values of the columns that differ.
  var base: [String: StoredValue]
  /// Other values of those columns that the server may have: see `has_left` in ``QueueTables``.
  var left: [String: StoredValue] = [:]
  /// Relationships whose links differ.
  var links: [String]
}

extension UnsentChanges {
  /// The value against which a column is compared to decide whether to send it; `nil` if it does not differ. A column that was
  /// changed back is sent if the server may have received the change, or may not have the value yet that an answer had.
  func old(_ column: String, now: StoredValue) -> StoredValue? {
    guard let base = base[column] else { return nil }
    guard base == now, let other = left[column] else { return base }
    if other != now { return other }
    // It was sent, but is to be sent once more. Any other value will do, as it is only compared.
    return now == .null ? StoredValue.integer(0) : StoredValue.null
  }
}

extension ReadTransaction {
  /// The changes of a row that the server does not have; `nil` if there are none.
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
        if value.integer("has_left") != 0 { changes.left[name] = value["sent"] ?? .null }
      }
    }
    return changes
  }
}

extension ReadTransaction {
  /// Whether the server does not know a row that has this key, or this value in its key.
  private func hasNewRow(withKeyPart part: StoredValue, _ facts: ModelFacts) throws -> Bool {
    let (single, composite) = facts.keyTables
    // By table and key, as there may be many rows.
    let found = try rows(
      """
      SELECT 1 FROM _rowsmith_unsent WHERE entity IN (SELECT value FROM json_each(?2)) AND key = ?1 AND is_new = 1 LIMIT 1
      """, [part, .text(JSONValue.array(single.map(JSONValue.string)).text)])
    if !found.isEmpty { return true }
    if composite.isEmpty { return false }
    // Keys of several parts are JSON arrays.
    let spelling = if case .text(let text) = part { JSONValue.string(text).text } else { part.plainText }
    let composed = try rows(
      """
      SELECT 1 FROM _rowsmith_unsent AS row WHERE entity IN (SELECT value FROM json_each(?2)) AND is_new = 1
      AND EXISTS (SELECT 1
      FROM json_each(CASE WHEN instr(row.key, ?3) AND json_valid(row.key) THEN row.key ELSE '[]' END) AS part
      WHERE part.value IS ?1) LIMIT 1
      """, [part, .text(JSONValue.array(composite.map(JSONValue.string)).text), .text(spelling)])
    return !composed.isEmpty
  }

  /// Whether the server may still give a key to a row that has this local one, or has it in its key.
  ///
  /// A row that was imported, or that another program has written, is noted as new only when a request is to create it. Its text
  /// can only be a local key; a negative number may be any other number.
  func mayGetKey(for part: StoredValue, _ facts: ModelFacts) throws -> Bool {
    if try hasNewRow(withKeyPart: part, facts) { return true }
    guard case .text = part else { return false }
    for place in facts.ownKeyColumns {
      let found = try rows(
        "SELECT 1 FROM \"\(place.table)\" WHERE \"\(place.column)\" = ? LIMIT 1", [part])
      if !found.isEmpty { return true }
    }
    return false
  }
}

extension WriteTransaction {
  /// The first revision of a row: random, so that the revisions of two rows do not overlap.
  private static let firstRevision = "((random() & 0x3FFFFFFF) << 32) + 1"

  /// Records that a row was created here.
  func noteNew(_ row: RowName) throws {
    try run(
      """
      INSERT INTO _rowsmith_unsent (entity, key, is_new, revision) VALUES (?, ?, 1, \(WriteTransaction.firstRevision))
      ON CONFLICT (entity, key) DO UPDATE SET revision = revision + 1
      """, row.values)
  }

  /// Records that a row was changed here.
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

  /// Records that a column differs from the server's value. Removes the entry if the column is back to that value.
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

  /// Records the value of a column that an answer has, and that was changed here to another one.
  func noteAnswered(_ name: String, _ value: StoredValue, of row: RowName) throws {
    try run(
      """
      UPDATE _rowsmith_unsent_values SET base = ?4, has_left = has_left & 1
      WHERE entity = ?1 AND key = ?2 AND name = ?3
      """, row.values + [.text(name), value])
  }

  /// Records that an answer has values as they were changed here. An import does not write those, so the tracker does not see
  /// them.
  ///
  /// They stay unsent, and are sent whatever they are changed to: the answer may be older than what the server was last known
  /// to have. So it does not matter either if it has only a part of a value or link of several columns.
  func noteConfirmed(_ values: [ConfirmedValues.Value], _ facts: ModelFacts) throws {
    for confirmed in values {
      let count = facts.keyColumns(of: confirmed.table).count
      let row = RowName(table: confirmed.table, key: KeyCoding.decode(confirmed.key, count: count))
      // A later record of the answer may have had another value, which the tracker sees.
      guard try self.row(of: row.table, key: row.key, facts)?[confirmed.column] == confirmed.value else {
        continue
      }
      try run(
        """
        UPDATE _rowsmith_unsent_values
        SET sent = CASE WHEN has_left & 1 THEN sent ELSE base END, base = ?4, has_left = has_left | 2
        WHERE entity = ?1 AND key = ?2 AND name = ?3 AND base IS NOT ?4
        """, row.values + [.text(confirmed.column), confirmed.value])
    }
  }

  /// Removes the entry of a row without differences.
  func tidyUnsent(_ row: RowName) throws {
    try run(
      """
      DELETE FROM _rowsmith_unsent WHERE entity = ?1 AND key = ?2 AND is_new = 0 AND NOT EXISTS
      (SELECT 1 FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2)
      """, row.values)
  }

  /// Records that the server has a row as it was at a revision. Later changes stay unsent.
  ///
  /// - Parameter isMadeAgain: whether the server had the record before it, whose deletion waits: the row is new to it.
  func noteSent(_ row: RowName, revision: Int64?, isMadeAgain: Bool = false) throws {
    let first = revision.map { $0 & ~0xFFFF_FFFF } ?? 0
    let limits = [first, revision ?? .max].map(StoredValue.integer)
    // For columns changed since then, the sent value is the server's value now. It may be another request's, which may fail.
    try run(
      """
      UPDATE _rowsmith_unsent_values SET has_left = 3, base = CASE is_link WHEN 1
      THEN '[' || sent || ',' || coalesce(json_extract(base, '$[1]'), 'null') || ']' ELSE sent END
      WHERE entity = ?1 AND key = ?2
      AND revision NOT BETWEEN ?3 AND ?4 AND has_left & 1
      """, row.values + limits)
    if !isMadeAgain {
      try run("UPDATE _rowsmith_unsent SET is_new = 0 WHERE entity = ?1 AND key = ?2", row.values)
    }
    try run(
      "DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2 AND revision BETWEEN ?3 AND ?4",
      row.values + limits)
    try tidyUnsent(row)
  }

  /// Removes everything recorded about a row.
  func forgetUnsent(_ row: RowName) throws {
    try run("DELETE FROM _rowsmith_unsent WHERE entity = ?1 AND key = ?2", row.values)
    try run("DELETE FROM _rowsmith_unsent_values WHERE entity = ?1 AND key = ?2", row.values)
  }

  /// Moves the entries of a row to its new key.
  func moveUnsent(_ row: RowName, to key: [StoredValue]) throws {
    let new = KeyCoding.encode(key)
    let isThere = try !rows("SELECT 1 FROM _rowsmith_unsent WHERE entity = ? AND key = ?", row.values).isEmpty
    for table in ["_rowsmith_unsent", "_rowsmith_unsent_values"] {
      try run("UPDATE OR REPLACE \(table) SET key = ?3 WHERE entity = ?1 AND key = ?2", row.values + [new])
    }
    guard isThere else { return }
    // Entries of another row that had this key before are sent with the revision of this one.
    try run(
      """
      WITH row AS (SELECT revision FROM _rowsmith_unsent WHERE entity = ?1 AND key = ?2)
      UPDATE _rowsmith_unsent_values SET revision = (SELECT revision FROM row)
      WHERE entity = ?1 AND key = ?2 AND revision >> 32 <> (SELECT revision >> 32 FROM row)
      """, [row.values[0], new])
  }
}
