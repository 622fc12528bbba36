import Rowsmith
package import RowsmithAPI

/// Fetches the pages of an answer one after another.
struct PageWalk {
  let client: Client
  let resolved: ResolvedCall
  /// Whether to retry if the server cannot be reached.
  var isPatient = true
  /// The limit on the number of pages.
  private static let maximumPages = 1_000_000

  /// A page received.
  struct Page: Sendable {
    var url: String
    /// The number, from 1.
    var number: Int
    var received: Received
    /// The URL of the next page; `nil` if this is the last.
    var next: String?
    /// The hash of its records, if pages are asked for by number and the records have a key.
    var digest: Int?
    /// Whether the server confirmed that the database has this page (304).
    var isUnchanged = false
    /// The entity tag of an unchanged page, if it has one.
    var tag: String?
    /// The `Last-Modified` of an unchanged page, if it has one.
    var modified: String?
    /// Whether it then named another next page than before.
    var isRelinked = false
    /// Whether the next page turned out to be missing. ``next`` is kept, since there may be one next time.
    var isEnd = false

    /// The URL of the next page, unless it is known to be missing.
    var following: String? { isEnd ? nil : next }
  }

  /// The progress through the pages.
  struct Position: Sendable {
    /// The URL of the next page; `nil` for the URL of the call.
    var url: String?
    /// The URLs of the pages received.
    var seen: Set<String> = []
    /// The page received last.
    var last: Page?
    /// How many records the first page has; `nil` if they were not counted.
    var firstCount: Int?
    /// Whether the page received last has fewer records than the first one or, if it is that, than asked for, as the
    /// last page has.
    var isShort = false

    /// The number of the next page, from 1.
    var number: Int { seen.count + 1 }
  }

  /// Fetches pages up to the last one, or up to the call's limit.
  ///
  /// - Parameters:
  ///   - start: the URL of the first page; `nil` for the URL of the call.
  ///   - asksWhetherChanged: whether to send conditional requests.
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

  /// Fetches the page at a position and advances it.
  ///
  /// - Parameter spool: buffers short pages.
  /// - Returns: `nil` if there is no further page.
  /// - Throws: ``ClientError`` if the pages lead in a circle.
  func next(
    _ position: inout Position, asksWhetherChanged: Bool, _ spool: JSONPages = JSONPages()
  ) async throws -> Page? {
    let url = position.url ?? resolved.url.text
    guard !position.seen.contains(url) else {
      throw ClientError(
        .answer, "the pages form a cycle: '\(RouteURL.shown(url))' came twice; nothing of it was imported"
      )
    }
    guard var page = try await page(url, &position, asksWhetherChanged) else { return nil }
    if resolved.repeats(page, position.last) { return nil }
    if try await repeats(page, unchanged: position.last) { return nil }
    do {
      page.received.source = try page.received.source.map(spool.keep)
    } catch let error as JSONError {
      throw ClientError(noRoom: error, status: page.received.status, headers: page.received.headers)
    }
    position.seen.insert(url)
    position.url = page.next
    position.last = page
    return page
  }

