import Rowsmith
import RowsmithClient

/// Writes what a client's user would, and notes it in the ledger.
struct Writer {
  let client: Int
  let clients: Int
  let store: Store
  let deletions: Double

  /// Writes something, as chance has it.
  func write(_ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let items = try keys("Item")
    // What is new changes most.
    let recent = items.sorted { Ledger.age($0) > Ledger.age($1) }.prefix(4)
    guard let item = dice.pick(dice.happens(0.6) ? Array(recent) : items),
      !dice.happens(items.count < 3 ? 0.5 : 0.12)
    else {
      return try makeItem(&ledger, &dice)
    }
    if dice.happens(deletions) { return try delete(&ledger, &dice) }
    switch dice.share() {
    case ..<0.06: try makeOther(&ledger, &dice)
    case ..<0.46: try edit(item, &ledger, &dice)
    case ..<0.60: try retitle(item, &ledger)
    case ..<0.80: try addToken(item, &ledger)
    default: try relink(item, &ledger, &dice)
    }
  }

  // MARK: Making

  private func makeItem(_ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let id = ledger.token(client)
    let folder = dice.happens(0.5) ? dice.pick(try keys("Folder")) : nil
    let value = dice.happens(0.5) ? ledger.token(client) : nil
    try run(
      "INSERT INTO Item (id, a, folder) VALUES (?, ?, ?)",
      [.text(id), StoredValue(text: value), StoredValue(text: folder)])
    ledger.items[id] = client
    ledger.values[.init(item: id, member: "a")] = .some(value)
    ledger.values[.init(item: id, member: "folder")] = .some(folder)
  }

  private func makeOther(_ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let (id, name) = (ledger.token(client), ledger.token(client))
    let isTag = dice.happens(0.6)
    try run("INSERT INTO \(isTag ? "Tag" : "Folder") (id, name) VALUES (?, ?)", [.text(id), .text(name)])
    if isTag { ledger.tags[id] = name } else { ledger.folders[id] = name }
  }

  // MARK: Changing

  private func owned(_ item: String, _ what: String) -> Bool {
    Ledger.owner(of: item, what, among: clients) == client
  }

  private func edit(_ item: String, _ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let places = SimulatedModel.owned.filter { owned(item, $0) }
    let own = try keys("Item").filter { row in SimulatedModel.owned.contains { owned(row, $0) } }
    guard let member = dice.pick(places) else {
      guard let other = dice.pick(own) else { return try addToken(item, &ledger) }
      return try edit(other, &ledger, &dice)
    }
    var value: String? = dice.happens(0.1) ? nil : ledger.token(client)
    if member == "folder", value != nil { value = dice.pick(try keys("Folder")) }
    try run("UPDATE Item SET \(member) = ? WHERE id = ?", [StoredValue(text: value), .text(item)])
    ledger.values[.init(item: item, member: member)] = .some(value)
  }

  private func retitle(_ item: String, _ ledger: inout Ledger) throws {
    let title = ledger.token(client)
    var known = ledger.titles[item]?[client].map { $0.known.union([$0.value]) } ?? []
    if let before = try text("SELECT title FROM Item WHERE id = ?", [.text(item)]) { known.insert(before) }
    try run("UPDATE Item SET title = ? WHERE id = ?", [.text(title), .text(item)])
    ledger.titles[item, default: [:]][client] = .init(
      client: client, item: item, value: title, known: known)
  }

  private func addToken(_ item: String, _ ledger: inout Ledger) throws {
    let token = ledger.token(client)
    try run(
      "UPDATE Item SET tokens = json_insert(coalesce(tokens, '[]'), '$[#]', ?) WHERE id = ?",
      [.text(token), .text(item)])
    ledger.tokens[item, default: [:]][token] = client
  }

  private func relink(_ item: String, _ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    let list = dice.happens(0.5) ? "tags" : "fans"
    let tags = try keys("Tag").filter { owned(item, list + $0) }
    guard let tag = dice.pick(tags) else { return try makeOther(&ledger, &dice) }
    let values = [StoredValue.text(item), .text(tag)]
    let isThere = try text("SELECT source FROM Item_\(list) WHERE source = ? AND target = ?", values) != nil
    try run(
      isThere
        ? "DELETE FROM Item_\(list) WHERE source = ? AND target = ?"
        : "INSERT INTO Item_\(list) (source, target) VALUES (?, ?)", values)
    ledger.links[.init(list: list, item: item, tag: tag)] = !isThere
  }

  // MARK: Deleting

  /// Deletes an item that the client has made.
  private func delete(_ ledger: inout Ledger, _ dice: inout SimulatedDice) throws {
    guard let item = dice.pick(try keys("Item").filter { ledger.items[$0] == client }) else { return }
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

  private func keys(_ entity: String) throws -> [String] {
    try store.read { try $0.rows("SELECT id FROM \(entity) ORDER BY id").compactMap { $0.text("id") } }
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
