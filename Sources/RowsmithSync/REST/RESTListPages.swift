import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSchema

/// Reads a list of changed records page by page.
///
/// Records may change, appear and disappear while pages are read, which shifts numbered pages. If the list can be sorted by
/// change, the next page begins at the time of the last record. Otherwise, what has changed since the first page comes next time,
/// and if records have disappeared, the list is read again.
struct RESTListPages {
  let collection: RESTCollection
  let route: Route
  let exchange: ServerExchange
  let schema: Schema

  /// The limit on the number of pages.
  private static let maximumPages = 1_000_000
  /// The limit to which a page grows if all its records were changed at the same time.
  private static let maximumSize = 100_000
  /// How many times a list is read again because records have disappeared.
  private static let maximumRestarts = 3

  /// The attribute that records the time of changes.
  private var moment: RESTMoment? { route.incremental == nil ? nil : collection.moment }

  func page(_ query: SyncQuery) async throws -> SyncPage {
    let list = RESTListQuery(route: route)
    let position =
      try query.page.map(RESTPosition.init(text:))
      ?? RESTPosition(since: query.cursor, isSorted: list.sort != nil && moment != nil)
    let start = try list.url(
      exchange.baseURL, since: position.since, size: position.size ?? query.limit,
      sortedBy: moment?.path.joined(separator: "."))
    let url = position.url ?? start.text
    let answer = try await exchange.read(url)
    let isCounted = position.url != nil && route.countsPages
    if isCounted, isMissing(answer, position) { return end(position, query) }
    guard answer.error == nil else {
      throw located(SyncError(answer, request: "GET \(url)", asksSince: position.since != nil))
    }
    let items = try items(answer, url)
    let digest = route.countsPages ? items.digest : nil
    if isCounted, repeats(digest, position) { return end(position, query) }
    let numbers = items.map { item in
      moment.flatMap { moment in item.value(at: moment.path)?.scalarText.flatMap(moment.number) }
    }
    if let again = inclusive(position, numbers, query) {
      return SyncPage(records: [], next: again.text, bytes: answer.body.count)
    }
    var read = try noting(answer, numbers, position, query)
    read.hasFractions = hasFractions(items, answer, position, query)
    let records = try RESTRecordReader(collection: collection).records(items, request: "GET \(url)")
    let seen = Set(position.url == nil ? position.seen : [])
    var page = SyncPage(
      records: records.filter { $0.mark.map { !seen.contains($0) } ?? true },
      time: RESTServerTime(answer.headers)?.milliseconds,
      bytes: answer.body.count)
    if let total = position.total, let now = read.total, now < total, position.url != nil, !read.isSorted,
      route.countsPages, read.restarts < RESTListPages.maximumRestarts
    {
      read.restarts += 1
      page.next = read.first(since: position.since).text
      return page
    }
    read.received = (position.received ?? 0) + items.count
    // A short page may be the last only if the server counts no more records: some leave out what the user must not see, and
    // what is behind it would be deleted.
    let isAll = read.total.map { (read.received ?? 0) >= $0 } ?? false
    let (next, count) = try exchange.nextPage(
      after: answer, of: route, schema, start: start, url: url,
      firstCount: isAll ? position.firstCount : nil, collection)
    if position.url == nil { read.firstCount = count }
    read.isShort = (count ?? 0) < (read.firstCount ?? 0) ? true : nil
    read.last = digest
    if next == url || read.pages > RESTListPages.maximumPages { throw circle(url) }
    page.cursor = cursor(read, query, isLast: next == nil)
    if let next {
      let canGrow = list.size != nil && position.url == nil
      let behind = following(read, records, items.last, numbers, next, query, canGrow: canGrow)
      (page.next, page.isCounted) = (behind.text, behind.url != nil && route.countsPages)
    }
    return page
  }

  /// What comes behind the last page: nothing.
  private func end(_ position: RESTPosition, _ query: SyncQuery) -> SyncPage {
    SyncPage(records: [], cursor: cursor(position, query, isLast: true))
  }

  /// Whether a page is behind the last one because it is missing or, behind a short page, refused.
  private func isMissing(_ answer: ServerExchange.Answer, _ position: RESTPosition) -> Bool {
    answer.status == 404 || position.isShort == true && [400, 416, 422].contains(answer.status)
  }

  /// Whether a page is behind the last one because it has the records of the page before once more. What is around them may
  /// differ: the number that was asked for, or the time.
  private func repeats(_ digest: String?, _ position: RESTPosition) -> Bool {
    // A full page comes again, too, if others have got in front of it meanwhile. A server that counts more has more.
    let isAll = position.total.map { (position.received ?? 0) >= $0 } ?? true
    return (position.isShort == true || isAll) && digest != nil && digest == position.last
  }

  /// Where to begin if a page lacks the record whose time was asked for; `nil` if it is there. The list may leave out what was
  /// changed at that time, and with it records that were on no page, so a moment before it is asked for.
  private func inclusive(
    _ position: RESTPosition, _ numbers: [Int64?], _ query: SyncQuery
  ) -> RESTPosition? {
    guard let moment, position.isSorted, position.url == nil, position.isExclusive == nil,
      let since = position.since, since != query.cursor, let number = moment.number(since),
      !numbers.contains(where: { $0.map { $0 <= number } ?? true })
    else { return nil }
    let text = moment.text(before: number, hasFractions: position.hasFractions)
    var again = position.first(since: text, size: position.size)
    again.isExclusive = true
    return again
  }

