import Rowsmith
import RowsmithClient
import RowsmithSchema

/// An item as it is compared.
struct ItemContent {
  var values: [String: String]
  var tokens: [String]
  var tags: [String]

  /// The values by their names, of a row or of JSON; what leads to one of several entities says what that is.
  static func values(_ text: (String) -> String?) -> [String: String] {
    var values: [String: String] = [:]
    for name in SimulatedModel.contested + SimulatedModel.owned {
      if !SimulatedModel.choices.contains(name) {
        values[name] = text(name)
      } else if let key = text("\(name)_id") {
        values[name] = "\(text("\(name)_type")?.lowercased() ?? "nothing") \(key)"
      } else if let type = text("\(name)_type") {
        values[name] = "\(type) without a key"
      }
    }
    return values
  }

  /// It as a line.
  func line(_ id: String) -> String {
    let members = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "Item \(id) { \(members.joined(separator: ", ")), tokens: \(tokens), tags: \(tags) }"
  }
}

/// What the server has.
struct ServerContent {
  private let backend: any SimulatedBackend
  private let collections: [String: [String: JSONValue]]

  init(_ backend: any SimulatedBackend) {
    self.backend = backend
    collections = Dictionary(
      uniqueKeysWithValues: SimulatedModel.collections.map { collection in
        (collection, backend.records(in: collection).compactMapValues { try? JSONValue(parsing: $0) })
      })
  }

  var items: [String: ItemContent] {
    (collections["items"] ?? [:]).mapValues { json in
      ItemContent(
        values: ItemContent.values { name in json.text(name) },
        tokens: json.texts("tokens"), tags: json.texts("tags").sorted())
    }
  }

  /// Both keys of each link of fans, with a space between them.
  var fans: Set<String> { Set(links) }

  /// What is there more than once.
  var repeated: [String] {
    let ids = ["folders", "items", "tags"].flatMap {
      (collections[$0] ?? [:]).values.compactMap { $0.text("id") }
    }
    return Dictionary(grouping: ids + links) { $0 }.filter { $0.value.count > 1 }.keys.sorted()
  }

  /// Those that are records, and those that are a list in another one.
  private var links: [String] {
    (collections["fans"] ?? [:]).values.map { "\($0.text("source") ?? "") \($0.text("target") ?? "")" }
      + (collections["items"] ?? [:]).flatMap { id, json in json.texts("fans").map { "\(id) \($0)" } }
  }

  func names(_ collection: String) -> [String: String] {
    (collections[collection] ?? [:]).compactMapValues { $0.text("name") }
  }

  /// Everything, as lines.
  var lines: Set<String> {
    Set(
      items.map { $1.line($0) } + fans.map { "fan \($0)" }
        + ["folders", "tags"].flatMap { collection in names(collection).map { "\(collection) \($0) \($1)" } })
  }
}

/// What a store has.
struct StoreContent {
  /// Everything, as lines.
  let lines: Set<String>
  /// What it has not sent.
  let waiting: [String]

  init(_ store: Store) throws {
    (lines, waiting) = try store.read { db in
      func texts(_ sql: String) throws -> [[StoredValue]] { try db.rows(sql).map(\.values) }
      var tags: [String: [String]] = [:]
      for row in try db.rows("SELECT source, target FROM Item_tags ORDER BY target") {
        tags[row.text("source") ?? "", default: []].append(row.text("target") ?? "")
      }
      let items = try db.rows("SELECT * FROM Item").map { row in
        let content = ItemContent(
          values: ItemContent.values { name in row.text(name) },
          tokens: row["tokens"]?.tokens ?? [], tags: tags[row.text("id") ?? ""] ?? [])
        return content.line(row.text("id") ?? "")
      }
      let fans = try db.rows("SELECT source, target FROM Item_fans").map {
        "fan \($0.text("source") ?? "") \($0.text("target") ?? "")"
      }
      let others = try [("folders", "Folder"), ("tags", "Tag")].flatMap { collection, table in
        try db.rows("SELECT id, name FROM \(table)").map {
          "\(collection) \($0.text("id") ?? "") \($0.text("name") ?? "")"
        }
      }
      let waiting = try [
        "SELECT 'row ' || entity || ' ' || key || ' ' || kind FROM _rowsmith_sync_unsent",
        "SELECT 'value ' || entity || ' ' || key || ' ' || name FROM _rowsmith_sync_values",
        "SELECT 'request ' || entity || ' ' || key || ' ' || state FROM _rowsmith_queue",
        "SELECT 'quiet' FROM _rowsmith_sync_quiet",
        "SELECT 'conflict ' || entity || ' ' || key FROM _rowsmith_conflicts WHERE winner IS NULL",
      ].flatMap { try texts($0).flatMap { $0.flatMap(\.tokens) } }
      return (Set(items + fans + others), waiting)
    }
  }
}

/// The texts in a store's log of conflicts.
struct ConflictTexts {
  private let texts: Set<String>

  init(_ store: Store) throws {
    texts = try store.read { db in
      let rows = try db.rows("SELECT mine, theirs, base FROM _rowsmith_conflicts")
      return Set(
        rows.flatMap(\.values).flatMap { value -> [String] in
          guard case .text(let text) = value, let json = try? JSONValue(parsing: text) else {
            return value.tokens
          }
          return json.strings
        })
    }
  }

  func has(_ text: String) -> Bool { texts.contains(text) }
}

extension JSONValue {
  /// A member that is a text.
  func text(_ name: String) -> String? { if case .string(let text)? = self[name] { text } else { nil } }

  /// A member that is a list of texts.
  func texts(_ name: String) -> [String] {
    guard case .array(let items)? = self[name] else { return [] }
    return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// All texts in it.
  var strings: [String] {
    switch self {
    case .string(let text): StoredValue.text(text).tokens
    case .array(let items): items.flatMap(\.strings)
    case .object(let members): members.flatMap(\.value.strings)
    case .null, .bool, .number: []
    }
  }
}
