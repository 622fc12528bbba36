import Foundation
import Rowsmith
import RowsmithClient
import RowsmithCurl

// Talks to baseline/serve.c as an app would, and prints what it took:
//
//   Calling fetch DATABASE URL                    the whole feed, into a new database
//   Calling calls DATABASE URL COUNT AT_ONCE      so many comments, each a call of its own
//   Calling transport URL COUNT AT_ONCE           the same without a database
//   Calling queue DATABASE URL COUNT [--batches]  so many authors made offline, then sent
//
// baseline/call.py does the same work as `calls` and `transport`.

let arguments = Array(CommandLine.arguments.dropFirst())
switch (arguments.first, arguments.count) {
case ("fetch", 3):
  let client = try makeClient(arguments[1], arguments[2])
  try await client.feed()
  client.client.store.close()
case ("calls", 5):
  let client = try makeClient(arguments[1], arguments[2])
  // Once without being measured: the connection is there, and so are the statements.
  try await client.comment(id: 0)
  try await measure("calls") {
    try await call(Int(arguments[3]) ?? 0, atOnce: Int(arguments[4]) ?? 1) { id in
      try await client.comment(id: id)
    }
    return try await client.client.store.fetch(Comment.all.count()) - 1
  }
  client.client.store.close()
case ("transport", 4):
  let transport = CurlTransport()
  let bytes = Total()
  try await get("\(arguments[1])/comments/0", transport)
  try await measure("transport") {
    try await call(Int(arguments[2]) ?? 0, atOnce: Int(arguments[3]) ?? 1) { id in
      bytes.add(try await get("\(arguments[1])/comments/\(id)", transport))
    }
    return bytes.value
  }
case ("queue", 4...5):
  try await queue(arguments[1], arguments[2], Int(arguments[3]) ?? 0, inBatches: arguments.count == 5)
default:
  FileHandle.standardError.write(Data("usage: Calling fetch|calls|transport|queue ...\n".utf8))
  exit(2)
}

func makeClient(
  _ path: String, _ url: String, inBatches: Bool = true, over transport: any Transport = CurlTransport()
) throws -> CallingClient {
  var options = ClientOptions()
  options.baseURL = url
  options.maximumRequests = 8
  var api = CallingClient.api
  if !inBatches { api.batch = nil }
  let store = try Store(.file(path), model: CallingModel())
  return CallingClient(try Client(store: store, api: api, transport: transport, options: options))
}

/// What a piece of work took, in seconds, and what it counted.
func measure(_ name: String, _ work: () async throws -> Int) async throws {
  var count = 0
  let elapsed = try await ContinuousClock().measure { count = try await work() }
  let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  print("{\"work\": \"\(name)\", \"seconds\": \(seconds), \"checksum\": \(count)}")
}

/// Calls with the numbers from 1, in order, so many at once.
func call(_ count: Int, atOnce: Int, _ work: @escaping @Sendable (Int) async throws -> Void) async throws {
  let numbers = Numbers(upTo: count)
  try await withThrowingTaskGroup(of: Void.self) { group in
    for _ in 0..<atOnce {
      group.addTask { while let number = numbers.next() { try await work(number) } }
    }
    try await group.waitForAll()
  }
}

@discardableResult
func get(_ url: String, _ transport: CurlTransport) async throws -> Int {
  let answer = try await transport.send(HTTPRequest(method: "GET", url: url))
  var count = 0
  for try await chunk in answer.body { count += chunk.count }
  return count
}

func queue(_ path: String, _ url: String, _ count: Int, inBatches: Bool) async throws {
  let network = Network(CurlTransport())
  let client = try makeClient(path, url, inBatches: inBatches, over: network)
  network.set(isThere: false)
  try await measure("create") {
    for number in 1...count {
      try await client.createAuthor(
        Author(
          id: Author.makeLocalKey(), name: "Author \(number)", email: "author\(number)@example.com",
          joinedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(number))))
    }
    return try await client.client.queue.items().count
  }
  network.set(isThere: true)
  try await measure("flush") { await client.client.queue.flush().sent }
  guard try await client.client.queue.items().isEmpty, try await hasServersKeys(client.client.store, count)
  else {
    FileHandle.standardError.write(Data("the queue has not been sent as it should\n".utf8))
    exit(1)
  }
  await client.client.store.close()
}

/// Whether every author has the key that the server has given.
func hasServersKeys(_ store: Store, _ count: Int) async throws -> Bool {
  let authors = try await store.fetch(Author.all)
  return authors.count == count && authors.allSatisfy { $0.id > 0 }
}
