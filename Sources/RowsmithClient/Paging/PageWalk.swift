import Rowsmith
package import RowsmithAPI

/// Brings the pages of an answer one after another.
struct PageWalk {
  let client: Client
  let resolved: ResolvedCall
  /// Whether it is worth to try again where no server can be reached.
  var isPatient = true
  /// How often a page may lead to another one.
  private static let maximumPages = 1_000_000

  /// A page that has come.
  struct Page: Sendable {
    var url: String
    /// From 1.
    var number: Int
    var received: Received
    /// The URL of the next one; nil where this is the last.
    var next: String?
    /// Whether the server says that it is as the database has it (304).
    var isUnchanged = false
    /// Whether nothing came behind it, wherever it leads. Next time there may be something: where it leads is kept.
    var isEnd = false

    /// The URL of the next one, where it is not known that there is none.
    var following: String? { isEnd ? nil : next }
  }

  /// How far the pages have come.
  struct Position: Sendable {
    /// The URL of the next page; nil for that of the call.
    var url: String?
    /// The URLs of the pages that have come.
    var seen: Set<String> = []
    /// The page in front.
    var last: Page?
    /// How many records the page has that came first; nil where nobody looked.
    var firstCount: Int?

    /// The number of the next page to come, from 1.
    var number: Int { seen.count + 1 }
  }

  /// Brings pages until the last one, or as many as the call wants.
  ///
  /// - Parameters:
  ///   - start: the URL of the first one; nil for that of the call.
  ///   - asksWhetherChanged: whether the server may say that nothing has changed.
  func pages(from start: String?, asksWhetherChanged: Bool) async throws -> [Page] {
    let spool = JSONPages()
    var pages: [Page] = []
    var position = Position(url: start)
    while pages.count < min(resolved.pageLimit, PageWalk.maximumPages) {
      guard let page = try await next(&position, asksWhetherChanged: asksWhetherChanged, spool) else {
        if !pages.isEmpty { pages[pages.count - 1].isEnd = true }
        break
      }
      pages.append(page)
      if page.next == nil { break }
    }
    return pages
  }

  /// Brings the page at a position, which moves behind it.
  ///
  /// - Parameter spool: where pages are kept that are short.
  /// - Returns: nil where there is no page any more.
  /// - Throws: ``ClientError`` where the pages lead in a circle.
  func next(
    _ position: inout Position, asksWhetherChanged: Bool, _ spool: JSONPages = JSONPages()
  ) async throws -> Page? {
    let url = position.url ?? resolved.url.text
    guard !position.seen.contains(url) else {
      throw ClientError(
        .answer, "the pages lead in a circle: '\(RouteURL.shown(url))' came twice; nothing of it was imported"
      )
    }
    guard var page = try await page(url, &position, asksWhetherChanged) else { return nil }
    if resolved.repeats(page, position.last) { return nil }
    page.received.source = try page.received.source.map(spool.keep)
    position.seen.insert(url)
    position.url = page.next
    position.last = page
    return page
  }

  /// Brings one page.
  ///
  /// - Returns: nil where the server has no such page any more, which is how some end.
  private func page(
    _ url: String, _ position: inout Position, _ asksWhetherChanged: Bool
  ) async throws -> Page? {
    let number = position.number
    let stored =
      asksWhetherChanged && resolved.route.isCached && resolved.method == .get
      ? try await client.store.readUnlessNew { try $0.storedAnswer(url, asker: resolved.asker) } ?? nil : nil
    var received = try await exchange(url, number, stored.flatMap { $0.hasValidator ? $0 : nil })
    if received.status == 304, stored?.hasValidator != true {
      // Nobody asked whether anything has changed: the answer is about something else.
      received = try await exchange(url, number, nil, isFresh: true)
    }
    if received.status == 304, let stored, stored.hasValidator {
      let turner = PageTurner(
        route: resolved.route, start: resolved.url, schema: client.store.schema)
      let linked: String? =
        if case .link? = resolved.route.pages {
          try turner.next(after: received, url: url).url
        } else { nil }
      return Page(
        url: url, number: number, received: received, next: linked ?? stored.next, isUnchanged: true)
    }
    // Only who asks behind the first page may be told that there is none.
    if position.url != nil, received.status == 404, resolved.route.countsPages { return nil }
    guard received.isSuccess else { throw client.exchanger.refusal(received) }
    if resolved.target != nil, received.source == nil, ![204, 205].contains(received.status) {
      throw ClientError(
        .answer, "the server answered \(received.status) with nothing behind it; nothing was imported")
    }
    let turner = PageTurner(
      route: resolved.route, start: resolved.url, schema: client.store.schema,
      firstCount: position.firstCount)
    let (next, count) = try turner.next(after: received, url: url)
    if position.url == nil { position.firstCount = count }
    return Page(url: url, number: number, received: received, next: next)
  }

  private func exchange(
    _ url: String, _ number: Int, _ stored: StoredAnswer?, isFresh: Bool = false
  ) async throws -> Received {
    var request = client.request(resolved, url: url)
    stored?.addConditions(to: &request.headers)
    if isFresh { request.headers["Cache-Control"] = "no-cache" }
    var order = Exchanger.Order(
      request: request, isRepeatable: true, imports: resolved.target != nil,
      progress: resolved.call.options.progress, page: number)
    order.isPatient = isPatient
    order.isAuthorized = client.baseURL.map { URLReference.haveSameOrigin($0, url) } ?? true
    return try await client.exchanger.exchange(order)
  }
}

extension Route {
  /// Whether pages are asked for by number, so that one may be asked for that is none.
  package var countsPages: Bool {
    switch pages {
    case .page, .offset: true
    case .link, .cursor, .after, nil: false
    }
  }
}

extension ResolvedCall {
  /// Whether a page is the one before once more: some servers give their last page for every number behind it.
  fileprivate func repeats(_ page: PageWalk.Page, _ last: PageWalk.Page?) -> Bool {
    guard route.countsPages, let last, !page.isUnchanged, !last.isUnchanged,
      page.received.bytes == last.received.bytes, let one = try? page.received.source?.readAll(),
      let other = try? last.received.source?.readAll()
    else { return false }
    return one == other
  }
}
