import Rowsmith
import RowsmithSchema

/// A to-many relationship of a row.
struct ListName: Sendable, Hashable {
  var row: RowName
  /// The entity that declares it.
  var entity: String
  var name: String

  /// `Issue.labels`.
  var relationship: String { "\(entity).\(name)" }
  var values: [StoredValue] { row.values + [.text(name)] }
}

/// The keys of the items of a list.
struct KeyList: Sendable, Hashable {
  var keys: [[StoredValue]]
  /// Whether the order is known: an item that was removed has no position any more.
  var isOrderKnown = true

  init(_ keys: [[StoredValue]], isOrderKnown: Bool = true) {
    self.keys = keys
    self.isOrderKnown = isOrderKnown
  }

  init?(_ json: JSONValue?) {
    guard case .array? = json, let text = json?.text else { return nil }
    let values = KeyCoding.decode(.text(text), count: 2)
    guard values.count >= 2, case .integer(let width) = values[1] else { return nil }
    keys = values.dropFirst(2).map { KeyCoding.decode($0, count: Int(width)) }
    isOrderKnown = values[0] == .integer(1)
  }

  /// JSON: whether the order is known, the number of parts of a key, and the keys.
  var text: String {
    let head: [StoredValue] = [.integer(isOrderKnown ? 1 : 0), .integer(Int64(keys.first?.count ?? 1))]
    guard case .text(let text) = KeyCoding.encode(head + keys.map(KeyCoding.encode)) else { return "null" }
    return text
  }

  /// The JSON of one key in ``text``.
  static func itemText(_ key: [StoredValue]) -> String {
    guard case .text(let text) = KeyCoding.encode([.null, KeyCoding.encode(key)]) else { return "" }
    return String(text.dropFirst("[null,".count).dropLast())
  }

  /// Whether another list has the same items, in the same order if `ordered`.
  func isSame(as other: KeyList, ordered: Bool) -> Bool {
    ordered ? isOrderKnown && other.isOrderKnown && keys == other.keys : Set(keys) == Set(other.keys)
  }

  /// Replaces one key by another, without duplicates.
  mutating func rename(_ old: [StoredValue], to new: [StoredValue]) {
    guard let index = keys.firstIndex(of: old) else { return }
    if keys.contains(new) { keys.remove(at: index) } else { keys[index] = new }
  }
}

/// A list that was changed here.
struct UnsentList: Sendable {
  /// The server's last state of the list; `nil` if unknown.
  var base: KeyList?
  /// The current list; `nil` if an earlier version recorded the change.
  var own: KeyList?
  /// Whether the server may have another list than `base`.
  var hasLeft = false

  /// The stored text.
  var text: String { "[\(base?.text ?? "null"),\(own?.text ?? "null")]" }

  init(base: KeyList?, own: KeyList?) {
    self.base = base
    self.own = own
  }

  fileprivate init(_ row: ResultRow) {
    hasLeft = row.integer("has_left") != 0
    guard let text = row.text("base"), case .array(let lists)? = try? JSONValue(parsing: text),
      lists.count == 2
    else { return }
    base = KeyList(lists[0])
    own = KeyList(lists[1])
  }
}

extension ReadTransaction {
  /// What is recorded about a list; `nil` if it does not differ from the server's state.
  func unsentList(_ list: ListName) throws -> UnsentList? {
    try rows(
      "SELECT base, has_left FROM _rowsmith_unsent_values WHERE entity = ? AND key = ? AND name = ? AND is_link = 1",
      list.values
    ).first.map(UnsentList.init)
  }

  /// The lists of a row that were changed here.
  func unsentLists(of row: RowName, _ facts: ModelFacts) throws -> [ListName] {
    try rows(
      "SELECT name FROM _rowsmith_unsent_values WHERE entity = ? AND key = ? AND is_link = 1 ORDER BY name",
      row.values
    ).compactMap { $0.text("name") }.compactMap { name in
      facts.declarer(of: name, in: row.table).map { ListName(row: row, entity: $0, name: name) }
    }
  }
}

extension WriteTransaction {
  /// Records a list and the server's state of it.
  func note(_ unsent: UnsentList, _ list: ListName, revision: Int64) throws {
    try run(
      """
      INSERT INTO _rowsmith_unsent_values (entity, key, name, is_link, base, revision) VALUES (?1, ?2, ?3, 1, ?4, ?5)
      ON CONFLICT (entity, key, name) DO UPDATE SET base = excluded.base, revision = excluded.revision
      """, list.values + [.text(unsent.text), .integer(revision)])
  }

  /// Updates the recorded list, or the server's state of it.
  func renote(_ unsent: UnsentList, _ list: ListName) throws {
    try run(
      "UPDATE _rowsmith_unsent_values SET base = ?4 WHERE entity = ?1 AND key = ?2 AND name = ?3",
      list.values + [.text(unsent.text)])
  }

  /// Removes the entry of a list that equals the server's state.
  func tidyUnsent(_ list: ListName, _ facts: ModelFacts) throws {
    guard let unsent = try unsentList(list), !unsent.hasLeft, let base = unsent.base, let own = unsent.own,
      base.isSame(as: own, ordered: facts.isOrdered(list))
    else { return }
    try run(
      "DELETE FROM _rowsmith_unsent_values WHERE entity = ? AND key = ? AND name = ?", list.values)
    try tidyUnsent(list.row)
  }

  /// Resets lists to the server's last state.
  func discardLists(of row: RowName, _ facts: ModelFacts) throws {
    for list in try unsentLists(of: row, facts) {
      guard let base = try unsentList(list)?.base else { continue }
      try setLinks(list.relationship, of: row.key, to: base.keys)
    }
  }

  /// Replaces the key of an item by its new one in all locally changed lists.
  func renameItem(_ row: RowName, to key: [StoredValue], _ facts: ModelFacts) throws {
    let names = facts.lists(of: row.table).sorted()
    if names.isEmpty { return }
    // Only those that have the key: there may be many, and the queue renames one record after another.
    let notes = try rows(
      """
      SELECT entity, key, name FROM _rowsmith_unsent_values
      WHERE is_link = 1 AND name IN (SELECT value FROM json_each(?1)) AND instr(base, ?2) > 0
      """, [.text(JSONValue.array(names.map(JSONValue.string)).text), .text(KeyList.itemText(row.key))])
    for note in notes {
      guard let table = note.text("entity"), let name = note.text("name"), let stored = note["key"],
        let entity = facts.declarer(of: name, in: table),
        facts.target(of: name, in: entity).flatMap({ facts.table(of: $0.target) }) == row.table
      else { continue }
      let owner = RowName(
        table: table, key: KeyCoding.decode(stored, count: facts.keyColumns(of: table).count))
      let list = ListName(row: owner, entity: entity, name: name)
      guard var unsent = try unsentList(list) else { continue }
      unsent.base?.rename(row.key, to: key)
      unsent.own?.rename(row.key, to: key)
      try renote(unsent, list)
    }
  }
}

extension ModelFacts {
  /// The entity in a table that declares a to-many relationship.
  func declarer(of relationship: String, in table: String) -> String? {
    entities(in: table).first { declares(relationship, $0) }
  }

  func isOrdered(_ list: ListName) -> Bool { target(of: list.name, in: list.entity)?.isOrdered == true }
}
