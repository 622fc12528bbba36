import Rowsmith
import RowsmithAPI
import RowsmithClient

/// Makes requests from writes, as the routes of an entity say.
struct RESTRequestMaker {
  let collection: RESTCollection

  func request(for write: SyncWrite) throws -> SyncRequest {
    do {
      switch write.kind {
      case .create: return try create(write)
      case .change: return try change(write)
      case .delete: return try delete(write)
      }
    } catch let error as SyncError {
      throw collection.located(error, id: write.id)
    } catch {
      throw collection.located(SyncError(error, request: collection.entity.collection), id: write.id)
    }
  }

  private func create(_ write: SyncWrite) throws -> SyncRequest {
    guard let route = collection.routes.create else { throw collection.lacks(.create) }
    let isPost = route.methods.contains(.post)
    var headers = self.headers(write)
    if !isPost { headers.append(.init("If-None-Match", "*")) }
    return SyncRequest(
      for: write, method: isPost ? "POST" : "PUT", path: try url(route, write, write.record).uri,
      headers: headers, body: wrapped(write.record, route))
  }

  private func change(_ write: SyncWrite) throws -> SyncRequest {
    guard let route = collection.routes.change else { throw collection.lacks(.change) }
    try checkVersion(write)
    let isPatch = route.methods.contains(.patch)
    var body = isPatch ? write.changes : write.record
    if let version = write.version, case .member(let path, _, let isNumber, _) = collection.version {
      var json = try json(body)
      json.set(RESTRequestMaker.json(version, isNumber: isNumber), at: path)
      body = Array(json.text.utf8)
    }
    return SyncRequest(
      for: write, method: isPatch ? "PATCH" : "PUT", path: try url(route, write, place(of: write)).uri,
      headers: headers(write), body: wrapped(body, route))
  }

  /// A version, as the server writes it.
  private static func json(_ version: String, isNumber: Bool) -> JSONValue {
    if isNumber, let json = try? JSONValue(parsing: version), case .number = json { return json }
    return .string(version)
  }

  private func delete(_ write: SyncWrite) throws -> SyncRequest {
    guard let route = collection.routes.delete else { throw collection.lacks(.delete) }
    if collection.version == .entityTag { try checkVersion(write) }
    var url = try url(route, write, place(of: write))
    // A deletion has no body; the version is sent in a query parameter if the route has one.
    if let version = write.version, case .member(let path, let attribute, _, _) = collection.version,
      let parameter = route.query.first(where: { $0.column == attribute || [$0.name] == path })
    {
      url.set(parameter.name, version)
    }
    return SyncRequest(for: write, method: "DELETE", path: url.uri, headers: headers(write))
  }

  /// Checks that a write has a version if the server has them. Otherwise it would overwrite others' changes unnoticed.
  private func checkVersion(_ write: SyncWrite) throws {
    guard write.version == nil else { return }
    switch collection.version {
    case .none: return
    case .entityTag:
      let route = collection.routes.read?.path
      throw SyncError(
        .settings,
        "the server has given no version of the record: 'version' is 'ETag', and the answer of \(route.map { "GET '\($0)'" } ?? "the server") "
          + "has no such header; have the server send it and retry, or take 'version' out of 'sync'")
    case .member(let path, let attribute, _, _):
      throw SyncError(
        .settings,
        "the server has given no version of the record: 'version' names '\(attribute)', and its JSON has nothing at "
          + "'\(path.joined(separator: "."))'; 'ImportName' of the attribute says where the server has it")
    }
  }

  /// The record that the server has, for the path: a later local change may name another parent.
  private func place(of write: SyncWrite) -> [UInt8] { write.base.isEmpty ? write.record : write.base }

  private func headers(_ write: SyncWrite) -> [SyncRequest.Header] {
    var headers: [SyncRequest.Header] = []
    if collection.knowsIdempotencyKeys { headers.append(.init("Idempotency-Key", write.idempotencyKey)) }
    if let version = write.version, collection.version == .entityTag {
      headers.append(.init("If-Match", version))
    }
    return headers
  }

  /// The path and query.
  private func url(_ route: Route, _ write: SyncWrite, _ record: [UInt8]) throws -> RouteURL {
    let json = record.isEmpty ? JSONValue.object([]) : try json(record)
    let path = try RouteURL.path(route.path) { name in
      if name == collection.pathAttribute {
        if collection.serverKey == nil { return write.id }
        if let key = write.serverKey { return key }
        throw SyncError(.settings, "the key that the server gave the record is not known")
      }
      if let text = collection.members.text(of: name, in: json), !text.isEmpty { return text }
      throw SyncError(
        .settings, "the path '\(route.path)' needs a value for '\(name)', which the record does not have")
    }
    return RouteURL(base: "", path: path)
  }

  private func wrapped(_ body: [UInt8], _ route: Route) -> [UInt8] {
    guard let key = route.under else { return body }
    return Array("{\(JSONValue.string(key).text):".utf8) + body + Array("}".utf8)
  }

  private func json(_ bytes: [UInt8]) throws -> JSONValue {
    do {
      return try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw SyncError(.settings, "the record is not JSON: \(error)")
    }
  }
}
