import Foundation
import Rowsmith
import RowsmithClient
import RowsmithSchema

/// The way of one client to a server in the process, which the scheduler holds and spoils.
struct SimulatedTransport: Transport {
  let server: any ServerDouble
  let turnstile: Turnstile
  let log: ServerLog
  let client: Int
  let clock: VirtualClock

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let read = try SimulatedTransport.read(request)
    let items = server.batch(read) ?? [read]
    let writes = items.count { !["GET", "HEAD"].contains($0.method) }
    let verdict = await turnstile.wait(for: .exchange(requests: writes))
    let place = verdict.place % max(1, items.count)
    func all(_ cut: Bool = false) -> HTTPResponse {
      answer(read, items, items.map(carryOut)).response(to: request, cut: cut, date: date)
    }
    switch verdict.fault {
    case nil: return all()
    case .dropBefore?: throw TransportError(.interrupted, "the connection has ended")
    case .offline?: throw TransportError(.offline, "no connection")
    case .dropAfter?:
      _ = items.map(carryOut)
      throw TransportError(.interrupted, "the connection has ended")
    case .dropMiddle?:
      _ = items.prefix(place).map(carryOut)
      throw TransportError(.timedOut, "no answer in time")
    case .cutAnswer?: return all(true)
    case .failedAfter?:
      _ = items.map(carryOut)
      return server.error(500).response(to: request, date: date)
    case .throttled?: return server.error(503).response(to: request, date: date)
    case .refused?:
      let answers = items.enumerated().map { index, item in
        index == place ? server.refusal : carryOut(item)
      }
      return answer(read, items, answers).response(to: request, date: date)
    case .forgotCursor?: return server.forgetting(read)?.response(to: request, date: date) ?? all()
    }
  }

  private var date: String { SimulatedTransport.dates?.string(milliseconds: Int64(clock.now * 1000)) ?? "" }

  private static let dates = try? CompiledDateFormat(.rfc1123)

  private func carryOut(_ request: DoubleRequest) -> DoubleAnswer {
    if server.isBlind(request) { log.note(blind: "\(request.method) \(request.path)", of: client) }
    let answer = server.answer(request)
    if let record = server.record(of: request) { log.note(record.id, in: record.collection, of: client) }
    return answer
  }

  private func answer(_ request: DoubleRequest, _ items: [DoubleRequest], _ answers: [DoubleAnswer])
    -> DoubleAnswer
  {
    server.batch(request) == nil ? answers[0] : server.answer(to: items, of: answers)
  }

  private static func read(_ request: HTTPRequest) throws -> DoubleRequest {
    guard let url = URLComponents(string: request.url) else {
      throw TransportError(.unsendable, "'\(request.url)' is no URL")
    }
    var read = DoubleRequest(
      method: request.method, path: url.path.hasPrefix("/v1") ? String(url.path.dropFirst(3)) : url.path)
    for item in url.queryItems ?? [] { read.parameters[item.name] = item.value ?? "" }
    for field in request.headers.fields { read.headers[field.name.lowercased()] = field.value }
    if case .bytes(let bytes)? = request.body, !bytes.isEmpty {
      read.body = try JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    }
    return read
  }
}
