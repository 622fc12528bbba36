import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Reads changes from a feed: `changes?since=SEQ&limit=N&models=articles` gives
/// `{"changes": [{"model", "id", "op", "record" or "tombstone"}], "cursor", "more", "server_time"}`, in the order of commits, so
/// nothing comes late.
struct RESTFeed {
  let collection: RESTCollection
  /// The path of the feed, relative to the base URL.
  let path: String
  let exchange: ServerExchange

  func page(_ query: SyncQuery) async throws -> SyncPage {
    var url = RouteURL(base: exchange.baseURL, path: try RouteURL.path(PathTemplate(path)) { _ in "" })
    if let since = query.page ?? query.cursor { url.set("since", since) }
    url.set("limit", String(query.limit))
    url.set("models", collection.entity.collection)
    let answer = try await exchange.read(url.text)
    let json = try? JSONValue(answer: answer.body)
    if answer.error != nil {
      var error = SyncError(
        answer, request: "GET \(url.text)", asksSince: (query.page ?? query.cursor) != nil)
      if json?["reset"] == .bool(true) { error.reason = .resetNeeded }
      throw located(error)
    }
    guard case .array(let changes)? = json?["changes"], let cursor = json?["cursor"]?.scalarText else {
      var error = SyncError(.answer, "expected changes and a cursor, found something else")
      error.request = "GET \(url.base)/\(url.path)"
      throw located(error)
    }
    let isLast = json?["more"] != .bool(true)
    guard isLast || cursor != (query.page ?? query.cursor) else {
      throw located(SyncError(.answer, "the feed has more pages, but the next one is the same page again"))
    }
    return SyncPage(
      records: try latest(changes.compactMap(record)), next: isLast ? nil : cursor, cursor: cursor,
      time: json?["server_time"]?.scalarText.flatMap(RESTServerTime.milliseconds),
      bytes: answer.body.count)
  }

  /// The current record of a change; `nil` if it belongs to another collection.
  private func record(_ change: JSONValue) throws -> SyncRecord? {
    if let model = change["model"]?.string, model != collection.entity.collection { return nil }
    let reader = RESTRecordReader(collection: collection)
    // If the server has its own keys, `id` is one of those.
    let id = collection.serverKey == nil ? change["id"]?.scalarText.map(collection.id) : nil
    let tombstone = change["tombstone"].flatMap { $0 == .null ? nil : $0 }
    let isDeleted = tombstone != nil || change["op"]?.string == "delete"
    let json = isDeleted ? tombstone ?? deletion(change) : change["record"] ?? .null
    if let record = reader.record(json, id: id, isDeleted: isDeleted ? true : nil) { return record }
    throw located(SyncError(.answer, "a change has neither a record nor a tombstone with a key"))
  }

  /// A tombstone for a deletion that has none: it names the server's key, if the server has its own.
  private func deletion(_ change: JSONValue) -> JSONValue {
    var json = JSONValue.object([])
    if let serverKey = collection.serverKey, let id = change["id"], id.scalarText != nil {
      json.set(id, at: serverKey.path)
    }
    return json
  }

  /// Keeps each record once, at its last change: the feed has its current state, however often it was changed.
  private func latest(_ records: [SyncRecord]) -> [SyncRecord] {
    // Compared by their bytes: two texts may be equal to Swift, and different keys to servers and SQLite.
    var seen: Set<[UInt8]> = []
    // A deletion may name nothing but the server's key.
    return records.reversed().filter { seen.insert(Array(($0.serverKey ?? $0.id).utf8)).inserted }.reversed()
  }

  private func located(_ error: SyncError) -> SyncError {
    var error = error
    error.entity = collection.entity.name
    return error
  }
}
