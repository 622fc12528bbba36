/// A request for a result computed from records, or for the rows of an SQL statement. A `Read<Int>` fetches a number.
///
/// Queries create it: ``Query/count()``, ``Query/sum(_:)``, `including`. Two are equal if they ask the same question.
public struct Read<Output: Sendable>: ReadRequest {
  /// Whether it runs at most one statement.
  public let isOneStatement: Bool
  /// What it asks, without types.
  let question: ReadQuestion
  private let body: @Sendable (ReadTransaction) throws -> Output
  /// For a list: the same request, limited to one element; `nil` if the first element depends on all rows.
  private let short: (@Sendable () -> Read<Output>)?

  init(
    _ question: ReadQuestion, isOneStatement: Bool = true, short: (@Sendable () -> Read<Output>)? = nil,
    _ body: @escaping @Sendable (ReadTransaction) throws -> Output
  ) {
    self.question = question
    self.isOneStatement = isOneStatement
    self.short = short
    self.body = body
  }

  /// Fetches the result.
  public func fetch(_ db: ReadTransaction) throws -> Output { try body(db) }

  /// The first element of a list; `nil` if the list is empty.
  ///
  /// ```swift
  /// let graph = try store.fetch(Album.filter { $0.name == "Avalon" }.including { $0.band }.first())
  /// print(graph?.related?.formed ?? 0)
  /// ```
  ///
  /// For graphs, keys, snippets and values that are not distinct, this reads one row; for other lists, all rows.
  public func first<Element: Sendable>() -> Read<Element?> where Output == [Element] {
    let list = short?() ?? self
    return Read<Element?>(list.question, isOneStatement: list.isOneStatement) { try list.fetch($0).first }
  }
}

extension Read: Hashable {
  /// Whether both ask the same question.
  public static func == (one: Read, other: Read) -> Bool { one.question == other.question }

  /// Hashes the question.
  public func hash(into hasher: inout Hasher) { hasher.combine(question) }
}
