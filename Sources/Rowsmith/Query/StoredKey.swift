import RowsmithSchema

/// The values of a key, compared as SQLite does: text by its bytes. Swift compares `é` and `e` with a combining accent as
/// equal.
struct StoredKey: Sendable {
  let values: [StoredValue]

  init(_ values: [StoredValue]) { self.values = values }

  /// The values in some columns of a record.
  init(_ record: some Record, _ indices: [Int]) {
    let all = record.storedValues
    values = indices.map { all[$0] }
  }

  /// The values in some columns of a row.
  init(_ statement: Statement, _ indices: some Sequence<Int>) {
    values = indices.map { statement.value(at: $0) }
  }
}

extension StoredKey: Hashable {
  static func == (one: StoredKey, other: StoredKey) -> Bool {
    one.values.elementsEqual(other.values) { one, other in
      if case (.text(let text), .text(let otherText)) = (one, other) {
        return text.utf8.elementsEqual(otherText.utf8)
      }
      return one == other
    }
  }

  func hash(into hasher: inout Hasher) {
    for value in values {
      switch value {
      case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      default: hasher.combine(value)
      }
    }
  }
}
