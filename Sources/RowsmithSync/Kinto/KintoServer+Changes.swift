import Rowsmith
import RowsmithClient

extension KintoServer {
  /// Asks for a page of a list, in the order of the changes: a record that is changed meanwhile moves to the end.
  ///
  /// The cursor is the collection's timestamp of when the walk began. The overlap is taken off when asking, never from what
  /// is kept. A collection that is not there yet has no records; one that is not there any more, and one whose timestamp is
  /// older than the cursor, were reset.
  public func changes(_ query: SyncQuery) async throws -> SyncPage {
    let path = try records(of: query.collection)
    let since = try start(of: query)
    let walk = query.page.flatMap(KintoWalk.init)
    if query.page != nil, walk == nil { throw SyncError(.answer, "the page is none of Kinto's") }
    let answer = try await read("\(path)?\(walk?.query ?? KintoServer.search(query, since: since))")
    if answer.error != nil { return try refused(answer, query, path) }
    let cursor = query.cursor.flatMap { Int64($0) }
    guard let timestamp = answer.timestamp,
      let records = KintoRecord.list(answer.body, needsJSON: !query.needsOnlyVersions)
    else {
      throw SyncError(.answer, "GET \(path): this is no list of Kinto's, or one that was cut short")
    }
    let first = walk?.timestamp ?? timestamp
    // Over PostgreSQL, two writes at the same moment can set it back by some milliseconds.
    if let since, first < since {
      throw SyncError(
        .resetNeeded,
        "the server has gone back behind what was read of '\(query.collection.path)': it was reset")
    }
    var page = SyncPage(records: records, time: answer.time, bytes: answer.body.count)
    page.next = KintoServer.next(answer).map { KintoWalk(timestamp: first, query: $0).text }
    let reached = page.next == nil ? first : min(first, records.last?.modified ?? 0)
    page.cursor = String(max(reached, cursor ?? 0))
    if query.needsTotal, page.next == nil { page.total = try await total(path) }
    return page
  }

  /// How many records a collection has, which Kinto says to those who ask for nothing else.
  private func total(_ path: String) async throws -> Int? {
    let answer: ServerExchange.Answer
    do {
      answer = try await ask("HEAD", path, isRepeatable: true)
    } catch {
      throw SyncError(error, request: "HEAD \(path)")
    }
    return answer.headers.values(of: "Total-Objects").first.flatMap { Int($0) }
      ?? answer.headers.values(of: "Total-Records").first.flatMap { Int($0) }
  }

  /// From when changes are asked for, in milliseconds.
  private func start(of query: SyncQuery) throws -> Int64? {
    // Only a list since some time has tombstones. Where records are known, those tell what was deleted from what a server
    // that was reset does not have any more.
    guard let text = query.cursor else { return query.mayBeNew ? nil : 0 }
    guard let cursor = Int64(text), cursor >= 0 else {
      throw SyncError(.resetNeeded, "the cursor '\(text.escapedForDisplay())' is none of Kinto's")
    }
    let overlap = try KintoServer.overlap(query.collection["overlap"]) ?? learnt.overlap
    return max(0, cursor - Int64(overlap * 1000))
  }

  private static func search(_ query: SyncQuery, since: Int64?) -> String {
    var text = "_sort=last_modified&_limit=\(max(1, query.limit))"
    if let since { text = "_since=\(since)&\(text)" }
    // The id comes by itself. A tombstone is known by its mark alone.
    if query.needsOnlyVersions { text += "&_fields=last_modified,deleted" }
    return text
  }

  /// The query of the next page. The rest of the URL is not followed: it is what the server takes for its own address,
  /// which behind a proxy it need not know.
  private static func next(_ answer: ServerExchange.Answer) -> String? {
    guard let url = answer.headers.values(of: "Next-Page").first, let mark = url.firstIndex(of: "?") else {
      return nil
    }
    let query = url[url.index(after: mark)...].prefix { $0 != "#" }
    return query.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !query.isEmpty ? String(query) : nil
  }

  private func refused(_ answer: ServerExchange.Answer, _ query: SyncQuery, _ path: String) throws -> SyncPage
  {
    var error = SyncError(answer, request: "GET \(path)")
    let isFirst = query.cursor == nil && query.page == nil
    switch (answer.status, error.serverCode) {
    // No such collection; a bucket that is not there, Kinto calls forbidden, as it does what one may not see any more.
    case (404, _) where isFirst, (403, _) where isFirst && query.mayBeNew:
      return SyncPage(records: [], time: answer.time, bytes: answer.body.count, total: 0)
    case (404, _):
      error.reason = .resetNeeded
      error.message = "the server has no collection '\(query.collection.path)' any more"
    // What is wrong with this request can be the token, or the cursor, alone.
    case (400, _) where query.page != nil: error.reason = .interrupted
    case (400, _) where query.cursor != nil:
      error.reason = .resetNeeded
      error.message = "the server does not take the cursor: \(error.serverMessage ?? "it does not say why")"
    default: break
    }
    throw error
  }
}

extension ServerExchange.Answer {
  /// The timestamp of a collection or of a record: its ETag.
  var timestamp: Int64? {
    headers.values(of: "ETag").first.flatMap { Int64($0.filter { $0 != "\"" }) }
  }
}
