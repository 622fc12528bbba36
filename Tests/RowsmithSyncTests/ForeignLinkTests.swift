import Rowsmith
import RowsmithSync
import RowsmithTesting
import Testing

/// Links that are records, made by another client under ids that are not made of their keys.
@Suite struct ForeignLinkTests {
  private func started(_ server: MemorySyncServer) async throws -> Device {
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1'), ('t2')")
    try await device.sync()
    server.put(#"{"id":"foo","source":"n1","target":"t1"}"#, id: "foo", in: "note_fans")
    #expect(try await device.sync().pulled == 1)
    #expect(try device.rows("SELECT source, target FROM Note_fans") == ["n1|t1"])
    return device
  }

  @Test func `such a link is removed here when it is deleted there`() async throws {
    let server = MemorySyncServer()
    let device = try await started(server)
    server.delete("foo", in: "note_fans")
    // One that was never here.
    server.put(#"{"id":"bar","source":"n1","target":"t2"}"#, id: "bar", in: "note_fans")
    server.delete("bar", in: "note_fans")
    let report = try await device.sync()
    #expect(report.unreadable.isEmpty && report.pulled == 1)
    #expect(try device.rows("SELECT count(*) FROM Note_fans") == ["0"])
    #expect(try await Device(server).sync(.full).unreadable.isEmpty)
  }

  @Test func `such a link is deleted there when it is removed here`() async throws {
    let server = MemorySyncServer()
    let device = try await started(server)
    try device.run("DELETE FROM Note_fans")
    #expect(try await device.sync().pushed == 1)
    #expect(server.entries(in: "note_fans").mapValues(\.isDeleted) == ["foo": true])
    try await device.sync(.full)
    #expect(try device.rows("SELECT count(*) FROM Note_fans") == ["0"])
    try device.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    #expect(try await device.sync().pushed == 1)
    let links = server.entries(in: "note_fans").values.filter { !$0.isDeleted }
    #expect(links.count == 1)
  }

  @Test func `a link that was made again under another id is deleted under that`() async throws {
    let server = MemorySyncServer()
    let device = try await started(server)
    server.delete("foo", in: "note_fans")
    try await device.sync()
    let other = try Device(server)
    try await other.sync()
    try other.run("INSERT INTO Note_fans (source, target) VALUES ('n1', 't1')")
    try await other.sync()
    try await device.sync()
    #expect(try device.rows("SELECT source, target FROM Note_fans") == ["n1|t1"])
    try device.run("DELETE FROM Note_fans")
    try await device.sync()
    #expect(server.entries(in: "note_fans").values.filter { !$0.isDeleted }.isEmpty)
  }

  @Test func `a link with several records is there as long as one of them is, and is deleted with all`()
    async throws
  {
    let server = MemorySyncServer()
    let device = try await started(server)
    server.put(#"{"id":"l-n1__t1","source":"n1","target":"t1"}"#, id: "l-n1__t1", in: "note_fans")
    try await device.sync()
    for gone in ["foo", "l-n1__t1"] {
      server.put(#"{"id":"bar","source":"n1","target":"t1"}"#, id: "bar", in: "note_fans")
      server.delete(gone, in: "note_fans")
      try await device.sync()
      #expect(try device.rows("SELECT source, target FROM Note_fans") == ["n1|t1"])
    }
    server.put(#"{"id":"foo","source":"n1","target":"t1"}"#, id: "foo", in: "note_fans")
    try await device.sync()
    try device.run("DELETE FROM Note_fans")
    for _ in 0..<2 { try await device.sync() }
    #expect(server.entries(in: "note_fans").values.allSatisfy { $0.isDeleted })
    #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty)
    server.put(#"{"id":"bar","source":"n1","target":"t1"}"#, id: "bar", in: "note_fans")
    try await device.sync()
    server.delete("bar", in: "note_fans")
    try await device.sync()
    #expect(try device.rows("SELECT count(*) FROM Note_fans") == ["0"])
  }

  @Test func `a link with several records is known under each, whatever their versions are`() async throws {
    let server = HookedServer()
    // Each record has versions of its own.
    server.changingRecords { record in
      if ["foo", "bar"].contains(record.id) { record.version = record.isDeleted ? "2" : "1" }
    }
    let device = try Device(server)
    try device.run("INSERT INTO Note (id, title) VALUES ('n1', 'A')")
    try device.run("INSERT INTO Tag (id) VALUES ('t1')")
    try await device.sync()
    for id in ["foo", "bar"] {
      server.memory.put(#"{"id":"\#(id)","source":"n1","target":"t1"}"#, id: id, in: "note_fans")
      try await device.sync()
    }
    for (gone, count) in [("foo", "1"), ("bar", "0")] {
      server.memory.delete(gone, in: "note_fans")
      try await device.sync()
      #expect(try device.rows("SELECT count(*) FROM Note_fans") == [count])
    }
  }

  @Test func `the id of a link that an earlier version pulled is noted by a full sync`() async throws {
    let server = MemorySyncServer()
    let device = try await started(server)
    try device.run("UPDATE _rowsmith_sync_rows SET server_key = NULL WHERE entity = 'Note_fans'")
    try await device.sync(.full)
    try device.run("DELETE FROM Note_fans")
    try await device.sync()
    #expect(server.entries(in: "note_fans").mapValues(\.isDeleted) == ["foo": true])
  }
}
