extension StoreError {
  /// A result code of SQLite. An extended code is more specific than its primary code.
  ///
  /// ```swift
  /// do {
  ///   try store.write { try $0.execute(sql: "INSERT INTO Note VALUES (?)", 7) }
  /// } catch let error as StoreError where error.code?.primary == .constraint {
  ///   print(error.code == .constraintCheck)
  /// }
  /// ```
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number, as in `sqlite3.h`.
    public let rawValue: Int32

    /// Creates the code with that number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Creates an extended code.
    init(_ primary: Code, _ detail: Int32) { rawValue = primary.rawValue | detail << 8 }

    /// The primary code: the code itself, unless it is an extended one.
    public var primary: Code { Code(rawValue: rawValue & 0xFF) }
  }
}

extension StoreError.Code: CustomStringConvertible {
  /// `SQLite` and the number: `SQLite 2067`.
  public var description: String { "SQLite \(rawValue)" }
}
