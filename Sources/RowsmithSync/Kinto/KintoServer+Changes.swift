import Rowsmith
import RowsmithClient

extension KintoServer {
  /// Asks for a page of a list, in the order of changes: a record that is changed meanwhile moves to the end.
  ///
  /// The cursor is the collection's timestamp when the walk began. The overlap is subtracted when asking, never from the stored
  /// cursor. A missing collection has no records on the first read. If it is missing later, or its timestamp is older than the
  /// cursor, the server was reset.
  public func changes(_ query: SyncQuery) async throws -> SyncPage {
    let path = try records(of: query.collection)
    let since = try start(of: query)
    let walk = query.page.flatMap(KintoWalk.init)
    if query.page != nil, walk == nil { throw SyncError(.answer, "the page is not from Kinto") }
    let answer = try await read("\(path)?\(walk?.query ?? KintoServer.search(query, since: since))")
    if answer.error != nil { return try refused(answer, query, path) }
    let cursor = query.cursor.flatMap { Int64($0) }
    guard let timestamp = answer.timestamp,
      let records = KintoRecord.list(answer.body, needsJSON: !query.needsOnlyVersions)
    else {
      throw SyncError(.answer, "GET \(path): this is not a list of Kinto, or it is incomplete")
    }
    let first = walk?.timestamp ?? timestamp
    // With PostgreSQL, two concurrent writes can set the timestamp back by some milliseconds.
    if let since, first < since {
      throw SyncError(
        .resetNeeded,
        "the server has an earlier state of '\(query.collection.path)' than was read: it was reset")
    }
    var page = SyncPage(records: records, time: answer.time, bytes: answer.body.count)
    page.next = KintoServer.next(answer).map { KintoWalk(timestamp: first, query: $0).text }
    let reached = page.next == nil ? first : min(first, records.last?.modified ?? 0)
    page.cursor = String(max(reached, cursor ?? 0))
    if query.needsTotal, page.next == nil { page.total = try await total(path) }
    return page
  }

  /// How many records a collection has. Kinto only tells in a separate request.
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

  /// The time from which on changes are asked for, in milliseconds.
  private func start(of query: SyncQuery) throws -> Int64? {
    // Only a list with `_since` has tombstones. If records are known here, tombstones tell a deletion from a reset of the server.
    guard let text = query.cursor else { return query.mayBeNew ? nil : 0 }
    guard let cursor = Int64(text), cursor >= 0 else {
      throw SyncError(.resetNeeded, "the cursor '\(text.escapedForDisplay())' is not from Kinto")
    }
    let overlap = try KintoServer.overlap(query.collection["overlap"]) ?? learnt.overlap
    return max(0, cursor - Int64(overlap * 1000))
  }

  private static func search(_ query: SyncQuery, since: Int64?) -> String {
    var text = "_sort=last_modified&_limit=\(max(1, query.limit))"
    if let since { text = "_since=\(since)&\(text)" }
    // The id is always included. A tombstone is only recognised by `deleted`.
    if query.needsOnlyVersions { text += "&_fields=last_modified,deleted" }
    return text
  }

  /// The query of the next page. The rest of the URL is ignored: it has the server's own address, which may be wrong behind a
  /// proxy.
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
    // No such collection. For a missing bucket, or one that the user may not see any more, Kinto answers 403.
    case (404, _) where isFirst, (403, _) where isFirst && query.mayBeNew:
      return SyncPage(records: [], time: answer.time, bytes: answer.body.count, total: 0)
    case (404, _):
      error.reason = .resetNeeded
      error.message = "the server no longer has a collection '\(query.collection.path)'"
    // The error may be about the page token or the cursor only.
    case (400, _) where query.page != nil: error.reason = .interrupted
    case (400, _) where query.cursor != nil:
      error.reason = .resetNeeded
      let reason = error.serverMessage?.prefix(500).description.escapedForDisplay() ?? "it does not say why"
      error.message = "the server rejected the cursor: \(reason)"
    default: break
    }
    throw error
  }
}

extension ServerExchange.Answer {
  /// The timestamp of a collection or record, from its ETag. A proxy that compresses an answer weakens the tag: `W/"20"`.
  var timestamp: Int64? {
    headers.values(of: "ETag").first.flatMap { tag in
      Int64((tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).filter { $0 != "\"" })
    }
  }
}
