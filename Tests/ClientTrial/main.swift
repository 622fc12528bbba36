// A device that works against the test server, online and offline in turns: made to be killed at any moment.
//
//   ClientTrial work DATABASE URL SEED COUNT BATCHES   does so many things, and prints a line for each
//   ClientTrial settle DATABASE URL BATCHES            sends what waits, and prints the rows as JSON
import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithCurl
import RowsmithSchema
import TestSupport

let arguments = CommandLine.arguments
let store = try Store(.file(arguments[2]), schema: TrialModel.schema)
let transport = FlakyTransport(CurlTransport())
var options = ClientOptions()
options.retries.maximumAttempts = 2
options.retries.firstDelay = .milliseconds(5)
options.retries.maximumRetryAfter = .milliseconds(50)
// While it works, some answers come too late; when it settles, none is lost to a busy machine.
options.timeouts.idle = arguments[1] == "work" ? .milliseconds(400) : .seconds(30)
let client = try Client(
  store: store, api: TrialModel.api(arguments[3], batches: arguments.last == "batches"), transport: transport,
  options: options)
if arguments[1] == "work" {
  try await Worker(client: client, transport: transport, seed: UInt64(arguments[4]) ?? 1).work(
    Int(arguments[5]) ?? 0)
} else {
  try await settle(client)
}

/// Sends what waits until nothing does, and prints what there is.
func settle(_ client: Client) async throws {
  for _ in 0..<50 {
    let report = await client.queue.flush()
    for item in try await client.queue.items() where item.state == .refused {
      // What was said of a record that is gone, as a user would see it: given up.
      if let entity = item.entity, [404, 410, 422].contains(item.status ?? 0) {
        say("given up", item)
        try await client.queue.discardChanges(entity: entity, key: item.key)
      } else {
        say("refused", item)
      }
    }
    if try await client.queue.items().isEmpty { break }
    if let stopped = report.stopped { say("stopped", stopped) }
    try await Task.sleep(for: .milliseconds(20))
  }
  for item in try await client.queue.items() { say("left", item) }
  let rows = try await client.store.fetch(
    .sql(
      "SELECT 'article' AS kind, id, title, body, NULL AS article FROM Article UNION ALL SELECT 'comment', id, NULL, body, article FROM Comment"
    ))
  for row in rows { say("row", row.values.map { "\($0)" }.joined(separator: "|")) }
  say("unsent", try await client.store.fetch(.sql("SELECT * FROM _rowsmith_unsent")).map(\.values))
}
