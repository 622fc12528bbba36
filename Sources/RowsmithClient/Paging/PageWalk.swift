import Rowsmith
import RowsmithAPI

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
  }

  /// Brings pages until the last one, or as many as the call wants.
  ///
  /// - Parameters:
  ///   - start: the URL of the first one; nil for that of the call.
  ///   - asksWhetherChanged: whether the server may say that nothing has changed.
  func pages(from start: String?, asksWhetherChanged: Bool) async throws -> [Page] {
    let spool = JSONPages()
    var pages: [Page] = []
    var url = start ?? resolved.url.text
    var seen: Set<String> = []
    while true {
      guard seen.insert(url).inserted else {
        throw ClientError(
          .answer, "the pages lead in a circle: '\(RouteURL.shown(url))' came twice; nothing was imported")
      }
      guard var page = try await page(url, number: pages.count + 1, asksWhetherChanged) else { return pages }
      if resolved.repeats(page, pages.last) { return pages }
      page.received.source = try page.received.source.map(spool.keep)
      pages.append(page)
      guard let next = page.next, pages.count < min(resolved.pageLimit, PageWalk.maximumPages) else {
        return pages
      }
      url = next
    }
  }

  /// Brings one page.
  ///
  /// - Returns: nil where the server has no such page any more, which is how some end.
  func page(_ url: String, number: Int, _ asksWhetherChanged: Bool) async throws -> Page? {
    let stored =
      asksWhetherChanged && resolved.route.isCached && resolved.method == .get
      ? try await client.store.read { try $0.storedAnswer(url, route: resolved.route.name) } : nil
    var received = try await exchange(url, number, stored.flatMap { $0.hasValidator ? $0 : nil })
    if received.status == 304, stored?.hasValidator != true {
      // Nobody asked whether anything has changed: the answer is about something else.
      received = try await exchange(url, number, nil, isFresh: true)
    }
    if received.status == 304, let stored, stored.hasValidator {
      let turner = PageTurner(resolved: resolved, schema: client.store.schema)
      let linked: String? =
        if case .link? = resolved.route.pages {
          try turner.next(after: received, url: url, page: number)
        } else { nil }
      return Page(
        url: url, number: number, received: received, next: linked ?? stored.next, isUnchanged: true)
    }
    if number > 1, received.status == 404, case .page? = resolved.route.pages { return nil }
    guard received.isSuccess else { throw client.exchanger.refusal(received) }
    if resolved.target != nil, received.source == nil, received.status == 200 {
      throw ClientError(.answer, "the server answered 200 with nothing behind it; nothing was imported")
    }
    let next = try PageTurner(resolved: resolved, schema: client.store.schema).next(
      after: received, url: url, page: number)
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

extension ResolvedCall {
  /// Whether a page is the one before once more: some servers give their last page for every number behind it.
  fileprivate func repeats(_ page: PageWalk.Page, _ last: PageWalk.Page?) -> Bool {
    guard case .page? = route.pages, let last, !page.isUnchanged, !last.isUnchanged,
      page.received.bytes == last.received.bytes, let one = try? page.received.source?.readAll(),
      let other = try? last.received.source?.readAll()
    else { return false }
    return one == other
  }
}
