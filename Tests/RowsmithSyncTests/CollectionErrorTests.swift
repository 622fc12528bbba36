import RowsmithSync
import RowsmithTesting
import Testing

@Suite struct CollectionErrorTests {
  @Test(arguments: [SyncError.Reason.refused, .answer, .forbidden, .resetNeeded])
  func aCollectionThatCannotBeReadHoldsUpNothingElse(_ reason: SyncError.Reason) async throws {
    let server = HookedServer()
    server.memory.put(#"{"id":"n9","title":"Theirs"}"#, id: "n9", in: "notes")
    server.before { if $0.collection.path == "folders" { throw SyncError(reason, "no") } }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    let report = try await device.sync()
    #expect(report.stopped == nil && report.pushed == 1)
    #expect(report.setAside.contains { $0.entity == "Folder" && $0.error.reason == reason })
    #expect(try device.rows("SELECT id FROM Note ORDER BY id") == ["n1", "n9"])
  }

  @Test(arguments: [SyncError.Reason.offline, .loginNeeded])
  func aServerThatCannotBeReachedStopsIt(_ reason: SyncError.Reason) async throws {
    let server = HookedServer()
    server.before { if $0.collection.path == "folders" { throw SyncError(reason, "no") } }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    let report = try await device.sync()
    #expect(report.stopped?.reason == reason && report.stopped?.entity == "Folder" && report.pushed == 0)
  }
}
