import Rowsmith
import RowsmithAPI
import RowsmithClient

extension RESTSyncServer {
  /// Reads records by id: with the list if it takes `ids` and versions are not in `ETag`, otherwise one by one.
  public func read(_ ids: [String], in wanted: SyncCollection) async throws -> [SyncRecord] {
    let collection = try collection(wanted)
    guard collection.serverKey != nil else { return try await read(ids, collection) }
    guard let list = collection.routes.list, let parameter = collection.keyParameter else {
      throw collection.lacks(.list)
    }
    var records: [SyncRecord] = []
    for id in ids { records += try await listed([id], by: parameter, list, collection) { $0.id } }
    return records
  }

  /// Reads records by the server's keys: with the list if it takes `ids`, otherwise one by one.
  public func read(serverKeys: [String], in wanted: SyncCollection) async throws -> [SyncRecord] {
    try await read(serverKeys, try collection(wanted))
  }

  /// Reads records by the keys used in paths.
  private func read(_ ids: [String], _ collection: RESTCollection) async throws -> [SyncRecord] {
    // Keys with a comma cannot be sent in a list of keys.
    let isList = ids.count > 1 && !ids.contains { $0.contains(",") }
    if isList || collection.routes.read == nil, collection.version != .entityTag,
      let list = collection.routes.list,
      let parameter = RESTListQuery(route: list).ids
    {
      var records: [SyncRecord] = []
      for start in stride(from: 0, to: ids.count, by: 50) {
        let some = Array(ids[start..<min(start + 50, ids.count)])
        records += try await listed(some, by: parameter, list, collection) {
          $0.pathKey(in: collection)
        }
      }
      return records
    }
    guard let route = collection.routes.read else { throw collection.lacks(.read) }
    // The exchange limits how many of these run at the same time.
    return try await withThrowingTaskGroup(of: (Int, SyncRecord?).self) { group in
      for (index, id) in ids.enumerated() {
        group.addTask { (index, try await one(id, route, collection)) }
      }
      var found: [Int: SyncRecord] = [:]
      for try await (index, record) in group { found[index] = record }
      return ids.indices.compactMap { found[$0] }
    }
  }

  /// Reads one record; `nil` if the server does not have or show it.
  private func one(_ id: String, _ route: Route, _ collection: RESTCollection) async throws -> SyncRecord? {
    // A key that no path can have is the key of no record.
    guard let path = try? RouteURL.path(route.path, filling: { _ in id }) else { return nil }
    let url = RouteURL(base: exchange.baseURL, path: path).text
    let answer = try await exchange.read(url)
    if [403, 404].contains(answer.status) { return nil }
    let json = try? JSONValue(answer: answer.body)
    let reader = RESTRecordReader(collection: collection)
    if answer.status == 410 {
      let isOwn = collection.serverKey == nil
      return reader.record(json?["tombstone"] ?? .object([]), id: isOwn ? id : nil, isDeleted: true)
    }
    guard answer.error == nil else {
      throw collection.located(SyncError(answer, request: "GET \(url)"), id: id)
    }
    guard let record = json?.value(at: route.at).flatMap({ reader.record($0, tag: answer.headers["ETag"]) }),
      record.pathKey(in: collection) == id
    else {
      var error = SyncError(.answer, "expected the record, found something else")
      error.request = "GET \(url)"
      throw collection.located(error, id: id)
    }
    return record
  }

  /// Asks for each missing record by itself, as a list does not say why a record is not in it.
  public func hidden(_ ids: [String], in wanted: SyncCollection) async throws -> Set<String> {
    let collection = try collection(wanted)
    // Records cannot be asked for one by one without the server's keys.
    return collection.serverKey == nil ? try await hidden(ids, collection) : []
  }

  /// As ``hidden(_:in:)``, by the server's keys.
  public func hidden(serverKeys: [String], in wanted: SyncCollection) async throws -> Set<String> {
    try await hidden(serverKeys, try collection(wanted))
  }

