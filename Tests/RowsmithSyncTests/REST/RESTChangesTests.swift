import Foundation
import RowsmithAPI
import RowsmithSync
import TestSupport
import Testing

extension RESTRealTests {
  /// What has changed, by either cursor, from the server of `Tests/Server`.
  @Suite struct RESTChangesTests {
    private static let feed = Meetings.plan("changes", "changes")

    private func ids(_ count: Int) -> [String] { (0..<count).map { "m\(100 + $0)" } }

    @Test(
      "Everything comes in pages, and then what has been changed, deleted and made since",
      arguments: [Meetings.plan, feed])
    func everythingComesAndThenWhatHasChanged(plan: SyncPlan) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter(plan)
      _ = try await server.carryOut(ids(25).map { Meetings.create($0, "A") })
      let all = try await server.all(Meetings.meetings, limit: 10)
      #expect(Set(all.records.map(\.id)) == Set(ids(25)))
      #expect(all.pages > 2 && all.cursor != nil)
      _ = try await server.carryOut(
        Meetings.change("m103", #"{"title":"B"}"#, version: "1"), Meetings.delete("m104", version: "1"),
        Meetings.create("new", "N"))
      let changes = try await server.all(Meetings.meetings, since: all.cursor).records
      var last: [String: SyncRecord] = [:]
      for record in changes { last[record.id] = record }
      #expect(last["m103"]?.version == "2" && last["m104"]?.isDeleted == true && last["new"]?.version == "1")
    }

    @Test(
      "What is asked for again from its cursor is one empty page if nothing has changed",
      arguments: [Meetings.plan, feed])
    func whatIsAskedForTwiceIsEmptyTheSecondTime(plan: SyncPlan) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter(plan)
      _ = try await server.carryOut(ids(5).map { Meetings.create($0, "A") })
      try await real.server.control("clock", #"{"skew": 60}"#)
      let cursor = try await server.all(Meetings.meetings).cursor
      let again = try await server.all(Meetings.meetings, since: cursor)
      #expect(again.records.isEmpty && again.pages == 1)
    }

    @Test(
      "What changes, goes or comes between pages is known once the changes that follow are read",
      arguments: [Meetings.plan, feed], [1, 3, 7])
    func whatChangesBetweenPagesIsNotPassedOver(plan: SyncPlan, limit: Int) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter(plan)
      _ = try await server.carryOut(ids(20).map { Meetings.create($0, "A") })
      var here: [String: String] = [:]
      var cursor: String?
      func take(_ records: [SyncRecord]) {
        for record in records { here[record.id] = record.isDeleted ? nil : record.version }
      }
      // Rows in front of and behind the page change, go and come.
      let read = try await server.all(Meetings.meetings, limit: limit) { page in
        guard page < 9 else { return }
        _ = try await server.carryOut(
          Meetings.change("m10\(page)", #"{"title":"P\#(page)"}"#, version: "1", key: "c\(page)"),
          Meetings.delete("m11\(page)", version: nil), Meetings.create("x\(page)", "X"))
      }
      take(read.records)
      cursor = read.cursor
      take(try await server.all(Meetings.meetings, since: cursor, limit: limit).records)
      let truth = try await server.read(
        ids(20) + (0..<9).map { "x\($0)" }, in: Meetings.meetings)
      var there: [String: String] = [:]
      for record in truth where !record.isDeleted { there[record.id] = record.version }
      #expect(here == there)
    }

    @Test("Where pages are counted, a record that is deleted between them has no other passed over")
    func whatChangesBetweenPagesThatAreCountedIsNotPassedOver() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      _ = try await server.carryOut(Meetings.create("m", "M"))
      _ = try await server.carryOut((0..<20).map { Meetings.note(.create, "n\(10 + $0)", in: "m") })
      var here: Set<String> = []
      func take(_ records: [SyncRecord]) {
        for record in records {
          if record.isDeleted { here.remove(record.id) } else { here.insert(record.id) }
        }
      }
      let read = try await server.all(Meetings.notes, limit: 3) { page in
        _ = try await server.carryOut(
          Meetings.note(.delete, "n\(9 + page)", in: "m", base: #"{"meeting_id":"m"}"#))
      }
      take(read.records)
      take(try await server.all(Meetings.notes, since: read.cursor).records)
      #expect(here == Set((read.pages..<20).map { "n\(10 + $0)" }))
    }

    @Test("Lists that a server cuts into pages unasked are read to their end, by ids, too")
    func pagesThatAServerCutsUnaskedAreReadToTheEnd() async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter { api, _ in
        for index in api.routes.indices { api.routes[index].query.removeAll { $0.name == "per_page" } }
      }
      _ = try await server.carryOut(ids(25).map { Meetings.create($0, "A") })
      try await real.server.control("config", #"{"page_size": 4}"#)
      #expect(Set(try await server.all(Meetings.meetings).records.map(\.id)) == Set(ids(25)))
      let some = ids(25) + ["never"]
      #expect(try await server.read(some, in: Meetings.meetings).count == 25)
    }

    @Test(
      "How many records there are, without deleted ones, is said only where that is asked for",
      arguments: [Meetings.plan, feed])
    func howManyRecordsThereAreIsSaidWhereThatIsAsked(plan: SyncPlan) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter(plan)
      _ = try await server.carryOut(ids(4).map { Meetings.create($0, "A") })
      _ = try await server.carryOut(Meetings.delete("m100", version: "1"))
      #expect(try await server.changes(SyncQuery(Meetings.meetings, needsTotal: true)).total == 3)
      #expect(try await server.changes(SyncQuery(Meetings.meetings)).total == nil)
    }

    @Test("A cursor of the future needs a reset, of a feed and of a list")
    func aCursorOfTheFutureNeedsAReset() async throws {
      let real = try await RESTRealServer()
      let feed = try real.adapter(Self.feed)
      let error = await #expect(throws: SyncError.self) {
        try await feed.changes(SyncQuery(Meetings.meetings, since: "99999"))
      }
      #expect(error?.reason == .resetNeeded)
      let list = try real.adapter()
      let cursor = try await list.changes(SyncQuery(Meetings.meetings)).cursor
      try await real.server.control("clock", #"{"skew": -86400}"#)
      let other = await #expect(throws: SyncError.self) {
        try await list.changes(SyncQuery(Meetings.meetings, since: cursor))
      }
      #expect(other?.reason == .resetNeeded)
    }

    @Test(
      "A page that does not come through is asked for again; JSON that ends too early is an error",
      arguments: ["status=503", "drop=before", "drop=mid", "cut=20", "truncate=20"])
    func aPageThatDoesNotComeThroughIsAskedForAgainOrAnError(fault: String) async throws {
      let real = try await RESTRealServer()
      let server = try real.adapter()
      _ = try await server.carryOut(ids(5).map { Meetings.create($0, "A") })
      try await real.fail(fault, "meetings", method: "GET")
      if fault.hasPrefix("truncate") {
        await #expect(throws: SyncError.self) { try await server.all(Meetings.meetings) }
      }
      #expect(try await server.all(Meetings.meetings).records.count == 5)
    }
  }
}
