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
