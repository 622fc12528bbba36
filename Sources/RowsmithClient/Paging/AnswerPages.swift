/// The pages of an answer, each fetched and imported when asked for. Records that are on none of the pages are not deleted.
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

  /// Fetches the pages one after another.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let client: Client
    private var call: RouteCall
    private var walk = PageWalk.Position()
    private var isOver = false

    fileprivate init(_ client: Client, _ call: RouteCall) {
      self.client = client
      self.call = call
      self.call.options.pageLimit = 1
    }

    /// Fetches the next page and imports it; `nil` after the last one.
    ///
    /// - Throws: ``ClientError``. The page can be asked for again.
    public mutating func next() async throws -> Answer<Root>? {
      if isOver { return nil }
      do {
        let (answer, next): (Answer<Root>?, PageWalk.Position?) = try await client.page(call, walk)
        if let next { walk = next } else { finish() }
        return answer
      } catch {
        call.options.progress?.finish()
        throw error
      }
    }

    private mutating func finish() {
      isOver = true
      call.options.progress?.finish()
    }
  }

  /// Fetches the pages one after another.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(client, call) }
}

extension Client {
  /// Fetches one page and imports it.
  ///
  /// - Returns: its answer, and the position of the next one; `nil` for each if there is none.
  fileprivate func page<Root: Sendable>(
    _ call: RouteCall, _ position: PageWalk.Position
  ) async throws -> (Answer<Root>?, next: PageWalk.Position?) {
    let resolved = try resolver.resolve(call)
    do {
      var position = position
      let start = position.url
      if start == nil { try await flushBefore(resolved) }
      guard
        let page = try await PageWalk(client: self, resolved: resolved).next(
          &position, asksWhetherChanged: false)
      else { return (nil, nil) }
      let answer = Answer<Root>(try await take([page], of: resolved, continuing: start))
      return (answer, page.next == nil ? nil : position)
    } catch {
      throw ClientError.of(error, resolved)
    }
  }
}
