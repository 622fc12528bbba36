import Bands
import RowsmithSchema
import TestSupport
import Testing

@testable import Rowsmith

/// Change sets of keys that are exchanged, passed on and given up, in one transaction and in sets that were merged.
@Suite(.timeLimit(.minutes(30)))
struct ExchangedKeyTests {
  private func bands(_ names: String...) throws -> (Store, ChangeSets) {
    let store = try Store(.memory, model: BandsModel())
    try store.write { try $0.insert(contentsOf: names.map { Band(name: $0, formed: 1) }) }
    return (store, store.changes())
  }

  /// Fills the queue, so that what follows is merged into its last set.
  private func fill(_ store: Store) throws {
    for number in 0..<ChangeSets.maximumQueued {
      try store.write { try $0.insert(Band(name: "\(number)", formed: 1)) }
    }
  }

  private func last(_ sets: ChangeSets) throws -> ChangeSet {
    var last: ChangeSet?
    while let set = sets.takeWaiting() { last = set }
    return try #require(last)
  }

  @Test
  func `a row that is merged into one inserted under its old key is an updated one`() throws {
    let (store, sets) = try bands("A")
    try store.write { db in
      try db.rekey(Band.self, from: "A", to: "B")
      try db.insert(Band(name: "A", formed: 2))
      try db.rekey(Band.self, from: "B", to: "A")
    }
    #expect(try #require(sets.takeWaiting()).updated(Band.self) == ["A"])
  }

  @Test
  func `a key that another row got is not deleted`() throws {
    let (store, sets) = try bands("A", "B")
    try store.write { db in
      try db.rekey(Band.self, from: "A", to: "C")
      try db.rekey(Band.self, from: "B", to: "A")
      _ = try db.delete(Band.self, key: "C")
    }
    let set = try #require(sets.takeWaiting())
    #expect(try set.rekeyed(Band.self).map { [$0.from, $0.to] } == [["B", "A"]])
    #expect(try set.deleted(Band.self).isEmpty)
  }

  @Test
  func `rows that exchanged keys and are deleted are listed under the keys that were known`() throws {
    let (store, sets) = try bands("A", "B")
    try store.write { db in
      try db.rekey(Band.self, from: "A", to: "C")
      try db.rekey(Band.self, from: "B", to: "A")
      _ = try db.delete(Band.self, key: "C")
      _ = try db.delete(Band.self, key: "A")
    }
    #expect(try Set(#require(sets.takeWaiting()).deleted(Band.self)) == ["A", "B"])
  }

  @Test
  func `a row that came back under its key with another one is deleted under both keys`() throws {
    let (store, sets) = try bands("A", "B")
    try store.write { db in
      for (from, to) in [("A", "B"), ("B", "T"), ("T", "A")] {
        try db.rekey(Band.self, from: from, to: to)
      }
      _ = try db.delete(Band.self, key: "A")
    }
    #expect(try Set(#require(sets.takeWaiting()).deleted(Band.self)) == ["A", "B"])
  }

  struct Exchange: Sendable {
    var steps: [[String]]
    var listed: Set<[String]>
  }

  @Test(arguments: [
    Exchange(steps: [["A", "t"], ["B", "A"], ["t", "B"]], listed: [["A", "B"], ["B", "A"]]),
    Exchange(
      steps: [["A", "x"], ["B", "y"], ["C", "z"], ["x", "B"], ["y", "C"], ["z", "D"]],
      listed: [["A", "B"], ["B", "C"], ["C", "D"]]),
  ])
  func `keys that change at once are all listed in a merged set`(_ exchange: Exchange) throws {
    let (store, sets) = try bands("A", "B", "C")
    try fill(store)
    try store.write { db in
      for step in exchange.steps { try db.rekey(Band.self, from: step[0], to: step[1]) }
    }
    let set = try last(sets)
    #expect(try Set(set.rekeyed(Band.self).map { [$0.from, $0.to] }) == exchange.listed)
  }

  @Test
  func `a row replaced by one that was inserted in an earlier set is updated in the merged set`() throws {
    let (store, sets) = try bands("A")
    try fill(store)
    try store.write { try $0.insert(Band(name: "N", formed: 2)) }
    try store.write { db in
      _ = try db.delete(Band.self, key: "A")
      try db.rekey(Band.self, from: "N", to: "A")
    }
    let set = try last(sets)
    #expect(try set.updated(Band.self) == ["A"])
    #expect(try set.inserted(Band.self) == ["15"])
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `what is listed leads from the old rows to the new ones, also when it is merged`(seed: UInt64) {
    var random = SeededGenerator(silent: seed)
    for _ in 0..<500 {
      var table = ListedTable()
      for key in 0..<5 as Range<Int64> where Bool.random(using: &random) { table.act(0, key, key) }
      let start = table.rows
      var merged = RowChanges()
      for _ in 0..<3 {
        let before = table.rows
        table.changes = RowChanges()
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          table.act(
            .random(in: 0..<10, using: &random), .random(in: 0..<5, using: &random),
            .random(in: 0..<5, using: &random))
        }
        expect(table.changes, from: before, to: table.rows)
        merged.merge(table.changes)
        expect(merged, from: start, to: table.rows)
      }
    }
  }

  private func expect(_ changes: RowChanges, from old: [Int64: Int], to new: [Int64: Int]) {
    var mirror = old
    let rekeys = changes.rekeys.inOrder.map { (from: number($0.from.values), to: number($0.to.values)) }
    for rekey in rekeys {
      #expect(old[rekey.from] != nil)
      mirror[rekey.from] = nil
    }
    for rekey in rekeys { mirror[rekey.to] = new[rekey.to] }
    for key in changes.keys(.deleted).map(number) {
      #expect(old[key] != nil && new[key] == nil)
      mirror[key] = nil
    }
    for key in (changes.keys(.inserted) + changes.keys(.updated)).map(number) { mirror[key] = new[key] }
    #expect(mirror == new)
  }

  private func number(_ key: [StoredValue]) -> Int64 {
    if case .integer(let number)? = key.first { number } else { -1 }
  }
}

/// A table with whole numbers as keys, and the list of its changes. The content of a row is a number of its own.
private struct ListedTable {
  var rows: [Int64: Int] = [:]
  var changes = RowChanges()
  private var content = 0

  mutating func act(_ action: Int, _ key: Int64, _ other: Int64) {
    content += 1
    switch (action, rows[key]) {
    case (0..<2, nil):
      rows[key] = content
      changes.note(.inserted, [.integer(key)])
    case (2..<4, .some):
      rows[key] = content
      changes.note(.updated, [.integer(key)])
    case (4..<6, .some):
      rows[key] = nil
      changes.note(.deleted, [.integer(key)])
    case (6..., let row?) where key != other:
      let isMerge = rows[other] != nil
      rows[key] = nil
      if !isMerge { rows[other] = row }
      changes.note(isMerge ? .merged : .came, [.integer(other)], former: { [.integer(key)] })
    default: break
    }
  }
}