  /// Whether the server writes fractions of a second, as far as seen.
  private func hasFractions(
    _ items: [JSONValue], _ answer: ServerExchange.Answer, _ position: RESTPosition, _ query: SyncQuery
  ) -> Bool {
    guard let moment, !position.hasFractions else { return position.hasFractions }
    let said = [query.cursor, answer.headers["X-Server-Time"]].compactMap(\.self)
    return said.contains(where: moment.hasFraction)
      || items.contains { $0.value(at: moment.path)?.scalarText.map(moment.hasFraction) ?? false }
  }

  private func items(_ answer: ServerExchange.Answer, _ url: String) throws -> [JSONValue] {
    if case .array(let items)? = (try? JSONValue(answer: answer.body))?.value(at: route.at) { return items }
    let place = route.at.isEmpty ? "" : " at '\(route.at.joined(separator: "."))'"
    var error = SyncError(
      .answer, "expected a list of \(collection.entity.name)\(place), found something else")
    error.request = "GET \(url.prefix { $0 != "?" })"
    throw located(error)
  }

  /// Adds to the position what a page tells: the server's time, the number of records, and the order.
  private func noting(
    _ answer: ServerExchange.Answer, _ numbers: [Int64?], _ position: RESTPosition, _ query: SyncQuery
  ) throws -> RESTPosition {
    var read = position
    let highest = numbers.compactMap(\.self).max()
    if position.pages == 0 {
      read.firstHighest = highest
      if moment?.formats != nil, let time = RESTServerTime(answer.headers) {
        (read.time, read.isTimeExact) = (time.milliseconds, time.isExact)
        try check(time, query)
      }
    }
    read.pages += 1
    read.total = answer.totalCount
    if let highest { read.highest = max(read.highest ?? highest, highest) }
    var last = position.since.flatMap { moment?.number($0) } ?? .min
    for number in numbers {
      guard let number, number >= last else {
        read.isSorted = false
        break
      }
      last = number
    }
    return read
  }

  /// If the server's clock was set back, new changes get times that were asked for already.
  private func check(_ time: RESTServerTime, _ query: SyncQuery) throws {
    guard time.isExact, let cursor = query.cursor, let before = moment?.number(cursor),
      time.milliseconds < before - Int64(max(60, collection.overlap)) * 1000
    else { return }
    throw located(
      SyncError(
        .resetNeeded,
        "the server's clock was set back: it is before '\(cursor)', up to which changes were read"))
  }

  /// Where the next page begins.
  private func following(
    _ read: RESTPosition, _ records: [SyncRecord], _ last: JSONValue?, _ numbers: [Int64?], _ url: String,
    _ query: SyncQuery, canGrow: Bool
  ) -> RESTPosition {
    var next = read
    next.url = url
    guard read.isSorted, let moment, let text = last?.value(at: moment.path)?.scalarText,
      let number = numbers.last ?? nil
    else { return next }
    let since = read.since.flatMap(moment.number)
    let seen = zip(records, numbers).filter { $1 == number }.compactMap(\.0.mark)
    let isExclusive = read.isExclusive == true
    let begin = isExclusive ? moment.text(before: number, hasFractions: read.hasFractions) : text
    let first = isExclusive ? moment.number(begin) : number
    if let first, since.map({ first > $0 }) ?? true { return read.first(since: begin, seen: seen) }
    // The whole page was changed at one time, and numbered pages could shift, so a larger one is asked for.
    let size = read.size ?? query.limit
    if canGrow, numbers.count >= size, size < RESTListPages.maximumSize {
      return read.first(since: read.since, size: size * 2, seen: seen)
    }
    return next
  }

  private func cursor(_ position: RESTPosition, _ query: SyncQuery, isLast: Bool) -> String? {
    guard let moment else { return nil }
    let overlap = moment.formats == nil ? 0 : Int64(collection.overlap) * 1000
    guard let reached = position.reached(isLast: isLast, overlap: overlap) else { return nil }
    // The page behind may have more of that time, and the list may leave out the time that is asked for.
    let text =
      isLast
      ? moment.text(reached, hasFractions: position.hasFractions)
      : moment.text(before: reached, hasFractions: position.hasFractions)
    let number = isLast ? reached : moment.number(text) ?? reached
    if let before = query.cursor.flatMap(moment.number), number <= before { return nil }
    return text
  }

  private func circle(_ url: String) -> SyncError {
    located(
      SyncError(.answer, "the pages form a cycle: '\(url.prefix { $0 != "?" })' leads to itself"))
  }

  private func located(_ error: SyncError) -> SyncError {
    var error = error
    error.entity = collection.entity.name
    return error
  }
}

extension [JSONValue] {
  /// A hash of the records of a page, which is the same in every process.
  var digest: String { StableHash.digits(of: JSONValue.array(self).text) }
}

extension SyncRecord {
  /// The id and version; `nil` for a record without a version, which may have changed.
  fileprivate var mark: String? { version.map { "\(id) \($0)" } }
}

extension ServerExchange {
  /// Finds the URL of the next page of a collection's list.
  ///
  /// - Throws: ``SyncError`` about the collection, if its next page is not named or cannot be asked for.
  func nextPage(
    after answer: Answer, of route: Route, _ schema: Schema, start: RouteURL, url: String, firstCount: Int?,
    _ collection: RESTCollection
  ) throws -> (url: String?, count: Int?) {
    do {
      return try next(after: answer, of: route, schema, start: start, url: url, firstCount: firstCount)
    } catch {
      throw collection.located(SyncError(error, request: "GET \(url)"), id: nil)
    }
  }
}

extension ServerExchange.Answer {
  /// How many records the server counts, from the header `X-Total-Count`; `nil` if it is missing, or below zero: some servers
  /// say so that they do not know.
  var totalCount: Int? { headers["X-Total-Count"].flatMap { Int($0) }.flatMap { $0 < 0 ? nil : $0 } }
}
