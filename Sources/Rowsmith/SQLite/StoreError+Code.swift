extension StoreError {
  /// A result code of SQLite's. An extended code says more closely what its primary code says.
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

    /// The code with that number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// An extended code.
    init(_ primary: Code, _ detail: Int32) { rawValue = primary.rawValue | detail << 8 }

    /// The kind of failure: itself, where the code says no more.
    public var primary: Code { Code(rawValue: rawValue & 0xFF) }
  }
}

extension StoreError.Code: CustomStringConvertible {
  /// The number behind SQLite's name: `SQLite 2067`.
  public var description: String { "SQLite \(rawValue)" }
}
