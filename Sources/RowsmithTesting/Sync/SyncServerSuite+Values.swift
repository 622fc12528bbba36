import Foundation
import Rowsmith
import RowsmithSync

extension SyncServerSuite {
  static let together = [
    Check(
      "outcomesKeepTheirPlaces", "of requests sent together, each has its own outcome, in order"
    ) { run in
      let count = max(9, min(run.server.guarantees.maximumBatch + 4, 60))
      let there = run.suite.makeID()
      try await run.create(there, text: "mine")
      let ids = (0..<count).map { $0 % 4 == 1 ? there : run.suite.makeID() }
      let outcomes = try await run.send(ids.enumerated().map { run.creation($1, text: "n\($0)") })
      for (id, outcome) in zip(ids, outcomes) {
        switch outcome {
        case .conflict where id == there: break
        case .accepted(let record) where id != there:
          try run.expect(record == nil || record?.id == id, "an outcome has the record of another request")
        default:
          throw SyncSuiteRun.Stop(message: "the outcomes are of other requests: one is \(outcome.words)")
        }
      }
      for (index, id) in ids.enumerated() where id != there {
        try run.expect(try await run.text(of: id) == "n\(index)", "a record has the text of another")
      }
    },
    Check(
      "aRefusalIsItsOwn",
      "a refused record has the server's message, and the others are accepted",
      if: { suite, _ in suite.refused != nil }
    ) { run in
      let ids = (0..<5).map { _ in run.suite.makeID() }
      var writes = ids.map { run.creation($0) }
      writes[2].record = Array((run.suite.refused?(ids[2]) ?? "{}").utf8)
      writes[2].changes = writes[2].record
      let outcomes = try await run.send(writes)
      guard case .refused(let error) = outcomes[2] else {
        throw SyncSuiteRun.Stop(message: "what the server is said to refuse is \(outcomes[2].words)")
      }
      try run.expect(error.serverMessage?.isEmpty == false, "the server's words are lost")
      try run.expect(
        error.status != nil && error.id == ids[2],
        "the error does not say the status, and which record it is about")
      for index in [0, 1, 3, 4] {
        guard case .accepted = outcomes[index] else {
          throw SyncSuiteRun.Stop(message: "another one is \(outcomes[index].words)")
        }
      }
      try run.expect(try await run.find(ids[2]) == nil, "the refused record exists")
    },
    Check("sendsNothing", "an empty list of requests has no outcomes") { run in
      try run.expect(await run.server.send([]).isEmpty, "there are some")
    },
    Check(
      "linksAreRecords", "a link is made, read and deleted as a record with a source and a target",
      if: { suite, _ in suite.links != nil }
    ) { run in
      guard let links = run.suite.links else { return }
      let (id, source, target) = (run.suite.makeID(), run.suite.makeID(), run.suite.makeID())
      let json = Array(#"{"id":"\#(id)","source":"\#(source)","target":"\#(target)"}"#.utf8)
      let made = try await run.send(
        SyncWrite(
          .create, in: links, id: id, record: json, changes: json, idempotencyKey: SyncSuiteRun.newID()))
      guard case .accepted = made else { throw SyncSuiteRun.Stop(message: "it is \(made.words)") }
      let found = try run.require(
        try await run.server.read([id], in: links).first { !$0.isDeleted }, "the link is not there")
      try run.expect(
        try run.member("source", of: found)?.string == source
          && run.member("target", of: found)?.string == target,
        "it has other ends")
      let gone = try await run.send(
        SyncWrite(.delete, in: links, id: id, version: found.version, idempotencyKey: SyncSuiteRun.newID()))
      guard case .accepted = gone else { throw SyncSuiteRun.Stop(message: "its deletion is \(gone.words)") }
    },
  ]

  static let values = [
    Check("textSurvives", "text of all kinds comes back unchanged") { run in
      let texts = [
        "", "plain", "\"quotes\" \\ / \u{8}\u{C}\n\r\t\u{1}", "\u{2028}\u{2029}\u{FEFF}", "Zoë, zoe\u{308}",
        "日本語 עברית",
        "👩‍👩‍👧‍👦 𝕏", String(repeating: "long ", count: 20_000),
      ]
      for text in texts {
        let id = run.suite.makeID()
        try await run.create(id, text: text)
        // The server must accept every text, and must not replace one by an equivalent one.
        let found = try await run.text(of: id) ?? "nothing"
        try run.expect(
          Array(found.utf8) == Array(text.utf8), "'\(text.prefix(30))' came back as '\(found.prefix(30))'")
      }
    },
    Check(
      "integersSurvive", "64-bit integers come back unchanged",
      if: { suite, _ in suite.members.number != nil }
    ) { run in
      guard let member = run.suite.members.number else { return }
      for number in [0, -1, 9_007_199_254_740_993, Int64.max, Int64.min] {
        let id = run.suite.makeID()
        try await run.create(id, [(member, .number(String(number)))])
        let found = try run.require(try await run.find(id), "the record is not there")
        let value = try run.member(member, of: found)
        try run.expect(value?.text == String(number), "\(number) came back as \(value?.text ?? "nothing")")
      }
    },
    Check(
      "nullTakesAway", "null clears a value, and members that are not named keep theirs",
      if: { suite, _ in suite.members.optional != nil }
    ) { run in
      guard let member = run.suite.members.optional else { return }
      let id = run.suite.makeID()
      let first = try await run.create(id, [(member, "there")])
      var kept = run.change(id, from: first, text: "b")
      kept.record = run.record(id, text: "b", [(member, "there")])
      let second = try await run.version(of: id, after: run.send(kept))
      let before = try run.require(try await run.find(id), "the record is not there")
      try run.expect(
        try run.member(member, of: before)?.string == "there", "a value that was not named is lost")
      _ = try await run.version(
        of: id, after: run.send(run.change(id, from: second, text: "c", [(member, .null)])))
      let after = try run.require(try await run.find(id), "the record is not there")
      let value = try run.member(member, of: after)
      try run.expect(value == nil || value == .null, "null left \(value?.text ?? "nothing")")
    },
    Check(
      "permissionsGoBeside", "permissions are stored beside the record, and come with it when it is read",
      if: { suite, _ in suite.permissions != nil }
    ) { run in
      guard let permissions = run.suite.permissions else { return }
      let id = run.suite.makeID()
      var write = run.creation(id)
      write.permissions = Array(permissions.utf8)
      _ = try await run.version(of: id, after: run.send(write))
      let found = try run.require(try await run.find(id), "the record is not there")
      let bytes = try run.require(found.permissions, "no permissions come")
      let given = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
      let wanted = try? JSONValue(parsing: permissions)
      guard case .object(let members)? = wanted else {
        throw SyncSuiteRun.Stop(message: "the suite's permissions are not an object")
      }
      for member in members {
        try run.expect(
          given?[member.key] == member.value, "'\(member.key)' is \(given?[member.key]?.text ?? "missing")")
      }
    },
  ]
}
