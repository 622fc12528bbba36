/// A request for something that is computed from records, or found by SQL: a `Read<Int>` is a number to be read.
///
/// Queries make them: ``Query/count()``, ``Query/sum(_:)``, `including`. Two are equal where they ask the same
/// question.
public struct Read<Output: Sendable>: ReadRequest {
  /// Whether it runs one statement at most.
  public let isOneStatement: Bool
  /// What is asked, without types.
  let question: ReadQuestion
  private let body: @Sendable (ReadTransaction) throws -> Output
  /// Of a list: the same with its first element at most; nil where only reading all of it tells which that is.
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

  /// Reads it.
  public func fetch(_ db: ReadTransaction) throws -> Output { try body(db) }

  /// The first of a list; nil where there is none.
  ///
  /// ```swift
  /// let graph = try store.fetch(Album.filter { $0.name == "Avalon" }.including { $0.band }.first())
  /// print(graph?.related?.formed ?? 0)
  /// ```
  ///
  /// Of graphs, keys, snippets and values that need not be distinct one row is read, of other lists all.
  public func first<Element: Sendable>() -> Read<Element?> where Output == [Element] {
    let list = short?() ?? self
    return Read<Element?>(list.question, isOneStatement: list.isOneStatement) { try list.fetch($0).first }
  }
}

extension Read: Hashable {
  /// Whether they ask the same question.
  public static func == (one: Read, other: Read) -> Bool { one.question == other.question }

  /// Feeds the question.
  public func hash(into hasher: inout Hasher) { hasher.combine(question) }
}
