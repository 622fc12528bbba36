extension Row {
  /// The integer in a required column.
  public func int(at index: Int) throws(RowDecodingError) -> Int {
    try read(at: index, "an integer") { $0.int }
  }

  /// The integer in an optional column.
  public func optionalInt(at index: Int) throws(RowDecodingError) -> Int? {
    try readOptional(at: index, "an integer") { $0.int }
  }

  /// The number in a required column.
  public func double(at index: Int) throws(RowDecodingError) -> Double {
    try read(at: index, "a number") { $0.double }
  }

  /// The number in an optional column.
  public func optionalDouble(at index: Int) throws(RowDecodingError) -> Double? {
    try readOptional(at: index, "a number") { $0.double }
  }

  /// The Boolean in a required column, stored as 0 or 1.
  public func bool(at index: Int) throws(RowDecodingError) -> Bool {
    try read(at: index, "0 or 1") { $0.bool }
  }

  /// The Boolean in an optional column, stored as 0 or 1.
  public func optionalBool(at index: Int) throws(RowDecodingError) -> Bool? {
    try readOptional(at: index, "0 or 1") { $0.bool }
  }

  /// The text in a required column.
  public func string(at index: Int) throws(RowDecodingError) -> String {
    try read(at: index, "text") { $0.string }
  }

  /// The text in an optional column.
  public func optionalString(at index: Int) throws(RowDecodingError) -> String? {
    try readOptional(at: index, "text") { $0.string }
  }
}

extension Row {
  /// Reads a required column with `make`, which returns `nil` for a value of another type.
  @inline(__always)
  func read<Value>(
    at index: Int, _ expected: @autoclosure () -> String, _ make: (RowCell) -> Value?
  ) throws(RowDecodingError) -> Value {
    if let value = withCell(at: index, make) { return value }
    throw mismatch(expected(), at: index)
  }

  /// The same for a column that may be NULL.
  @inline(__always)
  func readOptional<Value>(
    at index: Int, _ expected: @autoclosure () -> String, _ make: (RowCell) -> Value?
  ) throws(RowDecodingError) -> Value? {
    let value: Value?? = try withCell(at: index) { (cell) throws(RowDecodingError) in
      if let value = make(cell) { return .some(value) }
      return try isNull(cell, at: index) ? .some(nil) : nil
    }
    if let value { return value }
    throw mismatch(expected(), at: index)
  }
}

extension RowCell {
  @inline(__always)
  var int: Int? {
    guard case .integer(let value) = self else { return nil }
    return Int(exactly: value)
  }

  @inline(__always)
  var double: Double? {
    switch self {
    case .real(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  @inline(__always)
  var bool: Bool? {
    switch self {
    case .integer(0): false
    case .integer(1): true
    default: nil
    }
  }

  @inline(__always)
  var string: String? {
    guard case .text(let bytes) = self else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
