import Foundation
import Rowsmith
import RowsmithSync

extension SyncServerSuite {
  static let identity = [
    Check("saysWhoIsWho", "the server and the user are the same each time they are identified") { run in
      let (one, other) = (try await run.server.identify(), try await run.server.identify())
      try run.expect(!one.server.isEmpty, "the server has no name")
      try run.expect(
        one.server == other.server && one.user == other.user, "once it was \(one), then \(other)")
      if let time = one.time {
        try run.expect(time > 1_577_836_800_000, "the server's clock says \(time) ms, which is before 2020")
      }
    },
    Check("requestsStayTheSame", "a write makes the same request each time, without credentials") { run in
      let id = run.suite.makeID()
      for write in [run.creation(id), run.change(id, from: "1", text: "b"), run.deletion(id, from: "1")] {
        let (one, other) = (try run.server.request(for: write), try run.server.request(for: write))
        try run.expect(one == other, "\(write.kind): two requests for one write differ")
        let secret = one.headers.first { $0.name.lowercased() == "authorization" }
        try run.expect(
          secret == nil, "\(write.kind): the request holds credentials, and is kept in the database")
      }
    },
  ]

  static let creating = [
    Check("createsOnce", "a created record exists, under the id that the client chose") { run in
      let id = run.suite.makeID()
      let version = try await run.create(id, text: "first")
      let found = try run.require(try await run.find(id), "it is not there")
      try run.expect(try run.text(of: found) == "first", "it has another text")
      guard run.server.guarantees.hasVersions else { return }
      try run.expect(
        version != nil && found.version == version,
        "created with the version \(version ?? "none"), it is read with \(found.version ?? "none")")
    },
    Check(
      "repeatedCreationMakesOne",
      "the same creation sent twice makes one record, and the second is not refused"
    ) { run in
      let id = run.suite.makeID()
      let request = try run.server.request(for: run.creation(id, text: "once"))
      let (first, second) = (try await run.sendOnce(request), try await run.sendOnce(request))
      guard case .accepted = first else { throw SyncSuiteRun.Stop(message: "the first is \(first.words)") }
      switch second {
      case .accepted(let record?), .conflict(let record?):
        try run.expect(record.id == id, "the second gives another record")
      case .accepted(nil), .conflict(nil): break
      default: throw SyncSuiteRun.Stop(message: "the second is \(second.words)")
      }
      let count = try await run.walk().records.count { $0.id == id && !$0.isDeleted }
      try run.expect(count == 1, "\(count) records have the id")
    },
    Check(
      "creationOverwritesNothing",
      "creating a record that exists is a conflict, with the existing record"
    ) {
      run in
      let id = run.suite.makeID()
      try await run.create(id, text: "mine")
      let outcome = try await run.send(run.creation(id, text: "theirs"))
      guard case .conflict(let current) = outcome else {
        throw SyncSuiteRun.Stop(message: "it is \(outcome.words)")
      }
      if let current, !current.json.isEmpty {
        try run.expect(try run.text(of: current) == "mine", "the conflict gives another record")
      }
      try run.expect(try await run.text(of: id) == "mine", "the record was overwritten")
    },
    Check("createsAgain", "a deleted record can be created again under its id") { run in
      let id = run.suite.makeID()
      let version = try await run.create(id)
      _ = try await run.send(run.deletion(id, from: version))
      try await run.create(id, text: "again")
      try run.expect(try await run.text(of: id) == "again", "it is not there")
    },
  ]

  static let changing = [
    Check("changesWhatItNames", "a change leaves members that it does not name unchanged") { run in
      let id = run.suite.makeID()
      let more = run.suite.members.number.map { [($0, JSONValue(7))] } ?? []
      let version = try await run.create(id, text: "a", more)
      var change = run.change(id, from: version, text: "b")
      change.record = run.record(id, text: "b", more)
      _ = try await run.version(of: id, after: run.send(change))
      let found = try run.require(try await run.find(id), "the record is gone")
      try run.expect(try run.text(of: found) == "b", "the text is not changed")
      guard let number = run.suite.members.number else { return }
      try run.expect(try run.member(number, of: found)?.int == 7, "the number is lost")
    },
    Check(
      "versionsGrow", "each change gives a version that is greater than the one before",
      if: { $1.hasOrderedVersions }
    ) { run in
      let id = run.suite.makeID()
      var last = try await run.create(id)
      for text in ["b", "c", "d"] {
        let next = try await run.version(of: id, after: run.send(run.change(id, from: last, text: text)))
        let (old, new) = (last.flatMap { Int64($0) }, next.flatMap { Int64($0) })
        try run.expect(
          old != nil && new != nil && (new ?? 0) > (old ?? 0),
          "\(last ?? "none") was followed by \(next ?? "none")")
        last = next
      }
    },
    Check(
      "staleChangeConflicts", "a change of an old version is a conflict, and changes nothing",
      if: { $1.hasVersions }
    ) { run in
      let id = run.suite.makeID()
      let old = try await run.create(id)
      let new = try await run.version(of: id, after: run.send(run.change(id, from: old, text: "newer")))
      let outcome = try await run.send(run.change(id, from: old, text: "stale"))
      guard case .conflict(let current) = outcome else {
        throw SyncSuiteRun.Stop(message: "it is \(outcome.words)")
      }
      if let current {
        try run.expect(current.version == new, "the conflict gives the version \(current.version ?? "none")")
        if !current.json.isEmpty {
          try run.expect(try run.text(of: current) == "newer", "the conflict gives another record")
        }
      }
      try run.expect(try await run.text(of: id) == "newer", "the newer change is lost")
    },
    Check("changeOfNothingIsGone", "a change of a deleted record has the outcome 'gone'") { run in
      let id = run.suite.makeID()
      let version = try await run.create(id)
      _ = try await run.send(run.deletion(id, from: version))
      let outcome = try await run.send(run.change(id, from: version, text: "late"))
      guard case .gone = outcome else { throw SyncSuiteRun.Stop(message: "it is \(outcome.words)") }
      try run.expect(try await run.find(id) == nil, "the record is back")
    },
  ]

  static let deleting = [
    Check("deletes", "a deleted record no longer exists") { run in
      let id = run.suite.makeID()
      let outcome = try await run.send(run.deletion(id, from: try await run.create(id)))
      guard case .accepted(let tombstone) = outcome else {
        throw SyncSuiteRun.Stop(message: "it is \(outcome.words)")
      }
      try run.expect(tombstone?.isDeleted != false, "what is given back is no tombstone")
      try run.expect(try await run.find(id) == nil, "it is there")
    },
    Check("deletesTwice", "deleting a deleted record is accepted or 'gone', not refused") { run in
      let id = run.suite.makeID()
      let version = try await run.create(id)
      let request = try run.server.request(for: run.deletion(id, from: version))
      _ = try await run.sendOnce(request)
      let outcome = try await run.sendOnce(request)
      switch outcome {
      case .accepted, .gone: break
      default: throw SyncSuiteRun.Stop(message: "it is \(outcome.words)")
      }
    },
    Check(
      "staleDeletionConflicts",
      "a deletion of an old version is a conflict, and deletes nothing",
      if: { $1.hasVersions }
    ) { run in
      let id = run.suite.makeID()
      let old = try await run.create(id)
      _ = try await run.version(of: id, after: run.send(run.change(id, from: old, text: "newer")))
      let outcome = try await run.send(run.deletion(id, from: old))
      guard case .conflict = outcome else { throw SyncSuiteRun.Stop(message: "it is \(outcome.words)") }
      try run.expect(try await run.text(of: id) == "newer", "the record is gone")
    },
  ]
}
