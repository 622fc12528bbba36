import Foundation
import RowsmithAPI
import RowsmithClient
import RowsmithSync
import TestSupport
import Testing

extension RESTRealTests {
  /// The adapter against the server of `Tests/Server`.
  @Suite struct RESTServerTests {
    @Test("A record is created, changed, read and deleted")
    func aRecordIsCreatedChangedReadAndDeleted() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      let asked = Date.now.timeIntervalSince1970
      #expect(try await server.carryOut(Meetings.create("m", "A")) == ["accepted m@1"])
      #expect(
        try await server.carryOut(Meetings.change("m", #"{"title":"B"}"#, version: "1")) == ["accepted m@2"])
      let read = try await server.read(["m"], in: Meetings.meetings)
      #expect(read.map(\.version) == ["2"])
      #expect(read.first.map { String(decoding: $0.json, as: UTF8.self).contains(#""title":"B""#) } == true)
      let modified = try #require(read.first?.modified)
      #expect((asked - 60...Date.now.timeIntervalSince1970 + 60).contains(Double(modified) / 1000))
      #expect(try await server.carryOut(Meetings.delete("m", version: "2")) == ["accepted"])
      #expect(try await server.read(["m", "never"], in: Meetings.meetings).map(\.isDeleted) == [true])
    }

    @Test("A stale version is a conflict, with the record as it is")
    func aStaleVersionIsAConflictWithTheRecordAsItIs() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      _ = try await server.carryOut(Meetings.create("m", "A"))
      _ = try await server.carryOut(Meetings.change("m", #"{"title":"B"}"#, version: "1"))
      #expect(
        try await server.carryOut(Meetings.change("m", #"{"title":"C"}"#, version: "1")) == ["conflict m@2"])
      #expect(try await server.carryOut(Meetings.delete("m", version: "1")) == ["conflict m@2"])
    }

    @Test("Entity tags of single records are versions")
    func entityTagsOfSingleRecordsAreVersions() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter(Meetings.plan("version", "ETag"))
      #expect(try await server.carryOut(Meetings.create("m", "A")) == [#"accepted m@"meeting-m-1""#])
      let version = try #require(try await server.read(["m"], in: Meetings.meetings).first?.version)
      #expect(
        try await server.carryOut(Meetings.change("m", #"{"title":"B"}"#, version: version))
          == [#"accepted m@"meeting-m-2""#])
      #expect(
        try await server.carryOut(Meetings.delete("m", version: version)) == [#"conflict m@"meeting-m-2""#])
    }

    @Test("What is deleted is gone, with its tombstone; to delete it again is done already")
    func whatIsDeletedIsGoneWithItsTombstone() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      _ = try await server.carryOut(Meetings.create("m", "A"), Meetings.delete("m", version: nil))
      #expect(
        try await server.carryOut(Meetings.change("m", #"{"title":"B"}"#, version: "1")) == [
          "gone m@2 deleted"
        ]
      )
      #expect(try await server.carryOut(Meetings.delete("m", version: "1", key: "again")) == ["accepted"])
      #expect(try await server.carryOut(Meetings.create("m", "A", key: "anew")) == ["gone m@2 deleted"])
      #expect(try await server.carryOut(Meetings.change("x", #"{"title":"B"}"#, version: "1")) == ["gone"])
    }

    @Test("To create a record that somebody has made is a conflict")
    func aRecordThatSomebodyHasMadeIsAConflict() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      _ = try await server.carryOut(Meetings.create("m", "A", key: "theirs"))
      #expect(try await server.carryOut(Meetings.create("m", "B", key: "mine")) == ["conflict m@1"])
    }

    @Test("Children are written under their parent, and refused if that is not there")
    func childrenAreWrittenUnderTheirParent() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      _ = try await server.carryOut(Meetings.create("a", "A"), Meetings.create("b", "B"))
      #expect(try await server.carryOut(Meetings.note(.create, "n", in: "a")) == ["accepted n@1"])
      let base = #"{"hash":"n","text":"Text","meeting_id":"a"}"#
      let moved = Meetings.note(
        .change, "n", in: "b", changes: #"{"meeting_id":"b"}"#, base: base, version: "1")
      // To this server, the parent in the path is the parent: the note stays under it, as it is.
      #expect(try await server.carryOut(moved) == ["accepted n@1"])
      let read = try await server.read(["n"], in: Meetings.notes)
      #expect(read.map { String(decoding: $0.json, as: UTF8.self).contains(#""meeting_id":"a""#) } == [true])
      #expect(try await server.carryOut(Meetings.note(.create, "o", in: "nowhere")) == ["refused refused"])
      #expect(try await real.rows("notes") == 1)
      #expect(try await server.carryOut(Meetings.note(.delete, "n", in: "b", base: base)) == ["accepted"])
      #expect(try await real.rows("notes") == 0)
      let made = try await real.server.requests(for: "/api/meetings/a/notes")
      #expect(made.map(\.method) == ["POST"] && made.map(\.status) == [201])
      // Under the parent that the server has, though it is another one here by now.
      let later = try await real.server.requests(for: "/api/meetings/a/notes/n")
      #expect(later.map(\.method) == ["PATCH", "DELETE"] && later.map(\.status) == [200, 204])
      let refused = try await real.server.requests(for: "/api/meetings/nowhere/notes")
      #expect(refused.map(\.method) == ["POST"] && refused.map(\.status) == [404])
    }

    @Test("What the server refuses has its words, its code and its status, and names the record")
    func whatTheServerRefusesHasItsWords() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      let json = Array(#"{"id":"m"}"#.utf8)
      let write = SyncWrite(
        .create, in: Meetings.meetings, id: "m", record: json, changes: json, idempotencyKey: "k")
      let outcome = await server.send([try server.request(for: write)]).first
      #expect(outcome?.shown == "refused refused")
      #expect(outcome?.error?.serverMessage == "The record is not valid")
      #expect(outcome?.error?.serverCode == "42200" && outcome?.error?.status == 422)
      #expect(outcome?.error?.entity == "Meeting" && outcome?.error?.id == "m")
    }

    @Test(
      "A lost answer leaves the outcome unknown, and is told again to a repetition",
      arguments: [
        "drop=after", "after_status=500", "rst=after", "drop=mid", "cut=10", "empty", "garbage",
      ])
    func anAnswerThatIsLostLeavesTheOutcomeUnknownAndIsToldAgain(fault: String) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      try await real.fail(fault, "meetings")
      let write = Meetings.create("m", "A")
      #expect(try await server.carryOut(write).first?.hasPrefix("unknown ") == true)
      #expect(try await server.carryOut(write, attempts: 1) == ["accepted m@1"])
      #expect(try await real.rows("meetings") == 1)
      let change = Meetings.change("m", #"{"title":"B"}"#, version: "1")
      try await real.fail(fault, "meetings")
      #expect(try await server.carryOut(change).first?.hasPrefix("unknown ") == true)
      #expect(try await server.carryOut(change, attempts: 1) == ["accepted m@2"])
    }

    @Test("A server that wants to be left alone is asked no more, and all writes are for later")
    func aServerThatWantsToBeLeftAloneIsAskedNoMore() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter { api, _ in api.batch = nil }
      try await real.fail("status=503:7", "meetings", times: 5)
      let requests = try ["a", "b", "c"].map { try server.request(for: Meetings.create($0, "A")) }
      let outcomes = await server.send(requests)
      #expect(outcomes.map(\.shown) == ["later throttled", "later throttled", "later throttled"])
      #expect(outcomes.map { $0.error?.retryAfter } == [7, 7, 7])
      #expect(try await real.server.requests(for: "/api/meetings").count == 1)
    }

    @Test("The user is whom the server takes us for; if it refuses us, a login is needed")
    func theUserIsWhomTheServerTakesUsFor() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter(zone: "basic") { _, options in
        options.authentication = BasicAuthentication(user: "ada", password: "secret")
      }
      let identity = try await server.identify()
      #expect(identity.user == "ada" && identity.server == real.server.url("/basic"))
      let anonymous = try await real.adapter(Meetings.plan("user", nil)).identify()
      #expect(anonymous == SyncIdentity(server: real.server.url("/api"), maximumBatch: 20))
      let refused = try real.adapter(zone: "basic")
      let error = await #expect(throws: SyncError.self) { try await refused.identify() }
      #expect(error?.reason == .loginNeeded)
    }

    @Test("A server that knows nothing of sync is written to all the same")
    func aServerThatKnowsNothingOfSyncIsWrittenToAllTheSame() async throws {
      let real = try await RESTRealServer(isDumb: true)
      let plan = SyncPlan(
        server: "rest", settings: [.init("idempotency", "none")], entities: Meetings.plan.entities)
      let server = try real.adapter(plan)
      #expect(!server.guarantees.isIdempotent)
      try await real.fail("drop=after", "meetings")
      let write = Meetings.create("m", "A")
      #expect(try await server.carryOut(write) == ["unknown interrupted"])
      #expect(try await server.read(["m"], in: Meetings.meetings).map(\.id) == ["m"])
      #expect(try await server.carryOut(write, attempts: 1) == ["conflict m"])
      #expect(try await server.carryOut(Meetings.create("n", "A"), attempts: 1) == ["accepted n"])
      #expect(try await server.carryOut(Meetings.delete("m", version: nil)) == ["accepted"])
      #expect(try await server.carryOut(Meetings.delete("m", version: nil)) == ["gone"])
      #expect(try await server.read(["m"], in: Meetings.meetings).isEmpty)
    }
  }
}
