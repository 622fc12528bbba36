import Foundation
import Rowsmith
import RowsmithCurl
import RowsmithSync

// Synchronises with a Kinto, and prints what it took:
//
//   Syncing track DATABASE FILE plain|tracked   imports notes into tables that nobody tracks, or that synchronise
//   Syncing push DATABASE URL FILE              the notes of a file, made here, are sent
//   Syncing pull DATABASE URL                   all notes come, into a new database
//   Syncing idle DATABASE URL                   a sync with nothing to do
//   Syncing cancel DATABASE URL TIMES           pulls into new databases that are cancelled, and the longest wait for the end
//
// baseline/sync.py does the same work as push, pull and idle.

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("track", 4):
  let store = try Store(.file(arguments[1]), model: SyncingModel())
  let session = arguments[3] == "tracked" ? try makeSession(store, "http://127.0.0.1:1/v1") : nil
  if session == nil { _ = try store.fetch(Note.all.count()) }
  try await measure("track") {
    try await store.importJSON(.file(arguments[2]), into: .entity("Note"))
    return (try await store.fetch(Note.all.count()), nil)
  }
case ("push", 4):
  let store = try Store(.file(arguments[1]), model: SyncingModel())
  let session = try makeSession(store, arguments[2])
  try store.importJSON(.file(arguments[3]), into: .entity("Note"))
  try await measure("push") {
    let report = try await synced(session, .push)
    return (report.pushed, report)
  }
case ("pull", 3):
  let store = try Store(.file(arguments[1]), model: SyncingModel())
  let session = try makeSession(store, arguments[2])
  try await measure("pull") {
    let report = try await synced(session, .both)
    return (report.pulled, report)
  }
case ("idle", 3):
  let store = try Store(.file(arguments[1]), model: SyncingModel())
  let session = try makeSession(store, arguments[2])
  // Once without being measured: the connection is there.
  _ = try await synced(session, .both)
  try await measure("idle") {
    let report = try await synced(session, .both)
    return (report.pulled, report)
  }
case ("cancel", 4):
  var waits: [Duration] = []
  for number in 0..<(Int(arguments[3]) ?? 20) {
    let store = try Store(.file("\(arguments[1])-\(number)"), model: SyncingModel())
    let session = try makeSession(store, arguments[2])
    let task = Task { try await session.sync() }
    // Each a little further into the pull.
    try await Task.sleep(for: .milliseconds(40 + 13 * number))
    waits.append(
      await ContinuousClock().measure {
        task.cancel()
        _ = await task.result
      })
    store.close()
  }
  print("{\"work\": \"cancel\", \"waits\": \(waits.count), \"longest\": \"\(waits.max() ?? .zero)\"}")
default:
  FileHandle.standardError.write(Data("usage: Syncing track|push|pull|idle|cancel ...\n".utf8))
  exit(2)
}

func makeSession(_ store: Store, _ url: String) throws -> SyncSession {
  var client = ClientOptions()
  client.authentication = BasicAuthentication(user: "bench", password: "secret")
  let server = try KintoServer(url: url, bucket: "bench", transport: CurlTransport(), options: client)
  return try SyncSession(store: store, plan: SyncingSync.plan, server: server)
}

func synced(_ session: SyncSession, _ scope: SyncScope) async throws -> SyncReport {
  let report = try await session.sync(scope)
  if let error = report.stopped ?? report.setAside.first?.error { throw error }
  return report
}

/// What a piece of work took, in seconds, what it counted, and what went over the network.
func measure(_ name: String, _ work: () async throws -> (count: Int, report: SyncReport?)) async throws {
  var (count, report): (Int, SyncReport?) = (0, nil)
  let elapsed = try await ContinuousClock().measure { (count, report) = try await work() }
  let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  let traffic = report.map { ", \"requests\": \($0.requests), \"bytes\": \($0.bytes)" } ?? ""
  print("{\"work\": \"\(name)\", \"seconds\": \(seconds), \"checksum\": \(count)\(traffic)}")
}
