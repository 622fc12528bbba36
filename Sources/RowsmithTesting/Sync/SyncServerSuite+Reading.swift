import Foundation
import Rowsmith
import RowsmithSync

extension SyncServerSuite {
  static let pulling = [
    Check("changesComeInOrder", "the oldest change comes first") { run in
      let ids = (0..<6).map { _ in run.suite.makeID() }
      for id in ids { try await run.create(id) }
      let records = try await run.walk(limit: 2).records
      try run.expect(
        records.filter { ids.contains($0.id) }.map(\.id) == ids,
        "records do not come in the order of their creation")
      let times = records.compactMap(\.modified)
      try run.expect(times == times.sorted(), "the times of changes decrease")
    },
    Check(
      "nothingIsPassedOver", "a change made while pages are read comes in a later page, or the next time"
    ) { run in
      let ids = (0..<12).map { _ in run.suite.makeID() }
      var versions: [String: String?] = [:]
      for id in ids { versions[id] = .some(try await run.create(id)) }
      let old = try await run.walk().cursor
      let more = (0..<4).map { _ in run.suite.makeID() }
      let (seen, cursor) = try await run.walk(limit: 3) { number in
        guard (1...4).contains(number) else { return }
        // One record that has most likely come, one that has not, and one that is new.
        for (id, text) in [(ids[number], "early"), (ids[11 - number], "late")] {
          let version = try await run.find(id)?.version
          _ = try await run.version(of: id, after: run.send(run.change(id, from: version, text: text)))
        }
        try await run.create(more[number - 1], text: "new")
      }
      try run.expect(
        Set(ids).isSubset(of: seen.map(\.id)), "records that existed all the time were missed")
      let next = try await run.walk(since: cursor).records
      try run.expect(cursor != nil || old == nil, "the second read has no cursor")
      let last = Dictionary((seen + next).map { ($0.id, $0) }) { $1 }
      for id in ids + more {
        let record = try run.require(last[id], "a record created while pages were read was missed")
        let (came, there) = (try run.text(of: record), try await run.text(of: id))
        try run.expect(came == there, "'\(came ?? "")' came last, and the server has '\(there ?? "")'")
      }
    },
    Check("cursorGoesOn", "the cursor of any page leads to the records after it, and later to new ones") {
      run in
      let ids = (0..<7).map { _ in run.suite.makeID() }
      for id in ids { try await run.create(id) }
      var end: String?
      // The client crashes after this many pages.
      for count in 1...2 {
        var query = SyncQuery(run.suite.collection, limit: 3)
        var seen: [SyncRecord] = []
        var cursor: String?
        for _ in 0..<count {
          let page = try await run.server.changes(query)
          seen += page.records
          cursor = page.cursor ?? cursor
          query.page = page.next
          if page.next == nil { break }
        }
        let rest = try await run.walk(since: cursor, limit: 3)
        end = rest.cursor
        try run.expect(
          Set(ids).isSubset(of: (seen + rest.records).map(\.id)),
          "records were missed after page \(count)")
      }
      let new = run.suite.makeID()
      try await run.create(new)
      let later = try await run.walk(since: end).records
      try run.expect(later.contains { $0.id == new }, "new records do not come")
    },
    Check(
      "tombstonesCome", "a record deleted since the cursor comes as a tombstone", if: { $1.hasTombstones }
    ) { run in
      let ids = (0..<3).map { _ in run.suite.makeID() }
      var versions: [String?] = []
      for id in ids { versions.append(try await run.create(id)) }
      let cursor = try await run.walk().cursor
      for (id, version) in zip(ids, versions) { _ = try await run.send(run.deletion(id, from: version)) }
      for limit in [1000, 1] {
        let last = Dictionary(try await run.walk(since: cursor, limit: limit).records.map { ($0.id, $0) }) {
          $1
        }
        for id in ids {
          try run.expect(
            last[id]?.isDeleted == true,
            "\(last[id] == nil ? "nothing" : "a record") came for a deleted record")
        }
      }
    },
    Check(
      "tombstonesComeWithEverything",
      "a deleted record comes as a tombstone even without a cursor, if records are known",
      if: { $1.hasTombstones }
    ) { run in
      let (id, other) = (run.suite.makeID(), run.suite.makeID())
      _ = try await run.send(run.deletion(id, from: try await run.create(id)))
      try await run.create(other)
      let all = try await run.walk(knowsRecords: true).records
      let last = Dictionary(all.map { ($0.id, $0) }) { $1 }
      try run.expect(
        last[id]?.isDeleted == true, "\(last[id] == nil ? "nothing" : "a record") came for a deleted record")
      try run.expect(last[other]?.isDeleted == false, "an existing record did not come")
    },
    Check("deletedWhilePaging", "a record deleted while pages are read does not stay") {
      run in
      let ids = (0..<6).map { _ in run.suite.makeID() }
      for id in ids { try await run.create(id) }
      let gone = [ids[0], ids[5]]
      let (seen, cursor) = try await run.walk(limit: 2) { number in
        guard number == 2 else { return }
        for id in gone { _ = try await run.send(run.deletion(id, from: try await run.find(id)?.version)) }
      }
      guard run.server.guarantees.hasTombstones else { return }
      let all = seen + (try await run.walk(since: cursor).records)
      let last = Dictionary(all.map { ($0.id, $0) }) { $1 }
      for id in gone { try run.expect(last[id].map(\.isDeleted) != false, "it stays") }
    },
    Check("unknownCursorResets", "a cursor that the server does not know asks for a full sync") { run in
      try await run.create(run.suite.makeID())
      let last = try await run.walk().cursor
      let far = run.suite.unknownCursor ?? last.flatMap { Int64($0) }.map { String($0 + 1_000_000_000) }
      for cursor in [far, "%no cursor\u{2028}"].compactMap({ $0 }) {
        do {
          let count = try await run.walk(since: cursor).records.count
          throw SyncSuiteRun.Stop(message: "'\(cursor)' gives \(count) records")
        } catch let error as SyncError {
          try run.expect(
            error.reason == .resetNeeded, "'\(cursor)' gives the error \(error.reason.rawValue): \(error)")
        }
      }
    },
    Check("totalCountsWhatIsThere", "the total, if the server gives one, counts records but no tombstones") {
      run in
      let id = run.suite.makeID()
      try await run.create(run.suite.makeID())
      _ = try await run.send(run.deletion(id, from: try await run.create(id)))
      let all = try await run.walk().records
      let query = SyncQuery(run.suite.collection, limit: 100_000, needsTotal: true)
      let page = try await run.server.changes(query)
      guard page.next == nil, let total = page.total else { return }
      let there = Dictionary(all.map { ($0.id, $0) }) { $1 }.values.count { !$0.isDeleted }
      try run.expect(total == there, "it is \(total), and \(there) records are there")
    },
    Check("versionsAloneAreTheSame", "without their JSON the same records come, with the same versions") {
      run in
      for _ in 0..<3 { try await run.create(run.suite.makeID()) }
      let (full, bare) = (try await run.walk(), try await run.walk(needsOnlyVersions: true))
      try run.expect(full.records.map(\.id) == bare.records.map(\.id), "other records come")
      try run.expect(full.records.map(\.version) == bare.records.map(\.version), "other versions come")
    },
  ]

