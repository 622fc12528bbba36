import Rowsmith
import RowsmithClient

/// Writes what a client's user would, and notes it in the ledger.
struct Writer {
  let client: Int
  let store: Store

  // MARK: Making

  func makeItem(_ id: String, a value: String?, folder: String?, _ ledger: inout Ledger) throws {
    try run(
      "INSERT INTO Item (id, a, folder) VALUES (?, ?, ?)",
      [.text(id), StoredValue(text: value), StoredValue(text: folder)])
    ledger.items[id] = client
    ledger.values[.init(item: id, member: "a")] = .some(value)
    ledger.values[.init(item: id, member: "folder")] = .some(folder)
  }

  func makeTag(_ ledger: inout Ledger) throws -> String {
    let (id, name) = (ledger.token(client), ledger.token(client))
    try run("INSERT INTO Tag (id, name) VALUES (?, ?)", [.text(id), .text(name)])
    ledger.tags[id] = name
    return id
  }

  func makeFolder(_ ledger: inout Ledger) throws -> String {
    let (id, name) = (ledger.token(client), ledger.token(client))
    try run("INSERT INTO Folder (id, name) VALUES (?, ?)", [.text(id), .text(name)])
    ledger.folders[id] = name
    return id
  }

  // MARK: Changing

  func set(_ member: String, of item: String, to value: String?, _ ledger: inout Ledger) throws {
    try run("UPDATE Item SET \(member) = ? WHERE id = ?", [StoredValue(text: value), .text(item)])
    ledger.values[.init(item: item, member: member)] = .some(value)
  }

  func retitle(_ item: String, _ ledger: inout Ledger) throws {
    let title = ledger.token(client)
    var known = ledger.titles[item]?[client].map { $0.known.union([$0.value]) } ?? []
    if let before = try text("SELECT title FROM Item WHERE id = ?", [.text(item)]) { known.insert(before) }
    try run("UPDATE Item SET title = ? WHERE id = ?", [.text(title), .text(item)])
    ledger.titles[item, default: [:]][client] = .init(
      client: client, item: item, value: title, known: known)
  }

  func addToken(to item: String, _ ledger: inout Ledger) throws {
    let token = ledger.token(client)
    try run(
      "UPDATE Item SET tokens = json_insert(coalesce(tokens, '[]'), '$[#]', ?) WHERE id = ?",
      [.text(token), .text(item)])
    ledger.tokens[item, default: [:]][token] = client
  }

  /// Makes a link, or takes it out where it is there.
  func relink(_ list: String, _ item: String, _ tag: String, _ ledger: inout Ledger) throws {
    let values = [StoredValue.text(item), .text(tag)]
    let isThere = try text("SELECT source FROM Item_\(list) WHERE source = ? AND target = ?", values) != nil
    try run(
      isThere
        ? "DELETE FROM Item_\(list) WHERE source = ? AND target = ?"
        : "INSERT INTO Item_\(list) (source, target) VALUES (?, ?)", values)
    ledger.links[.init(list: list, item: item, tag: tag)] = !isThere
  }

  // MARK: Deleting

  func delete(_ item: String, _ ledger: inout Ledger) throws {
    let row = try store.read { db in
      try db.rows("SELECT title, a, b, c, tokens FROM Item WHERE id = ?", [.text(item)]).first?.values ?? []
    }
    try store.write { db in
      for sql in [
        "DELETE FROM Item_tags WHERE source = ?", "DELETE FROM Item_fans WHERE source = ?",
        "DELETE FROM Item WHERE id = ?",
      ] { try db.run(sql, [.text(item)]) }
    }
    var known = Set(row.flatMap(\.tokens))
    if let edit = ledger.titles[item]?[client] { known.formUnion(edit.known.union([edit.value])) }
    ledger.deletions[item] = .init(client: client, known: known)
  }

  // MARK: SQL

  func keys(_ entity: String) throws -> [String] {
    try store.read { try $0.rows("SELECT id FROM \(entity) ORDER BY id").compactMap { $0.text("id") } }
  }

  /// The items that a request says something of to which no answer has come.
  ///
  /// - Parameter kind: what the request does; nil for anything.
  func sending(_ kind: String? = nil) throws -> [String] {
    try store.read { db in
      try db.rows(
        """
        SELECT key FROM _rowsmith_queue
        WHERE lane = 'sync' AND state = 'sending' AND entity = 'Item' AND route = coalesce(?, route) ORDER BY id
        """, [StoredValue(text: kind)]
      ).compactMap { $0.text("key") }
    }
  }

  private func text(_ sql: String, _ values: [StoredValue]) throws -> String? {
    guard case .text(let text)? = try store.read({ try $0.rows(sql, values).first?.values.first }) else {
      return nil
    }
    return text
  }

  private func run(_ sql: String, _ values: [StoredValue]) throws {
    try store.write { _ = try $0.run(sql, values) }
  }
}

extension StoredValue {
  init(text: String?) { self = text.map(StoredValue.text) ?? .null }

  /// The tokens in it: the text, or the items of a list.
  var tokens: [String] {
    guard case .text(let text) = self else { return [] }
    guard case .array(let items)? = try? JSONValue(parsing: text) else { return [text] }
    return items.compactMap { if case .string(let item) = $0 { item } else { nil } }
  }
}
