// A device that works and synchronises: made to be killed at any moment.
//
//   SyncTrial work DATABASE URL PLACE DEVICE SEED COUNT PAUSE   does so many things, PAUSE milliseconds apart
//   SyncTrial settle DATABASE URL PLACE DEVICE                  synchronises until nothing is left, and prints what there is
//
// PLACE is the bucket of a Kinto, or `rest` for the server of Tests/Server.
import Foundation
import Rowsmith
import RowsmithSync
import TestSupport

let arguments = CommandLine.arguments
guard arguments.count >= 6 else {
  say("expected a mode, a database, a URL, a place and a device")
  exit(2)
}
var storeOptions = StoreOptions()
// Another process works on the same file, and the machine may be busy.
storeOptions.busyTimeout = .seconds(300)
let store = try Store(.file(arguments[2]), schema: TrialModel.model().schema, options: storeOptions)
let plan = TrialModel.plan(place: arguments[4])
var options = SyncOptions()
options.pageSize = 10
options.retries.maximumAttempts = 2
options.retries.firstDelay = .milliseconds(5)
let session = try SyncSession(
  store: store, plan: plan, server: try TrialModel.server(plan, url: arguments[3], place: arguments[4]),
  options: options)
if arguments[1] == "work", arguments.count >= 9 {
  var worker = Worker(session: session, device: arguments[5], seed: UInt64(arguments[6]) ?? 1)
  try await worker.work(Int(arguments[7]) ?? 0, pause: .milliseconds(Int(arguments[8]) ?? 0))
} else {
  try await Settling(session: session).run()
}
