import Rowsmith
import RowsmithAPI
import RowsmithTesting
import TestSupport
import Testing

@testable import RowsmithSync

/// What is true of every merge of a value, whatever the values.
@Suite struct MergeLawTests {
  /// Policies that decide at once.
  private static let policies = ConflictPolicy.allCases.filter { $0 != .manual }

  private func value(_ dice: inout SimulatedDice, isList: Bool) -> StoredValue {
    if dice.happens(0.1) { return .null }
    if !isList { return .text("v\(dice.number(0..<4))") }
    let items = dice.shuffled(Array(0..<5)).prefix(dice.number(0..<5))
    return .text("[\(items.map { "\"\($0)\"" }.joined(separator: ","))]")
  }

  private func merge(
    _ base: StoredValue?, _ mine: StoredValue, _ theirs: StoredValue, _ policy: ConflictPolicy,
    _ isList: Bool,
    later: ThreeWay.Side = .mine
  ) -> ThreeWay.Outcome {
    ThreeWay(base: base, mine: mine, theirs: theirs, later: later).merged(policy, isList: isList)
  }

  @Test(arguments: policies, [false, true])
  func `what one side has left alone is the other's, and what both agree on stands`(
    _ policy: ConflictPolicy, _ isList: Bool
  ) {
    var dice = SimulatedDice(seed: 1)
    for _ in 0..<500 {
      let (base, value) = (value(&dice, isList: isList), value(&dice, isList: isList))
      #expect(merge(base, base, value, policy, isList) == .init(value: value))
      #expect(merge(base, value, base, policy, isList) == .init(value: value))
      #expect(merge(base, value, value, policy, isList) == .init(value: value))
      #expect(merge(nil, value, value, policy, isList) == .init(value: value))
    }
  }

  @Test func `a union is the same set whoever merges, and whichever side is later`() {
    var dice = SimulatedDice(seed: 2)
    for _ in 0..<500 {
      let (base, one, two) = (
        value(&dice, isList: true), value(&dice, isList: true), value(&dice, isList: true)
      )
      let here = merge(base, one, two, .union, true, later: .mine)
      let there = merge(base, two, one, .union, true, later: .theirs)
      #expect(Set(here.value.tokens) == Set(there.value.tokens))
      #expect(here.value.tokens.count == Set(here.value.tokens).count)
      let (old, a, b) = (Set(base.tokens), Set(one.tokens), Set(two.tokens))
      let expected = a.intersection(b).union(a.subtracting(old)).union(b.subtracting(old))
      #expect(Set(here.value.tokens) == expected)
    }
  }

  @Test func `items of a union that differ only in how an accent is composed are two`() {
    let (one, two) = ("\"\u{E9}\"", "\"e\u{301}\"")
    let added = merge(.text("[\(one)]"), .text("[\(one),\(two)]"), .text("[\(one),\"x\"]"), .union, true)
    #expect(added.value == .text("[\(one),\"x\",\(two)]"))
    let removed = merge(
      .text("[\(one),\(two)]"), .text("[\(one)]"), .text("[\(one),\(two),\"x\"]"), .union, true)
    #expect(removed.value == .text("[\(one),\"x\"]"))
    let replaced = merge(.text("[\(two)]"), .text("[\(one)]"), .text("[\(two),\"x\"]"), .union, true)
    #expect(replaced.value == .text("[\"x\",\(one)]"))
  }

  @Test func `who wins and who loses are the two sides, and a loser is named where there is one`() {
    var dice = SimulatedDice(seed: 3)
    for _ in 0..<500 {
      let values = (0..<3).map { _ in value(&dice, isList: false) }
      for policy in MergeLawTests.policies {
        let outcome = merge(values[0], values[1], values[2], policy, false)
        #expect(outcome.value == values[1] || outcome.value == values[2])
        #expect((outcome.winner != nil) == (Set(values).count == 3))
      }
    }
  }

  @Test(arguments: [ConflictPolicy.serverWins, .clientWins])
  func `two devices agree after two rounds, whichever side wins`(_ policy: ConflictPolicy) async throws {
    var dice = SimulatedDice(seed: 4)
    let server = MemorySyncServer()
    let devices = try (0..<2).map { _ in try Device(server, Notes.plan(conflict: policy)) }
    for round in 0..<20 {
      let id = "n\(round)"
      try devices[0].run("INSERT INTO Note (id, title) VALUES ('\(id)', 'first')")
      for device in devices { try await device.sync() }
      for (number, device) in devices.enumerated() where dice.happens(0.8) {
        let column = dice.happens(0.7) ? "title" : "body"
        try device.run("UPDATE Note SET \(column) = 'by \(number)' WHERE id = '\(id)'")
      }
      for _ in 0..<2 { for device in dice.shuffled(devices) { try await device.sync() } }
      let rows = try devices.map { try $0.rows("SELECT title, body FROM Note WHERE id = '\(id)'") }
      #expect(rows[0] == rows[1])
      for device in devices { #expect(try device.rows("SELECT key FROM _rowsmith_sync_unsent").isEmpty) }
    }
  }
}
