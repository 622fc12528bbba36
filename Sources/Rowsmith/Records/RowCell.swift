#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import RowsmithSchema

/// A stored value that is not copied. Its bytes are valid only during the call that passes it.
enum RowCell {
  case null
  case integer(Int64)
  case real(Double)
  case text(UnsafeBufferPointer<UInt8>)
  case blob(UnsafeBufferPointer<UInt8>)
}

extension RowCell {
  /// The value of a statement's column. The owner of the connection keeps other threads from using it meanwhile.
  @inline(__always)
  init(_ value: OpaquePointer?) {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(value)
      self = .text(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
      self = .blob(UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value))))
    default: self = .null
    }
  }

  /// A copy of the value.
  var copied: StoredValue {
    switch self {
    case .null: .null
    case .integer(let value): .integer(value)
    case .real(let value): .real(value)
    case .text(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .blob(let bytes): .blob([UInt8](bytes))
    }
  }

  /// The value in an error message: `integer 3`.
  var shown: String {
    switch self {
    case .null: return "NULL"
    case .integer(let value): return "integer \(value)"
    case .real(let value): return "real \(value)"
    case .text(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      return "text \"\(text.prefix(40))\(text.count > 40 ? "…" : "")\""
    case .blob(let bytes): return "a blob of \(bytes.count) bytes"
    }
  }
}

extension StoredValue {
  /// Passes the value to the body without copying it.
  func withCell<Result, Failure: Error>(
    _ body: (RowCell) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch self {
    case .null: return try body(.null)
    case .integer(let value): return try body(.integer(value))
    case .real(let value): return try body(.real(value))
    case .text(var text):
      let result = text.withUTF8 { bytes in
        Swift.Result { () throws(Failure) -> Result in try body(.text(bytes)) }
      }
      return try result.get()
    case .blob(let bytes):
      return try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in try body(.blob(bytes)) }
    }
  }
}
