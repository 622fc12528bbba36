import Foundation
import Rowsmith
import RowsmithClient

/// What it answers. Called while it is locked.
extension RESTDouble {
  func carryOut(_ request: DoubleRequest) -> DoubleAnswer {
    let parts = request.components
    switch (parts.count, request.method) {
    case (1, "GET") where parts[0] == "changes": return feed(request)
    case (1, "GET"): return list(parts[0], request)
    case (1, "POST"): return create(parts[0], request)
    case (2, "PUT"): return make(parts[1], in: parts[0], request)
    case (2, _): return single(parts[1], in: parts[0], request)
    default: return error(404)
    }
  }

  // MARK: What has changed

  private func feed(_ request: DoubleRequest) -> DoubleAnswer {
    let since = request.parameters["since"].flatMap { Int($0) } ?? 0
    if since > sequence { return DoubleAnswer(status: 410, body: ["reset": true]) }
    let name = request.parameters["models"] ?? ""
    let found = (collections[name] ?? [:]).values.filter { $0.sequence > since }
      .sorted { $0.sequence < $1.sequence }
    let page = found.prefix(request.parameters["limit"].flatMap { Int($0) } ?? 100)
    let isLast = page.count == found.count
    let changes = page.map { record -> JSONValue in
      .object([
        .init("seq", .init(record.sequence)), .init("model", .string(name)), .init("id", .string(record.id)),
        .init("op", .string(record.members == nil ? "delete" : "save")),
        .init(record.members == nil ? "tombstone" : "record", json(record, in: name)),
      ])
    }
    return DoubleAnswer(
      status: 200,
      body: .object([
        .init("changes", .array(Array(changes))),
        .init("cursor", .init(isLast ? sequence : page.last?.sequence ?? since)),
        .init("more", .bool(!isLast)),
        .init("server_time", .string(RESTDouble.text(Int64(clock.now * 1000)))),
      ]))
  }

  private func list(_ name: String, _ request: DoubleRequest) -> DoubleAnswer {
    let parameters = request.parameters
    let showsDeleted = ["1", "true"].contains(parameters["include_deleted"])
    var found = (collections[name] ?? [:]).values.filter { showsDeleted || $0.members != nil }
    // As texts, times are in their order, too.
    if let since = parameters["updated_since"] {
      found = found.filter { RESTDouble.text($0.updated) >= since }
    }
    if let uuid = parameters["uuid"] { found = found.filter { $0.id == uuid } }
    if let ids = parameters["ids"]?.split(separator: ",").map(String.init) {
      found = found.filter { ids.contains(numbered.contains(name) ? String($0.number) : $0.id) }
    }
    found.sort {
      parameters["sort"] == "updated_at" && $0.updated != $1.updated ? $0.updated < $1.updated : $0.id < $1.id
    }
    let size = parameters["per_page"].flatMap { Int($0) } ?? 1000
    let number = parameters["page"].flatMap { Int($0) } ?? 1
    var headers = [
      ("X-Total-Count", String(found.count)), ("X-Server-Time", RESTDouble.text(Int64(clock.now * 1000))),
    ]
    if number * size < found.count {
      var parameters = parameters
      parameters["page"] = String(number + 1)
      var url = URLComponents()
      (url.scheme, url.host, url.path) = ("http", "rest.test", "/v1/\(name)")
      url.queryItems = parameters.sorted { $0.key < $1.key }.map {
        URLQueryItem(name: $0.key, value: $0.value)
      }
      headers.append(("Link", "<\(url.string ?? "")>; rel=\"next\""))
    }
    let page = found.dropFirst((number - 1) * size).prefix(size).map { json($0, in: name) }
    return DoubleAnswer(status: 200, headers: headers, body: .array(Array(page)))
  }

  // MARK: Single records

  private func shown(_ record: Record, in name: String, _ status: Int = 200) -> DoubleAnswer {
    DoubleAnswer(status: status, headers: [("ETag", tag(record, in: name))], body: json(record, in: name))
  }

  private func tag(_ record: Record, in name: String) -> String {
    "\"\(name)-\(record.id)-\(record.version)\""
  }

  private func gone(_ record: Record, in name: String) -> DoubleAnswer {
    DoubleAnswer(
      status: 410, body: .object([.init("error", "gone"), .init("tombstone", json(record, in: name))]))
  }

  private func conflict(_ status: Int, _ record: Record, in name: String) -> DoubleAnswer {
    DoubleAnswer(
      status: status, headers: [("ETag", tag(record, in: name))],
      body: .object([.init("error", "changed"), .init("current", json(record, in: name))]))
  }

  private func create(_ name: String, _ request: DoubleRequest) -> DoubleAnswer {
    guard let id = key(of: request.body, in: name) else { return error(422) }
    guard let there = collections[name]?[id] else {
      return shown(keep(id, in: name, request.body.members), in: name, 201)
    }
    if there.members == nil { return gone(there, in: name) }
    var answer = shown(there, in: name)
    answer.headers.append(("X-Duplicate", "true"))
    return answer
  }

  private func make(_ id: String, in name: String, _ request: DoubleRequest) -> DoubleAnswer {
    if let there = collections[name]?[id], there.members != nil { return conflict(412, there, in: name) }
    return shown(keep(id, in: name, request.body.members), in: name, 201)
  }

  private func single(_ key: String, in name: String, _ request: DoubleRequest) -> DoubleAnswer {
    guard let there = record(key, in: name) else { return error(404) }
    guard let members = there.members else {
      return request.method == "DELETE" ? DoubleAnswer(status: 204) : gone(there, in: name)
    }
    if request.method == "GET" { return shown(there, in: name) }
    if let wanted = request.headers["if-match"], wanted != tag(there, in: name) {
      return conflict(412, there, in: name)
    }
    let version = request.parameters["lock_version"] ?? request.body["lock_version"]?.int.map(String.init)
    if let version, version != String(there.version) { return conflict(409, there, in: name) }
    if request.method == "DELETE" {
      _ = keep(there.id, in: name, nil)
      return DoubleAnswer(status: 204)
    }
    let changed = request.body.members.filter { $0.key != "lock_version" }
    let names = Set(changed.map(\.key))
    return shown(keep(there.id, in: name, members.filter { !names.contains($0.key) } + changed), in: name)
  }
}
