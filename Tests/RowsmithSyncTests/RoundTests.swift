import RowsmithSync
import RowsmithTesting
import Testing

/// How many times a sync pulls and pushes in turn.
@Suite struct RoundTests {
  @Test(arguments: [1, 0, -1])
  func `the last round ends with a pull, also where no round was asked for`(_ rounds: Int) async throws {
    let server = HookedServer()
    var options = SyncOptions()
    options.maximumRounds = rounds
    let device = try Device(server, options: options)
    try device.run("INSERT INTO Note (id, title) VALUES ('a', 'Old'), ('b', 'Old')")
    try await device.sync()
    try device.run("UPDATE Note SET title = 'Mine'")
    let memory = server.memory
    // Others write while the notes are on their way: one of them is in conflict, the other is taken.
    memory.fail { _ in
      memory.fail(nil)
      memory.put(#"{"id":"a","title":"Old","body":"Theirs"}"#, id: "a", in: "notes")
      memory.put(#"{"id":"z","title":"New"}"#, id: "z", in: "notes")
      return nil
    }
    #expect(try await device.sync().pushed == 1)
    #expect(try device.rows("SELECT id FROM Note ORDER BY id") == ["a", "b", "z"])
  }
}
