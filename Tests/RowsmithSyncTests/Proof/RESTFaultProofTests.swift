import Foundation
import Rowsmith
import RowsmithAPI
import RowsmithClient
import RowsmithSync
import RowsmithTesting
import TestSupport
import Testing

extension RESTRealTests {
  /// 5, 17: whatever goes wrong on the way of a write, the next syncs settle it: done once, nothing refused, nothing left.
  @Suite struct RESTFaultProofTests {
    private static let plan = SyncPlan(
      server: "rest", settings: [.init("version", "lockVersion")],
      entities: [.init("Meeting", collection: "meetings", settings: [.init("create", "putMeeting")])])

    private static let faults = [
      "status=500", "status=502", "status=503", "status=503:0", "status=504", "status=429:0", "status=408",
      "after_status=500", "after_status=502", "after_status=503:0", "after_status=504", "drop=before",
      "drop=after", "drop=mid", "rst=before", "rst=after", "rst=mid", "cut=5", "nolength", "chunked",
      "badchunk",
      "longlength", "gzip", "badgzip", "truncate=9", "empty", "garbage", "nan", "bom", "dupkeys", "wrongtype",
      "portal", "spurious304", "redirect=302", "redirect=307", "upload_cut=10", "delay_after=30",
      "lateclose=0",
    ]

    /// Each fault with one kind of write, with all of them where `ROWSMITH_ROUNDS` is set.
    private static let writes: [(fault: String, method: String)] = {
      let methods = ["PUT", "PATCH", "DELETE"]
      return faults.enumerated().flatMap { number, fault in
        (TrialSeeds.areAsked ? methods : [methods[number % 3]]).map { (fault, $0) }
      }
    }()

    @Test("5: a write that goes wrong on its way is done once in the end", arguments: writes)
    func oneWrite(_ fault: String, _ method: String) async throws {
      try await trial(fault, method: method, path: "meetings") { $0.batch = nil }
    }

    @Test(
      "17: a batch that goes wrong on its way is done once in the end, each of it",
      arguments: faults + [
        "batch_cut=0", "batch_cut=1", "batch_cut=2", "batch_null=0", "batch_null=2", "batch_swap",
      ])
    func batch(_ fault: String) async throws {
      try await trial(fault, method: "POST", path: "batch") { _ in }
    }

    private func trial(_ fault: String, method: String, path: String, _ change: (inout API) -> Void)
      async throws
    {
      let real = try await RESTRealServer()
      var options = SyncOptions()
      options.clock.sleep = { _ in try Task.checkCancellation() }
      let server = try real.adapter(Self.plan) { api, options in
        change(&api)
        // Only these leave somebody waiting.
        let stalls = ["longlength", "upload_cut=10"].contains(fault)
        options.timeouts.idle = stalls ? .seconds(1) : .seconds(60)
      }
      let device = try Device(server, Self.plan, options: options, schema: Meetings.schema())
      try device.run("INSERT INTO Meeting (id, title) VALUES ('a', 'A'), ('b', 'B'), ('c', 'C'), ('d', 'D')")
      try await device.sync()
      try device.run("UPDATE Meeting SET title = 'AA' WHERE id = 'a'")
      try device.run("UPDATE Meeting SET place = 'here' WHERE id = 'd'")
      try device.run("DELETE FROM Meeting WHERE id = 'b'")
      try device.run("INSERT INTO Meeting (id, title) VALUES ('e', 'E')")
      try await real.fail(fault, path, method: method, times: 2)
      var reports = [try await device.sync()]
      try await real.server.setFaults(#"{"rules": []}"#)
      for _ in 0..<3 { reports.append(try await device.sync()) }
      let last = try #require(reports.last)
      #expect(last.isEmpty && last.stopped == nil && last.waiting == 0, "\(last)")
      #expect(reports.allSatisfy { $0.setAside.isEmpty && $0.conflicts == 0 }, "\(reports)")
      let wanted = ["a AA -", "c C -", "d D here", "e E -"]
      #expect(
        try device.rows("SELECT id || ' ' || title || ' ' || coalesce(place, '-') FROM Meeting ORDER BY id")
          == wanted)
      struct Snapshot: Decodable {
        struct Meeting: Decodable { var id: String, title: String, place: String?, lock_version: Int }
        var data: [String: [Meeting]]
        init(from decoder: any Decoder) throws {
          enum Key: String, CodingKey { case data, meetings }
          let tables = try decoder.container(keyedBy: Key.self).nestedContainer(
            keyedBy: Key.self, forKey: .data)
          data = ["meetings": try tables.decode([Meeting].self, forKey: .meetings)]
        }
      }
      let shown = try JSONDecoder().decode(Snapshot.self, from: await real.server.read("snapshot"))
      let there = (shown.data["meetings"] ?? []).map { "\($0.id) \($0.title) \($0.place ?? "-")" }
      #expect(there.sorted() == wanted)
      // A change that is done twice counts its version twice.
      let versions = (shown.data["meetings"] ?? []).map { "\($0.id) \($0.lock_version)" }.sorted()
      #expect(versions == ["a 2", "c 1", "d 2", "e 1"])
      #expect(try device.rows("SELECT id || ' ' || lockVersion FROM Meeting ORDER BY id") == versions)
    }
  }
}
