import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

// Records of families, which are sent and come back with the entity of each.
extension LostWriteTests {
  private func media(
    _ server: MemorySyncServer, _ members: [SyncPlan.MemberConflict] = []
  ) async throws -> Device {
    let model = """
      entities:
        Media: { Discriminator: type, attributes: { id: String } }
        Image: { extends: Media, attributes: { code: { type: String?, unique: true } } }
        Video: { extends: Media, attributes: { seconds: Int? } }
      """
    let device = try Device(
      server, model: model, options: .clock(of: server),
      .init("Media", collection: "media", memberConflicts: members))
    try device.run("INSERT INTO Media (entityName, id) VALUES ('Image', 'm')")
    try await device.sync()
    server.time += 10_000
    try await device.sync()
    return device
  }

  @Test func `a lost value is not set again in a record of an entity that does not have it`() async throws {
    let server = MemorySyncServer()
    let device = try await media(server)
    try device.run("UPDATE Media SET code = 'a'")
    #expect(try await device.sync(.push).pushed == 1)
    server.put(#"{"id":"m","type":"Video"}"#, id: "m", in: "media")
    #expect(try await device.sync().lost.map(\.id) == ["m"])
    #expect(try device.rows("SELECT entityName, code FROM Media") == ["Video|-"])
    #expect(try log(device) == ["code|-|a|-|lostWrite|theirs"])
    server.put(#"{"id":"n","type":"Image","code":"a"}"#, id: "n", in: "media")
    #expect(try await device.sync().unreadable.isEmpty)
    #expect(try device.rows("SELECT id, code FROM Media ORDER BY id") == ["m|-", "n|a"])
  }

  @Test func `a lost value is set again with the entity that has it, if that is lost, too`() async throws {
    let server = MemorySyncServer()
    let device = try await media(server)
    try device.run("UPDATE Media SET code = 'a'")
    try await device.sync()
    server.time += 10_000
    try await device.sync()
    try device.run("UPDATE Media SET entityName = 'Video', code = NULL, seconds = 3")
    #expect(try await device.sync(.push).pushed == 1)
    server.put(#"{"id":"m","type":"Image","code":"a"}"#, id: "m", in: "media")
    #expect(try await device.sync().lost.map(\.id) == ["m"])
    #expect(try device.rows("SELECT entityName, code, seconds FROM Media") == ["Video|-|3"])
    #expect(
      try log(device) == [
        "entityName|Image|Video|Image|lostWrite|mine", "code|a|-|a|lostWrite|mine",
        "seconds|-|3|-|lostWrite|mine",
      ])
    let there = server.entries(in: "media")["m"]?.json ?? ""
    #expect(there.contains("Video") && there.contains(#""seconds":3"#), "\(there)")
  }

  /// What another client has made of a value that the entity does not have, the policy of that, and what is logged.
  @Test(
    arguments: [
      ("b", .fieldMerge, ["entityName|Image|Video|Image|lostWrite|mine", "code|-|-|b|lostWrite|mine"]),
      ("a", .serverWins, ["entityName|Image|Video|Image|lostWrite|mine", "code|a|-|a|lostWrite|mine"]),
    ] as [(String, ConflictPolicy, [String])])
  func `a value that the entity does not have goes when that is set again`(
    _ code: String, _ policy: ConflictPolicy, _ logged: [String]
  ) async throws {
    let server = MemorySyncServer()
    let device = try await media(server, [.init("code", policy)])
    try device.run("UPDATE Media SET code = 'a'")
    try await device.sync()
    server.time += 10_000
    try await device.sync()
    try device.run("UPDATE Media SET entityName = 'Video', code = NULL")
    #expect(try await device.sync(.push).pushed == 1)
    server.put(#"{"id":"m","type":"Image","code":"\#(code)"}"#, id: "m", in: "media")
    #expect(try await device.sync().conflicts == 2)
    #expect(try log(device) == logged)
    #expect(server.entries(in: "media")["m"]?.json.contains("Video") == true)
    server.put(#"{"id":"n","type":"Image","code":"\#(code)"}"#, id: "n", in: "media")
    #expect(try await device.sync().unreadable.isEmpty)
    let rows = try device.rows("SELECT id, entityName, code FROM Media ORDER BY id")
    #expect(rows == ["m|Video|-", "n|Image|\(code)"])
  }
}
