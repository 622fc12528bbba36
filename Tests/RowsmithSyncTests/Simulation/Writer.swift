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
    try note("title", of: item, title, in: "title", &ledger)
    try run("UPDATE Item SET title = ? WHERE id = ?", [.text(title), .text(item)])
  }

  /// Has an item lead to something that is made for it: a folder, or another item.
  func retarget(_ item: String, to entity: Target, _ ledger: inout Ledger) throws {
    let key: String
    switch entity {
    case .folder: key = try makeFolder(&ledger)
    case .item:
      key = ledger.token(client)
      try makeItem(key, a: nil, folder: nil, &ledger)
    }
    try note("subject", of: item, key, in: "subject_id", &ledger)
    try choose("subject", of: item, .init(entity: entity, key: key))
  }

  /// Has an item lead to something, or nowhere.
  func lead(_ item: String, to target: Choice?, _ ledger: inout Ledger) throws {
    try choose("about", of: item, target)
    ledger.values[.init(item: item, member: "about")] = .some(target?.text)
  }

  private func choose(_ name: String, of item: String, _ target: Choice?) throws {
    let keys = Target.allCases.map { StoredValue(text: target?.entity == $0 ? target?.key : nil) }
    let columns = Target.allCases.map { "\(name)\($0.table) = ?" }.joined(separator: ", ")
    try run("UPDATE Item SET \(columns) WHERE id = ?", keys + [.text(item)])
  }

  /// Notes what is about to be written, and what it takes the place of.
  private func note(
    _ member: String, of item: String, _ value: String, in column: String, _ ledger: inout Ledger
  ) throws {
    let place = Ledger.Place(item: item, member: member)
    var known = ledger.edits[place]?[client].map { $0.known.union([$0.value]) } ?? []
    if let before = try text("SELECT \(column) FROM Item WHERE id = ?", [.text(item)]) {
      known.insert(before)
    }
    ledger.edits[place, default: [:]][client] = .init(
      client: client, item: item, value: value, known: known)
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
    for member in SimulatedModel.contested {
      guard let edit = ledger.edits[.init(item: item, member: member)]?[client] else { continue }
      known.formUnion(edit.known.union([edit.value]))
    }
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

  /// The tokens in it: the text, the items of a list, or the texts of an object.
  var tokens: [String] {
    guard case .text(let text) = self else { return [] }
    switch try? JSONValue(parsing: text) {
    case .array(let items): return items.compactMap { if case .string(let item) = $0 { item } else { nil } }
    case .object(let members): return members.flatMap(\.value.strings)
    default: return [text]
    }
  }
}