  static let reading = [
    Check(
      "readsWhatIsThere",
      "of the requested ids, those that exist come, and the others are not an error"
    ) {
      run in
      let (there, deleted, never) = (run.suite.makeID(), run.suite.makeID(), run.suite.makeID())
      try await run.create(there)
      _ = try await run.send(run.deletion(deleted, from: try await run.create(deleted)))
      let found = try await run.server.read([never, there, deleted], in: run.suite.collection)
      try run.expect(found.filter { !$0.isDeleted }.map(\.id) == [there], "\(found.map(\.id)) came")
      try run.expect(
        try await run.server.read([], in: run.suite.collection).isEmpty, "for no ids something comes")
    },
    Check("readsMany", "more ids than fit into one request are all read") { run in
      let ids = (0..<max(30, min(run.server.guarantees.maximumBatch * 2 + 3, 120))).map { _ in
        run.suite.makeID()
      }
      for outcome in try await run.send(ids.map { run.creation($0) }) {
        guard case .accepted = outcome else {
          throw SyncSuiteRun.Stop(message: "a creation is \(outcome.words)")
        }
      }
      let found = try await run.server.read(ids, in: run.suite.collection)
      try run.expect(Set(found.map(\.id)) == Set(ids), "of \(ids.count), \(found.count) came")
    },
  ]
}
