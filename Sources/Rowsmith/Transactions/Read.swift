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

  init(
    _ question: ReadQuestion, isOneStatement: Bool = true,
    _ body: @escaping @Sendable (ReadTransaction) throws -> Output
  ) {
    self.question = question
    self.isOneStatement = isOneStatement
    self.body = body
  }

  /// Reads it.
  public func fetch(_ db: ReadTransaction) throws -> Output { try body(db) }
}

extension Read: Hashable {
  /// Whether they ask the same question.
  public static func == (one: Read, other: Read) -> Bool { one.question == other.question }

  /// Feeds the question.
  public func hash(into hasher: inout Hasher) { hasher.combine(question) }
}
