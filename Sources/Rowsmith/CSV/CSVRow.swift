/// One line of a table: its fields, in memory that is reused for the next line.
struct CSVRow {
  /// One field: its range in the row's bytes.
  struct Field {
    var bytes: Range<Int>
    /// Whether it is quoted: an empty quoted field is empty text, not null.
    var isQuoted: Bool
    var line: Int
    var column: Int
  }

  /// The text of all fields, one after another.
  var bytes: [UInt8] = []
  var fields: [Field] = []
  /// The position of the line's end, for errors about missing fields.
  var end = (line: 1, column: 1)

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
  }

  /// Whether the line is empty.
  var isBlank: Bool { fields.count == 1 && bytes.isEmpty && !fields[0].isQuoted }

  /// The text of a field.
  func text(_ field: Field) -> String { String(decoding: bytes[field.bytes], as: UTF8.self) }
}
