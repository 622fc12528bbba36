/// The contents of `_rowsmith_meta`, read with one statement.
struct MetaValues {
  private let values: [String: StoredValue]

  init(of connection: Connection) throws {
    var values: [String: StoredValue] = [:]
    let list = try connection.prepare("SELECT key, value FROM main._rowsmith_meta")
    while try list.step() { values[list.text(at: 0) ?? ""] = list.value(at: 1) }
    self.values = values
  }

  func text(_ key: String) -> String? {
    if case .text(let text) = values[key] { return text }
    return nil
  }

  func integer(_ key: String) -> Int64? {
    if case .integer(let number) = values[key] { return number }
    return nil
  }

  /// The texts whose keys begin with a prefix, by the rest of the key.
  func texts(after prefix: String) -> [String: String] {
    var texts: [String: String] = [:]
    for key in values.keys where key.hasPrefix(prefix) {
      texts[String(key.dropFirst(prefix.count))] = text(key)
    }
    return texts
  }
}
