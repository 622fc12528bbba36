import Foundation
import RowsmithAPI
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import Testing

/// Lists of what has changed, from a server in the process.
@Suite struct RESTListTests {
  let transport = StubTransport()

  private func row(_ id: String, _ second: Int, _ more: String = "") -> String {
    #"{"id":"\#(id)","title":"T","updated_at":"2026-01-01T00:00:\#(second < 10 ? "0" : "")\#(second).000Z"\#(more)}"#
  }

  private func stub(
    _ query: String, _ rows: [String], time: Int? = 40, next: String? = nil, total: Int? = nil
  ) {
    var headers = HTTPHeaders()
    if let time { headers["X-Server-Time"] = "2026-01-01T00:00:\(time).000Z" }
    if let next { headers["Link"] = #"<https://example.com/api/\#(next)>; rel="next""# }
    if let total { headers["X-Total-Count"] = "\(total)" }
    transport.stub(
      "GET", query, json: "[\(rows.joined(separator: ","))]", headers: headers)
  }

  private var urls: [String] {
    transport.requests.map { String($0.url.dropFirst("https://example.com/api/".count)) }
  }

  @Test("The first time everything is asked for, in the order of its changes")
  func theFirstTimeEverythingIsAskedForInTheOrderOfItsChanges() async throws {
    stub("meetings", [row("a", 1, #","lock_version":3"#), row("b", 2, #","deleted":true"#)])
    let page = try await Meetings.server(transport).changes(SyncQuery(Meetings.meetings, limit: 10))
    #expect(urls == ["meetings?include_deleted=1&sort=updated_at&per_page=10"])
    #expect(page.records.map(\.id) == ["a", "b"] && page.records.map(\.isDeleted) == [false, true])
    #expect(page.records.first?.version == "3")
    #expect(page.records.first?.modified == 1_767_225_601_000)
    #expect(page.next == nil && page.time == 1_767_225_640_000 && page.bytes > 50)
  }

  @Test("The cursor is the server's time less the overlap, and changes are asked for from there")
  func theCursorIsTheServersTimeLessTheOverlap() async throws {
    stub("meetings", [row("a", 1)])
    let server = try Meetings.server(transport)
    let cursor = try await server.changes(SyncQuery(Meetings.meetings)).cursor
    #expect(cursor == "2026-01-01T00:00:39.000Z")
    _ = try await server.changes(SyncQuery(Meetings.meetings, since: cursor))
    #expect(urls.last?.hasPrefix("meetings?updated_since=2026-01-01T00%3A00%3A39.000Z&") == true)
  }

  @Test func `an overlap longer than all time asks from the first date there is`() async throws {
    stub("meetings", [row("a", 1)])
    let server = try Meetings.server(transport) { api, _ in
      for index in api.routes.indices { api.routes[index].incremental?.overlap = .max }
    }
    let cursor = try await server.changes(SyncQuery(Meetings.meetings)).cursor
    #expect(cursor == "0001-01-01T00:00:00.000Z")
    let again = try await server.changes(SyncQuery(Meetings.meetings, since: cursor))
    #expect(again.records.map(\.id) == ["a"])
  }

  @Test(arguments: ["2026-01-01T00:00:40Z", "2026-01-01T00:00:40.000Z"])
  func `parts of a second are written where the server writes them, be they zero`(_ time: String) async throws
  {
    transport.stub(
      "GET", "meetings", json: #"[{"id":"a","title":"T","updated_at":"2026-01-01T00:00:01Z"}]"#,
      headers: ["X-Server-Time": time])
    let server = try Meetings.server(transport)
    let cursor = try #require(await server.changes(SyncQuery(Meetings.meetings)).cursor)
    // A server that compares texts would pass over what it has written as this.
    let isPassedOver = "2026-01-01T00:00:39.400Z" < cursor
    #expect(isPassedOver == !time.contains("."))
    #expect(cursor == time.replacing("40", with: "39"))
    // What was written once is written again, also where a page has nothing.
    transport.stub("GET", "meetings", json: "[]", headers: ["X-Server-Time": "2026-01-01T00:00:50Z"])
    let next = try await server.changes(SyncQuery(Meetings.meetings, since: cursor)).cursor
    #expect(next == cursor.replacing("39", with: "49"))
  }

  @Test("Without the server's time the cursor is the highest value less the overlap; without rows, nil")
  func withoutTheServersTimeTheCursorIsTheHighestValueLessTheOverlap() async throws {
    stub("meetings", [row("a", 1), row("b", 9)], time: nil)
    let server = try Meetings.server(transport)
    #expect(try await server.changes(SyncQuery(Meetings.meetings)).cursor == "2026-01-01T00:00:08.000Z")
    stub("meetings", [], time: nil)
    #expect(try await server.changes(SyncQuery(Meetings.meetings)).cursor == nil)
  }

  @Test("A cursor never goes back to what older records have")
  func aCursorNeverGoesBack() async throws {
    stub("meetings", [row("a", 1)], time: nil)
    let query = SyncQuery(Meetings.meetings, since: "2026-01-01T00:00:05.000Z")
    #expect(try await Meetings.server(transport).changes(query).cursor == nil)
  }

  @Test("A server's clock that was set back needs a reset")
  func aClockThatWasSetBackNeedsAReset() async throws {
    stub("meetings", [], time: 10)
    let query = SyncQuery(Meetings.meetings, since: "2026-01-01T00:05:00.000Z")
    let error = await #expect(throws: SyncError.self) {
      try await Meetings.server(transport).changes(query)
    }
    #expect(error?.reason == .resetNeeded && error?.entity == "Meeting")
  }

  @Test("The next page begins at the last change of the one before, and has no record of that again")
  func theNextPageBeginsAtTheLastChangeOfTheOneBefore() async throws {
    stub("meetings", [row("a", 1), row("b", 3, #","lock_version":2"#)], next: "meetings?page=2")
    let server = try Meetings.server(transport)
    let first = try await server.changes(SyncQuery(Meetings.meetings, limit: 2))
    #expect(first.cursor == "2026-01-01T00:00:02.999Z")
    stub("meetings", [row("b", 3, #","lock_version":2"#), row("c", 4)], time: 50)
    let second = try await server.changes(SyncQuery(Meetings.meetings, page: first.next, limit: 2))
    #expect(
      urls.last
        == "meetings?updated_since=2026-01-01T00%3A00%3A03.000Z&include_deleted=1&sort=updated_at&per_page=2")
    #expect(second.records.map(\.id) == ["c"])
    // What was committed late when the first page was made comes next time.
    #expect(second.cursor == "2026-01-01T00:00:39.000Z")
  }

  @Test func `a list that leaves out the time that is asked for loses nothing that was changed together`()
    async throws
  {
    let server = try Meetings.server(transport)
    func read(_ next: String?) async throws -> SyncPage {
      try await server.changes(SyncQuery(Meetings.meetings, page: next, limit: 2))
    }
    stub("meetings", [row("a", 1), row("b", 3)], next: "meetings?page=2")
    let first = try await read(nil)
    stub("meetings", [row("e", 4)])
    let second = try await read(first.next)
    #expect(urls.last?.hasPrefix("meetings?updated_since=2026-01-01T00%3A00%3A03.000Z&") == true)
    #expect(second.records.isEmpty && second.cursor == nil && second.next != nil)
    stub("meetings", [row("b", 3), row("c", 3)], next: "meetings?page=2")
    let third = try await read(second.next)
    #expect(urls.last?.hasPrefix("meetings?updated_since=2026-01-01T00%3A00%3A02.999Z&") == true)
    #expect(third.records.map(\.id) == ["b", "c"])
    stub("meetings", [row("b", 3), row("c", 3), row("d", 3), row("e", 4)])
    let fourth = try await read(third.next)
    #expect(urls.last?.hasPrefix("meetings?updated_since=2026-01-01T00%3A00%3A02.999Z&") == true)
    #expect(urls.last?.hasSuffix("per_page=4") == true)
    #expect(fourth.records.map(\.id) == ["b", "c", "d", "e"] && fourth.next == nil)
  }

  @Test func `after a sync that ended between two pages, what was changed with the last record is asked for`()
    async throws
  {
    let server = try Meetings.server(transport)
    stub("meetings", [row("a", 1), row("b", 3)], next: "meetings?page=2")
    let cursor = try await server.changes(SyncQuery(Meetings.meetings, limit: 2)).cursor
    // A list that leaves out the time itself has these only before it.
    stub("meetings", [row("b", 3), row("c", 3)])
    let page = try await server.changes(SyncQuery(Meetings.meetings, since: cursor, limit: 10))
    #expect(urls.last?.hasPrefix("meetings?updated_since=2026-01-01T00%3A00%3A02.999Z&") == true)
    #expect(page.records.map(\.id) == ["b", "c"])
  }

  @Test("Of a page that was changed at one moment more is asked for, and then its pages are counted")
  func ofAPageThatWasChangedAtOneMomentMoreIsAskedFor() async throws {
    let server = try Meetings.server(transport)
    stub("meetings", [row("a", 3), row("b", 3)], next: "meetings?page=2")
    let first = try await server.changes(SyncQuery(Meetings.meetings, limit: 2))
    let second = try await server.changes(SyncQuery(Meetings.meetings, page: first.next, limit: 2))
    #expect(urls.last?.hasSuffix("per_page=2") == true)
    _ = try await server.changes(SyncQuery(Meetings.meetings, page: second.next, limit: 2))
    #expect(urls.last?.hasPrefix("meetings?updated_since=2026-01-01T00%3A00%3A03.000Z") == true)
    #expect(urls.last?.hasSuffix("per_page=4") == true)
    // It gives no more than two: the pages are counted.
    let third = try await server.changes(SyncQuery(Meetings.meetings, page: second.next, limit: 2))
    stub("meetings?page=2", [row("c", 3)])
    _ = try await server.changes(SyncQuery(Meetings.meetings, page: third.next, limit: 2))
    #expect(urls.last == "meetings?page=2")
  }

  @Test("A list in another order is read to its end before the cursor moves")
  func aListInAnotherOrderIsReadToItsEndBeforeTheCursorMoves() async throws {
    let server = try Meetings.server(transport)
    stub("meetings", [row("a", 9), row("b", 2)], next: "meetings?page=2")
    let first = try await server.changes(SyncQuery(Meetings.meetings, limit: 2))
    #expect(first.cursor == nil)
    stub("meetings?page=2", [row("c", 3)], time: 50)
    let second = try await server.changes(SyncQuery(Meetings.meetings, page: first.next, limit: 2))
    #expect(urls.last == "meetings?page=2" && second.next == nil)
    #expect(second.cursor == "2026-01-01T00:00:39.000Z")
  }

  @Test("Without an order and the server's time, the cursor is what the first page had")
  func withoutOrderAndTimeTheCursorIsWhatTheFirstPageHad() async throws {
    let server = try Meetings.server(transport)
    stub("meetings", [row("a", 9), row("b", 2)], time: nil, next: "meetings?page=2")
    let first = try await server.changes(SyncQuery(Meetings.meetings, limit: 2))
    stub("meetings?page=2", [row("c", 30)], time: nil)
    let second = try await server.changes(SyncQuery(Meetings.meetings, page: first.next, limit: 2))
    #expect(second.cursor == "2026-01-01T00:00:08.000Z")
  }

  @Test("Pages that have shifted are read again, from the first one")
  func pagesThatHaveShiftedAreReadAgain() async throws {
    let server = try Meetings.server(transport)
    func note(_ hash: String) -> String {
      #"{"hash":"\#(hash)","text":"T","updated_at":"2026-01-01T00:00:01Z"}"#
    }
    stub("notes", [note("a"), note("b")], total: 4)
    let first = try await server.changes(SyncQuery(Meetings.notes, limit: 2))
    #expect(urls.last == "notes?include_deleted=1&per_page=2")
    stub("notes", [note("d")], total: 3)
    let second = try await server.changes(SyncQuery(Meetings.notes, page: first.next, limit: 2))
    #expect(urls.last == "notes?include_deleted=1&per_page=2&page=2")
    #expect(second.records.map(\.id) == ["d"] && second.cursor == nil)
    stub("notes", [note("b"), note("c")], total: 3)
    let third = try await server.changes(SyncQuery(Meetings.notes, page: second.next, limit: 2))
    #expect(urls.last == "notes?include_deleted=1&per_page=2")
    stub("notes", [note("d")], total: 3)
    let fourth = try await server.changes(SyncQuery(Meetings.notes, page: third.next, limit: 2))
    #expect(fourth.next == nil && fourth.cursor == "2026-01-01T00:00:39.000Z")
  }

  @Test func `only pages that are asked for by number may shift`() async throws {
    let server = try Meetings.server(transport)
    func read(_ collection: SyncCollection) async throws -> SyncPage {
      try await server.changes(SyncQuery(collection, limit: 2))
    }
    stub("meetings", [row("a", 1), row("b", 3)], next: "meetings?page=2")
    let sorted = try await read(Meetings.meetings)
    #expect(sorted.next != nil && !sorted.isCounted)
    stub("meetings", [row("a", 9), row("b", 2)], next: "meetings?page=2")
    let linked = try await read(Meetings.meetings)
    #expect(linked.next != nil && !linked.isCounted)
    stub("notes", ["a", "b"].map { #"{"hash":"\#($0)","text":"T"}"# })
    let numbered = try await read(Meetings.notes)
    #expect(numbered.next != nil && numbered.isCounted)
  }

  @Test("A page behind the last one, which is not found, is the end")
  func aPageBehindTheLastIsTheEnd() async throws {
    let server = try Meetings.server(transport)
    stub("notes", [#"{"hash":"a","text":"T"}"#])
    let first = try await server.changes(SyncQuery(Meetings.notes, limit: 1))
    transport.stub("GET", "notes", status: 404, json: "{}")
    let second = try await server.changes(SyncQuery(Meetings.notes, page: first.next, limit: 1))
    #expect(second.records.isEmpty && second.next == nil && second.cursor == "2026-01-01T00:00:39.000Z")
  }

  @Test(arguments: [200, 400])
  func `a short page is the last where the next is refused, or that page again`(_ status: Int) async throws {
    let server = try Meetings.server(transport)
    var next: String?
    for (number, hashes) in [["a", "b"], ["c"], ["d", "e"], ["f"]].enumerated() {
      stub("notes", hashes.map { #"{"hash":"\#($0)","text":"T"}"# })
      let page = try await server.changes(SyncQuery(Meetings.notes, page: next, limit: 2))
      #expect(page.records.map(\.id) == hashes)
      #expect(urls.last?.hasSuffix(number == 0 ? "per_page=2" : "page=\(number + 1)") == true)
      next = page.next
      #expect(next != nil)
    }
    if status != 200 { transport.stub("GET", "notes", status: status, json: "{}") }
    let end = try await server.changes(SyncQuery(Meetings.notes, page: next, limit: 2))
    #expect(end.records.isEmpty && end.next == nil && end.cursor == "2026-01-01T00:00:39.000Z")
  }

  @Test(arguments: [nil, 4, 6] as [Int?])
  func `a full page that comes again is behind the last, unless the server counts more`(_ total: Int?)
    async throws
  {
    let server = try Meetings.server(transport)
    var next: String?
    for hashes in [["a", "b"], ["c", "d"]] {
      stub("notes", hashes.map { #"{"hash":"\#($0)","text":"T"}"# }, total: total)
      let page = try await server.changes(SyncQuery(Meetings.notes, page: next, limit: 2))
      #expect(page.records.map(\.id) == hashes)
      next = page.next
      #expect(next != nil)
    }
    let again = try await server.changes(SyncQuery(Meetings.notes, page: next, limit: 2))
    #expect(urls.last?.hasSuffix("page=3") == true)
    #expect((again.next != nil) == (total == 6))
    #expect(again.records.map(\.id) == (total == 6 ? ["c", "d"] : []))
  }

  /// A position that an earlier version stored has the digest of the page's bytes, so one more page is read.
  @Test(arguments: [false, true])
  func `a last page that comes again is the end also where the number is in it`(_ isEarlier: Bool)
    async throws
  {
    let server = try Meetings.server(transport) { api, _ in
      for index in api.routes.indices where api.routes[index].name == "notes" {
        api.routes[index].at = ["items"]
      }
    }
    var next: String?
    let pages = [["a", "b"], ["c", "d"], ["c", "d"]] + (isEarlier ? [["c", "d"]] : [])
    for (index, hashes) in pages.enumerated() {
      let items = hashes.map { #"{"hash":"\#($0)","text":"T"}"# }.joined(separator: ",")
      transport.stub("GET", "notes", json: #"{"page":\#(index + 1),"items":[\#(items)]}"#)
      let page = try await server.changes(SyncQuery(Meetings.notes, page: next, limit: 2))
      let isEnd = index == pages.count - 1
      #expect(page.records.map(\.id) == (isEnd ? [] : hashes))
      #expect((page.next == nil) == isEnd)
      next = page.next
      if isEarlier, index == 1 {
        next = next?.replacing(#/"last":"[0-9a-f]+"/#, with: #""last":"0123456789abcdef""#)
        #expect(next != page.next)
      }
    }
  }

  @Test("What is no list is an error, and a page that has no position needs a reset")
  func whatIsNoListIsAnError() async throws {
    let server = try Meetings.server(transport)
    for json in ["{}", "[1]", #"[{"title":"T"}]"#, "null"] {
      transport.stub("GET", "meetings", json: json)
      let error = await #expect(throws: SyncError.self, "\(json)") {
        try await server.changes(SyncQuery(Meetings.meetings))
      }
      #expect(error?.reason == .answer && error?.entity == "Meeting")
    }
    transport.stub("GET", "meetings", status: 403, json: "{}")
    await #expect(throws: SyncError.self) { try await server.changes(SyncQuery(Meetings.meetings)) }
    let error = await #expect(throws: SyncError.self) {
      try await server.changes(SyncQuery(Meetings.meetings, page: "2"))
    }
    #expect(error?.reason == .resetNeeded)
  }

  @Test("Links have no routes, and their changes cannot be asked for")
  func linksHaveNoRoutes() async throws {
    let links = SyncCollection(name: "Meeting.notes", path: "x", isLinks: true)
    let error = await #expect(throws: SyncError.self) {
      try await Meetings.server(transport).changes(SyncQuery(links))
    }
    #expect(error?.reason == .settings)
  }

  @Test("A list that counts revisions has no overlap")
  func aListThatCountsRevisionsHasNoOverlap() async throws {
    let server = try Meetings.server(transport) { api, _ in
      api.routes[0].incremental = Incremental(parameter: "after", attribute: "lockVersion")
    }
    stub("meetings", [#"{"id":"a","lock_version":7}"#])
    #expect(try await server.changes(SyncQuery(Meetings.meetings, since: "5")).cursor == "7")
    #expect(urls == ["meetings?after=5&include_deleted=1&sort=lock_version&per_page=1000"])
  }

  @Test(arguments: ["http://example.com/api/meetings?page=2", "https://cdn.example.com/2"])
  func `a next page that cannot be asked for is not the end, and an error of this list only`(_ next: String)
    async throws
  {
    transport.stub(
      "GET", "meetings", json: #"[{"id":"a","lock_version":9},{"id":"b","lock_version":2}]"#,
      headers: ["Link": "<\(next)>; rel=next"])
    let error = await #expect(throws: SyncError.self) {
      try await Meetings.server(transport).changes(SyncQuery(Meetings.meetings, limit: 2))
    }
    #expect(error?.reason == .answer && error?.entity == "Meeting")
    #expect(error?.request == "GET https://example.com/api/meetings")
  }
}
