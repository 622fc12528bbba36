import Bands
import RowsmithSchema
import Testing

@testable import Rowsmith

/// Consumers that are slow, or absent.
@Suite(.timeLimit(.minutes(30)))
struct ChangeQueueTests {
  @Test
  func `sets that nobody takes are merged into the newest`() throws {
    let store = try Store(.memory, model: BandsModel())
    let sets = store.changes()
    for number in 0..<100 { try store.write { try $0.insert(Band(name: "\(number)", formed: 1)) } }
    try store.write { _ = try $0.delete(Band.self, key: "0") }
    try store.write { _ = try $0.delete(Band.self, key: "99") }
    try store.write { _ = try $0.update(Band(name: "98", formed: 2)) }
    try store.write { _ = try $0.update(Band(name: "1", formed: 2)) }
    var taken: [ChangeSet] = []
    while let set = sets.takeWaiting() { taken.append(set) }
    #expect(taken.count == ChangeSets.maximumQueued)
    let first = try taken.dropLast().map { try $0.inserted(Band.self) }
    #expect(first == (0..<15).map { ["\($0)"] })
    let last = try #require(taken.last)
    #expect(try last.inserted(Band.self) == (15..<99).map { "\($0)" })
    #expect(try last.deleted(Band.self) == ["0"])
    #expect(try last.updated(Band.self) == ["1"])
    #expect(last.origins == [.local])
  }

  @Test
  func `more keys than a set lists are not listed`() throws {
    var changes = RowChanges()
    for key in 0..<ChangeSet.maximumKeys { changes.note(.inserted, [.integer(Int64(key))]) }
    #expect(changes.isComplete && changes.count == ChangeSet.maximumKeys)
    changes.note(.updated, [.integer(-1)])
    #expect(!changes.isComplete && changes.count == 0 && !changes.isEmpty)
    changes.note(.deleted, [.integer(-1)])
    #expect(!changes.isComplete && changes.count == 0)
    var earlier = RowChanges()
    earlier.note(.inserted, [.integer(1)])
    earlier.merge(changes)
    #expect(!earlier.isComplete && earlier.count == 0)
  }

  @Test
  func `large sets do not pile up`() {
    var queue = ChangeQueue()
    for set in 0..<10 {
      var changes = UndeliveredChanges()
      for key in 0..<(ChangeSet.maximumKeys / 4) {
        let key = StoredValue.integer(Int64(set * 1_000_000 + key))
        changes.entities["Band", default: RowChanges()].note(.inserted, [key])
      }
      queue.append(changes)
    }
    var taken: [UndeliveredChanges] = []
    while case .changes(let changes) = queue.next() { taken.append(changes) }
    #expect(taken.prefix(4).map(\.count) == [25_000, 25_000, 25_000, 0])
    #expect(taken[3].entities["Band"]?.isComplete == false)
    #expect(taken.map(\.count).reduce(0, +) <= 2 * ChangeSet.maximumKeys)
  }

  @Test
  func `the imports of merged sets are named, but not without end`() {
    var changes = UndeliveredChanges()
    for number in 0..<150 {
      var later = UndeliveredChanges()
      later.append(.init(target: .entity("\(number)"), report: ImportReport()))
      later.append(.import)
      changes.merge(later)
    }
    #expect(changes.origins == [.import])
    #expect(changes.imports.count == ChangeSet.maximumImports)
    #expect(changes.omittedImportCount == 50)
  }

  @Test
  func `the origins of merged sets are named once, in their order, but not without end`() {
    var changes = UndeliveredChanges()
    for number in 0..<250 {
      var later = UndeliveredChanges()
      later.append(ChangeOrigin("\(number / 2)"))
      changes.merge(later)
    }
    #expect(changes.origins == (0..<ChangeSet.maximumOrigins).map { ChangeOrigin("\($0)") })
  }

  private static let sums: [([JournalSource.Entry], RowChange.Kind?)] = [
    ([.inserted, .deleted], nil), ([.inserted, .updated], .inserted), ([.updated, .updated], .updated),
    ([.updated, .deleted], .deleted), ([.deleted, .inserted], .updated),
    ([.inserted, .deleted, .inserted], .inserted), ([.deleted, .inserted, .deleted], .deleted),
    ([.deleted, .inserted, .updated], .updated),
  ]

  @Test(arguments: sums)
  func `changes of a row add up`(_ changes: [JournalSource.Entry], _ sum: RowChange.Kind?) {
    var together = RowChanges()
    var merged = RowChanges()
    for change in changes {
      together.note(change, [.integer(1)])
      var one = RowChanges()
      one.note(change, [.integer(1)])
      merged.merge(one)
    }
    for result in [together, merged] {
      for change in [RowChange.Kind.inserted, .updated, .deleted] {
        #expect(result.keys(change) == (change == sum ? [[.integer(1)]] : []))
      }
    }
  }
}
