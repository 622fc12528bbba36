import Foundation

/// Reports each statement that a store runs, with its duration.
///
/// ```swift
/// var options = StoreOptions()
/// options.trace = StatementTrace { statement in print(statement) }
/// ```
///
/// The environment variable `ROWSMITH_SQL_DEBUG` does so without code, for every store of a process and for `rowsmith`: `1`
/// prints the statements to the standard error output, `values` prints them with their values.
public struct StatementTrace: Sendable, Hashable {
  /// Whether ``TracedStatement/expandedSQL`` is set. The values of statements are often private.
  public let showsValues: Bool
  let receiver: Receiver

  /// The callback. Two are equal only if they are the same object.
  final class Receiver: Sendable, Hashable {
    let receive: @Sendable (TracedStatement) -> Void

    init(_ receive: @escaping @Sendable (TracedStatement) -> Void) { self.receive = receive }

    static func == (one: Receiver, other: Receiver) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// Creates a trace for ``StoreOptions/trace``.
  ///
  /// - Parameters:
  ///   - showsValues: whether the values of the parameters are reported, too.
  ///   - receive: called after each statement, on its thread, possibly on several at once. It must not use the store.
  public init(
    showingValues showsValues: Bool = false, _ receive: @escaping @Sendable (TracedStatement) -> Void
  ) {
    self.showsValues = showsValues
    receiver = Receiver(receive)
  }

  /// Prints statements to the standard error output.
  public static func standardError(showingValues showsValues: Bool = false) -> StatementTrace {
    StatementTrace(showingValues: showsValues) { statement in
      FileHandle.standardError.write(Data("rowsmith: \(statement)\n".utf8))
    }
  }

  /// The trace that the environment asks for; `nil` for none.
  static func ofEnvironment() -> StatementTrace? {
    asked(by: getenv("ROWSMITH_SQL_DEBUG").map { String(cString: $0) })
  }

  /// The trace that a value of `ROWSMITH_SQL_DEBUG` asks for; `nil` for none.
  static func asked(by value: String?) -> StatementTrace? {
    guard let value else { return nil }
    return value.isEmpty || value == "0" ? nil : .standardError(showingValues: value == "values")
  }
}

/// A statement that a store has run.
public struct TracedStatement: Sendable, Hashable, CustomStringConvertible {
  /// The SQL, with `?` for its values.
  public var sql: String
  /// The SQL with its values; `nil` if ``StatementTrace/showsValues`` is `false`.
  public var expandedSQL: String?
  /// The time from the first step to the end, including the time that the caller spends on the rows meanwhile.
  public var duration: Duration

  /// Creates a traced statement.
  public init(sql: String, expandedSQL: String? = nil, duration: Duration) {
    self.sql = sql
    self.expandedSQL = expandedSQL
    self.duration = duration
  }

  /// `0.214 ms  SELECT …`, with the values if they are shown.
  public var description: String {
    let microseconds = Int64(duration / .microseconds(1))
    let fraction = String(microseconds % 1000 + 1000).dropFirst()
    return "\(microseconds / 1000).\(fraction) ms  \(expandedSQL ?? sql)"
  }
}
