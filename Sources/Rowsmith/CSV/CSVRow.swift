/// One line of a table: its fields, in memory that the next one takes over.
struct CSVRow {
  /// One field, by its bytes among the row's.
  struct Field {
    var bytes: Range<Int>
    /// Whether it stands in quotes, so that without a byte it is empty text and not nothing.
    var isQuoted: Bool
    var line: Int
    var column: Int
  }

  /// The text of all fields, one after another.
  var bytes: [UInt8] = []
  var fields: [Field] = []
  /// Where the line ends, for what is missing there.
  var end = (line: 1, column: 1)

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  /// Whether the line has no character.
  var isBlank: Bool { fields.count == 1 && bytes.isEmpty && !fields[0].isQuoted }

  /// The text of a field.
  func text(_ field: Field) -> String { String(decoding: bytes[field.bytes], as: UTF8.self) }
}
