#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

/// A value on its way from JSON to a column. It owns nothing: text and bytes lie in the document or in an arena.
struct Cell {
  /// What `bits` mean.
  enum Kind: UInt8 {
    /// The JSON does not give the value.
    case missing
    case null
    /// The bits of an Int64.
    case integer
    /// The bits of a Double.
    case real
    /// The address of UTF-8 text of `count` bytes.
    case text
    /// The address of `count` bytes.
    case blob
    /// The index of a fault: the JSON gives a value that cannot be stored.
    case fault
    /// The index of a link: the JSON gives an embedded object.
    case link
    /// Required and not given yet: stored as a placeholder until another mention gives it or the document ends.
    case lacking
  }

  var bits: UInt64 = 0
  var count: UInt32 = 0
  var kind = Kind.missing
  /// Which of the alternative paths gave the value; 0 is the best.
  var priority: UInt8 = 0
  /// Whether it was filled in for a value that the JSON does not give, until its row is inserted.
  var isFilledIn = false
  /// Whether the value is the record's map key or position, not a member of its object.
  var isFromPlace = false

  static let missing = Cell()
  static let null = Cell(kind: .null)
  static let lacking = Cell(kind: .lacking)

  init(bits: UInt64 = 0, count: UInt32 = 0, kind: Kind = .missing) {
    self.bits = bits
    self.count = count
    self.kind = kind
  }

  @inline(__always)
  init(_ value: Int64) { self.init(bits: UInt64(bitPattern: value), kind: .integer) }

  @inline(__always)
  init(_ value: Double) { self.init(bits: value.bitPattern, kind: .real) }

  /// A text of more than 4 GiB keeps enough of its length for SQLite to refuse it.
  @inline(__always)
  init(text: UnsafePointer<UInt8>, count: Int) {
    self.init(bits: UInt64(UInt(bitPattern: text)), count: UInt32(clamping: count), kind: .text)
  }

  /// Bytes of more than 4 GiB keep enough of their length for SQLite to refuse them.
  @inline(__always)
  init(blob: UnsafePointer<UInt8>, count: Int) {
    self.init(bits: UInt64(UInt(bitPattern: blob)), count: UInt32(clamping: count), kind: .blob)
  }

  @inline(__always)
  var integer: Int64 { Int64(bitPattern: bits) }

  @inline(__always)
  var real: Double { Double(bitPattern: bits) }

  @inline(__always)
  var bytes: UnsafePointer<UInt8> { UnsafePointer(bitPattern: UInt(bits)) ?? zeroLength }

  /// Whether the JSON gives a value that is not null.
  @inline(__always)
  var hasValue: Bool { kind.rawValue >= Kind.integer.rawValue && kind.rawValue <= Kind.blob.rawValue }

  /// Whether its bytes are elsewhere.
  @inline(__always)
  var hasBytes: Bool { kind == .text || kind == .blob }

  /// The value, copied.
  var stored: StoredValue {
    switch kind {
    case .integer: .integer(integer)
    case .real: .real(real)
    case .text: .text(String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self))
    case .blob: .blob([UInt8](UnsafeBufferPointer(start: bytes, count: Int(count))))
    case .missing, .null, .fault, .link, .lacking: .null
    }
  }

  /// Whether both are the same value.
  func equals(_ other: Cell) -> Bool {
    guard kind == other.kind else { return false }
    switch kind {
    case .integer: return bits == other.bits
    case .real: return real == other.real
    case .text, .blob: return count == other.count && memcmp(bytes, other.bytes, Int(count)) == 0
    case .missing, .null: return true
    case .fault, .link, .lacking: return false
    }
  }
}

extension Cell {
  /// Binds it to a parameter of a statement without copying: the bytes must not move until the statement has run.
  ///
  /// - Returns: SQLite's result code. It does not take a text or a blob that is too long: the parameter is NULL then.
  @inline(__always)
  func bind(to statement: OpaquePointer, at index: Int) -> Int32 {
    let index = Int32(truncatingIfNeeded: index)
    switch kind {
    case .integer: return sqlite3_bind_int64(statement, index, integer)
    case .text: return rowsmith_bind_text_static(statement, index, bytes, Int(count))
    case .real: return sqlite3_bind_double(statement, index, real)
    case .blob: return rowsmith_bind_blob_static(statement, index, bytes, Int(count))
    case .missing, .null, .fault, .link: return sqlite3_bind_null(statement, index)
    case .lacking: return Lacks.bindPlaceholder(to: statement, at: index)
    }
  }
}

extension Statement {
  /// Binds a cell without copying: the bytes must not move until the statement has run.
  @inline(__always)
  func bind(_ cell: Cell, at index: Int) { noteBinding(cell.bind(to: handle, at: index)) }

  /// Whether a column of the current row holds the value of the cell.
  @inline(__always)
  func column(_ column: Int, equals cell: Cell) -> Bool {
    let column = Int32(truncatingIfNeeded: column)
    let type = sqlite3_column_type(handle, column)
    switch cell.kind {
    case .integer: return type == SQLITE_INTEGER && sqlite3_column_int64(handle, column) == cell.integer
    case .real: return type == SQLITE_FLOAT && sqlite3_column_double(handle, column) == cell.real
    case .text:
      guard type == SQLITE_TEXT, let bytes = sqlite3_column_text(handle, column) else { return false }
      let count = sqlite3_column_bytes(handle, column)
      return Int(count) == Int(cell.count) && memcmp(bytes, cell.bytes, Int(count)) == 0
    case .blob:
      guard type == SQLITE_BLOB else { return false }
      let count = sqlite3_column_bytes(handle, column)
      guard Int(count) == Int(cell.count) else { return false }
      return count == 0 || memcmp(sqlite3_column_blob(handle, column), cell.bytes, Int(count)) == 0
    case .missing, .null, .fault, .link: return type == SQLITE_NULL
    case .lacking: return isLacking(at: Int(column))
    }
  }
}
