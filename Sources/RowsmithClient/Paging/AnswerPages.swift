/// The pages of an answer, each imported by itself as it is asked for. Nothing is deleted that is in none of them.
///
/// ```swift
/// for try await page in client.allArticles.pages() { print(page.report) }
/// ```
public struct AnswerPages<Root: Sendable>: AsyncSequence, Sendable {
  /// One page.
  public typealias Element = Answer<Root>

  let client: Client
  let call: RouteCall

  /// Creates the pages of a call.
  public init(_ client: Client, _ call: RouteCall) {
    self.client = client
    self.call = call
  }

  /// Brings one page after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let client: Client
    private var call: RouteCall
    private var url: String?
    private var number = 0
    private var isOver = false

    fileprivate init(_ client: Client, _ call: RouteCall) {
      self.client = client
      self.call = call
      self.call.options.pageLimit = 1
    }

    /// Brings the next page and imports it; nil behind the last.
    ///
    /// - Throws: ``ClientError``. The page can be asked for again.
    public mutating func next() async throws -> Answer<Root>? {
      if isOver { return nil }
      let (answer, next): (Answer<Root>?, String?) = try await client.page(call, at: url, number: number + 1)
      number += 1
      url = next
      isOver = next == nil
      return answer
    }
  }

  /// Brings one page after another.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(client, call) }
}

extension Client {
  /// Brings one page and imports it.
  ///
  /// - Returns: its answer, and the URL of the next one.
  fileprivate func page<Root: Sendable>(
    _ call: RouteCall, at url: String?, number: Int
  ) async throws -> (Answer<Root>?, next: String?) {
    let resolved = try resolver.resolve(call)
    do {
      let walk = PageWalk(client: self, resolved: resolved)
      guard let page = try await walk.page(url ?? resolved.url.text, number: number, false) else {
        return (nil, nil)
      }
      return (Answer(try await take([page], of: resolved, begins: number == 1)), page.next)
    } catch {
      throw ClientError.of(error, resolved)
    }
  }
}