  /// Asks for records by the keys used in paths.
  private func hidden(_ ids: [String], _ collection: RESTCollection) async throws -> Set<String> {
    guard let route = collection.routes.read else { return [] }
    return try await withThrowingTaskGroup(of: String?.self) { group in
      for id in ids {
        group.addTask {
          guard let path = try? RouteURL.path(route.path, filling: { _ in id }) else { return nil }
          let url = RouteURL(base: exchange.baseURL, path: path).text
          let answer = try await exchange.read(url)
          if answer.status == 403 { return id }
          if answer.error == nil || [404, 410].contains(answer.status) { return nil }
          // Who does not say so has not deleted it.
          throw collection.located(SyncError(answer, request: "GET \(url)"), id: id)
        }
      }
      var hidden: Set<String> = []
      for try await id in group { if let id { hidden.insert(id) } }
      return hidden
    }
  }

  /// Reads records with a list that is asked for their keys.
  ///
  /// A record in none of its pages counts as deleted. So a page is not the last one because it is short or empty: some servers
  /// leave out what the user must not see, or search one part of their records for each page.
  private func listed(
    _ ids: [String], by parameter: String, _ route: Route, _ collection: RESTCollection,
    _ key: (SyncRecord) -> String?
  ) async throws -> [SyncRecord] {
    var start = try RESTListQuery(route: route).url(
      exchange.baseURL, since: nil, size: ids.count, sortedBy: nil)
    start.set(parameter, ids.joined(separator: ","))
    let wanted = Set(ids)
    var url = start.text
    var asked: Set<String> = []
    var records: [SyncRecord] = []
    var received = 0
    var last: (count: Int, digest: String)?
    while true {
      guard asked.insert(url).inserted, asked.count <= RESTSyncServer.maximumPages else {
        throw collection.located(.endless(start), id: nil)
      }
      let answer = try await exchange.read(url)
      if let last, isBehind(last.count, answer, route, ids.count) { break }
      guard answer.error == nil else {
        throw collection.located(SyncError(answer, request: "GET \(url)"), id: nil)
      }
      guard case .array(let items)? = (try? JSONValue(answer: answer.body))?.value(at: route.at) else {
        var error = SyncError(.answer, "expected a list, found something else")
        error.request = "GET \(start.base)/\(start.path)"
        throw collection.located(error, id: nil)
      }
      let digest = items.digest
      // What is around the records may differ: the number that was asked for, or the time.
      if route.countsPages, let last, last.digest == digest { break }
      let reader = RESTRecordReader(collection: collection)
      records += try reader.records(items, request: "GET \(start.base)/\(start.path)").filter {
        key($0).map(wanted.contains) ?? false
      }
      // A next page that is not needed may lead anywhere.
      if Set(records.compactMap(key)).count == wanted.count { break }
      received += items.count
      let total = answer.totalCount
      if route.countsPages, let total, received >= total { break }
      let next = try exchange.nextPage(
        after: answer, of: route, schema, start: start, url: url, firstCount: nil, collection)
      guard let following = next.url else { break }
      last = (items.count, digest)
      url = following
    }
    return records
  }

  /// The limit on the number of pages with the records that are asked for.
  private static let maximumPages = 1000

  /// Whether a page is behind the last one, which has so many records: it is missing or, if pages are counted, refused behind
  /// a short one.
  private func isBehind(
    _ count: Int, _ answer: ServerExchange.Answer, _ route: Route, _ size: Int
  ) -> Bool {
    answer.status == 404 || route.countsPages && count < size && [400, 416, 422].contains(answer.status)
  }
}

extension SyncError {
  /// The error for a list that does not come to an end.
  fileprivate static func endless(_ start: RouteURL) -> SyncError {
    var error = SyncError(
      .answer, "the list of the records that were asked for has too many pages, or leads to a page again")
    error.request = "GET \(start.base)/\(start.path)"
    return error
  }
}

extension SyncRecord {
  /// The key used in paths.
  fileprivate func pathKey(in collection: RESTCollection) -> String? {
    collection.serverKey == nil ? id : serverKey
  }
}

extension RESTCollection {
  /// The parameter of the list that takes a record's local key.
  var keyParameter: String? {
    routes.list?.query.first { $0.column == keyAttribute || [$0.name] == key }?.name
  }

  /// Adds the entity and id to an error.
  func located(_ error: SyncError, id: String?) -> SyncError {
    var error = error
    (error.entity, error.id) = (entity.name, id)
    return error
  }
}
