import Foundation

/// Is told of each statement that a store runs, and how long it took.
///
/// ```swift
/// var options = StoreOptions()
/// options.trace = StatementTrace { statement in print(statement) }
/// ```
///
/// The environment variable `ROWSMITH_SQL_DEBUG` does so without a line of code, for every store of a process and for
/// `rowsmith`: `1` prints the statements to the standard error output, `values` prints them with their values.
public struct StatementTrace: Sendable, Hashable {
  /// Whether ``TracedStatement/expandedSQL`` is there. The values of statements are often private.
  public let showsValues: Bool
  let receiver: Receiver

  /// Who is told. Two are equal where one is a copy of the other.
  final class Receiver: Sendable, Hashable {
    let receive: @Sendable (TracedStatement) -> Void

    init(_ receive: @escaping @Sendable (TracedStatement) -> Void) { self.receive = receive }

    static func == (one: Receiver, other: Receiver) -> Bool { one === other }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// A trace for ``StoreOptions/trace``.
  ///
  /// - Parameters:
  ///   - showsValues: whether the values of the parameters are told, too.
  ///   - receive: is told of each statement that has ended, on the thread that ran it; of several threads at once. It must
  ///     not use the store.
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

  /// What the environment asks for.
  static func ofEnvironment() -> StatementTrace? {
    asked(by: getenv("ROWSMITH_SQL_DEBUG").map { String(cString: $0) })
  }

  /// What a value of `ROWSMITH_SQL_DEBUG` asks for.
  static func asked(by value: String?) -> StatementTrace? {
    guard let value else { return nil }
    return value.isEmpty || value == "0" ? nil : .standardError(showingValues: value == "values")
  }
}

/// A statement that a store has run.
public struct TracedStatement: Sendable, Hashable, CustomStringConvertible {
  /// The SQL, with `?` for its values.
  public var sql: String
  /// The SQL with its values; nil where ``StatementTrace/showsValues`` is false.
  public var expandedSQL: String?
  /// The time from the first row that was asked for to the end: what was done with the rows meanwhile counts.
  public var duration: Duration

  /// Creates what a trace is told.
  public init(sql: String, expandedSQL: String? = nil, duration: Duration) {
    self.sql = sql
    self.expandedSQL = expandedSQL
    self.duration = duration
  }

  /// `0.214 ms  SELECT …`, with the values where they are told.
  public var description: String {
    let microseconds = Int64(duration / .microseconds(1))
    let fraction = String(microseconds % 1000 + 1000).dropFirst()
    return "\(microseconds / 1000).\(fraction) ms  \(expandedSQL ?? sql)"
  }
}