  /// Fetches one page.
  ///
  /// - Returns: `nil` if the server has no such page, which is how some servers end.
  private func page(
    _ url: String, _ position: inout Position, _ asksWhetherChanged: Bool
  ) async throws -> Page? {
    let number = position.number
    let stored =
      asksWhetherChanged && resolved.route.isCached && resolved.method == .get
      ? try await client.store.readUnlessNew { try $0.storedAnswer(url, asker: client.asker(of: resolved)) }
        ?? nil : nil
    var received = try await exchange(url, number, stored.flatMap { $0.hasValidator ? $0 : nil })
    let wasShort = position.isShort
    position.isShort = false
    if received.status == 304, stored?.hasValidator != true {
      // The request was not conditional, so the 304 does not refer to a stored answer.
      received = try await exchange(url, number, nil, isFresh: true)
    }
    if received.status == 304, let stored, stored.hasValidator {
      let turner = PageTurner(
        route: resolved.route, start: resolved.url, schema: client.store.schema)
      let linked: String? =
        if case .link? = resolved.route.pages {
          try turner.next(after: received, url: url).url
        } else { nil }
      var page = Page(
        url: url, number: number, received: received, next: linked ?? stored.next, isUnchanged: true)
      (page.tag, page.modified) = (stored.etag, stored.modified)
      page.isRelinked = page.next != stored.next
      return page
    }
    if position.url != nil, received.status == 404 {
      // The page before is unchanged, but this one was there when that one came: what was on it may be gone.
      if position.last?.isUnchanged == true, stored != nil || !resolved.route.countsPages {
        throw PageIsGone()
      }
      // Only after the first page does 404 mean the end.
      if resolved.route.countsPages { return nil }
    }
    // Other servers refuse a page behind the last one: the page before was short, or already the last one when it came.
    if position.url != nil, resolved.route.countsPages, [400, 416, 422].contains(received.status),
      wasShort || (position.last?.isUnchanged == true && stored == nil)
    {
      return nil
    }
    guard received.isSuccess else { throw client.exchanger.refusal(received) }
    if resolved.target != nil, received.source == nil, ![204, 205].contains(received.status) {
      throw ClientError(
        .answer, "the server answered \(received.status) without a body; nothing was imported")
    }
    let turner = PageTurner(
      route: resolved.route, start: resolved.url, schema: client.store.schema,
      firstCount: resolved.mustReachEnd ? nil : position.firstCount)
    let (next, count, digest) = try turner.next(after: received, url: url)
    let isFirst = position.url == nil
    if isFirst { position.firstCount = count }
    // What is shorter than the first page or, as the first, than asked for.
    if let count, let full = isFirst ? turner.wanted : position.firstCount { position.isShort = count < full }
    return Page(url: url, number: number, received: received, next: next, digest: digest)
  }

  /// Whether a page repeats the one before, which only the database has and which has no tag. Other pages may be of the same
  /// second, so that one is fetched again.
  private func repeats(_ page: Page, unchanged last: Page?) async throws -> Bool {
    guard resolved.route.countsPages, !page.isUnchanged, let last, last.isUnchanged, last.tag == nil,
      let modified = last.modified, page.received.headers.values(of: "Last-Modified").first == modified
    else { return false }
    let again = try await exchange(last.url, last.number, nil, isFresh: true)
    guard again.isSuccess, again.bytes == page.received.bytes, let one = try? page.received.source?.readAll(),
      let other = try? again.source?.readAll()
    else { return false }
    return one == other
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

/// A page that the database has is missing on the server, so the unchanged pages before it do not say where the answer ends.
struct PageIsGone: Error {}

extension Route {
  /// Whether pages are asked for by number, so that a request may go past the end.
  package var countsPages: Bool {
    switch pages {
    case .page, .offset: true
    case .link, .cursor, .after, nil: false
    }
  }
}

extension ResolvedCall {
  /// Whether records behind the last page received are lost: they count as deleted, or are not asked for again. A page that
  /// is shorter than the first one then does not stand for the end: servers leave out what the user must not see.
  fileprivate var mustReachEnd: Bool { mustBeWhole || route.incremental != nil }

  /// Whether a page repeats the one before: some servers return their last page for every higher number.
  fileprivate func repeats(_ page: PageWalk.Page, _ last: PageWalk.Page?) -> Bool {
    guard route.countsPages, let last, !page.isUnchanged else { return false }
    // Only the database has the page before, so its tag tells.
    if last.isUnchanged {
      return last.tag.map { page.received.headers.values(of: "ETag").first == $0 } ?? false
    }
    // What is around the records may differ: the number that was asked for, or the time.
    if let digest = page.digest { return digest == last.digest }
    guard page.received.bytes == last.received.bytes, let one = try? page.received.source?.readAll(),
      let other = try? last.received.source?.readAll()
    else { return false }
    return one == other
  }
}
