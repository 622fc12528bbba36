/// The text of a statement, byte by byte: Swift takes `é` and `e` with an accent for the same, SQLite does not.
struct StatementText: Hashable {
  let text: String

  static func == (one: StatementText, other: StatementText) -> Bool {
    one.text.utf8.count == other.text.utf8.count && one.text.utf8.elementsEqual(other.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension StatementText {
  /// The table that a statement of Rowsmith's own writes to: the first name in double quotes.
  static func table(_ sql: String) -> String? {
    guard ["INSERT", "UPDATE", "DELETE"].contains(sql.prefix(6)), let start = sql.firstIndex(of: "\"") else {
      return nil
    }
    var name = ""
    var rest = sql[start...].dropFirst()
    while let end = rest.firstIndex(of: "\"") {
      name += rest[..<end]
      rest = rest[end...].dropFirst()
      if rest.first != "\"" { return name }
      name += "\""
      rest = rest.dropFirst()
    }
    return nil
  }
}
