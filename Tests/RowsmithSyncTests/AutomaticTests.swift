import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct AutomaticTests {
  @Test(.timeLimit(.minutes(1))) func aWriteBeginsASync() async throws {
    let server = MemorySyncServer()
    let device = try Device(server)
    var triggers = SyncTriggers()
    triggers.afterWrite = .milliseconds(10)
    triggers.interval = nil
    var events = device.session.start(triggers).makeAsyncIterator()
    var ended = 0
    while let event = await events.next() {
      guard case .ended(let report) = event else { continue }
      #expect(report.stopped == nil)
      ended += 1
      if ended == 1 { try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')") }
      if server.entries(in: "notes").count == 1 { break }
    }
    await device.session.stop()
    #expect(server.entries(in: "notes").count == 1)
  }
}
