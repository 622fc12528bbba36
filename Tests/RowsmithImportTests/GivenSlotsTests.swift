import Testing

@testable import Rowsmith

/// What an import remembers of the values that a document has given of rows.
@Suite struct GivenSlotsTests {
  private func slots(_ places: Int...) -> SlotSet {
    var set = SlotSet()
    for place in places { set.insert(place) }
    return set
  }

  @Test func `what is too much for memory is found in the table, and added to there`() throws {
    let given = GivenSlots(connection: try Connection(path: ":memory:"), name: "Test")
    let count = Int64(GivenSlots.maximumInMemory) + 10
    for row in 0..<count { try given.add(slots(Int(row % 200)), to: row) }
    for row in stride(from: 0, to: count, by: 991) {
      #expect(try given.slots(of: row) == slots(Int(row % 200)))
      try given.add(slots(3, 150), to: row)
      let all = try #require(try given.slots(of: row))
      #expect(all.contains(3) && all.contains(150) && all.contains(Int(row % 200)))
    }
    try given.remove(0)
    try given.remove(count - 1)
    #expect(try given.slots(of: 0) == nil)
    #expect(try given.slots(of: count - 1) == nil)
    #expect(try given.slots(of: count) == nil)
  }

  @Test func `what a record gave that is left out is taken back, in memory and in the table`() throws {
    let connection = try Connection(path: ":memory:")
    let given = GivenSlots(connection: connection, name: "Test")
    let count = Int64(GivenSlots.maximumInMemory) + 1
    for row in 0..<count { try given.add(slots(1), to: row) }
    try given.add(slots(1), to: count)
    given.beginJournal()
    try connection.execute("SAVEPOINT record")
    for row in [0, count] { try given.add(slots(2), to: row) }
    try given.add(slots(2), to: count + 1)
    try given.remove(5)
    #expect(try given.slots(of: 5) == nil)
    try connection.execute("ROLLBACK TO record; RELEASE record")
    given.rollBack()
    for row in [0, 5, count] { #expect(try given.slots(of: row) == slots(1), "\(row)") }
    #expect(try given.slots(of: count + 1) == nil)
    try given.endJournal()
  }

  @Test func `a set of columns has the places that were put into it, beyond the first word too`() {
    var set = SlotSet()
    for place in [0, 63, 64, 127, 128, 300] {
      #expect(!set.contains(place))
      set.insert(place)
      #expect(set.contains(place))
    }
    #expect(!set.contains(1) && !set.contains(65) && !set.contains(1000))
    #expect(SlotSet(words: set.words) == set)
    var both = slots(2, 400)
    both.formUnion(set)
    #expect([0, 2, 63, 64, 127, 128, 300, 400].allSatisfy(both.contains))
    for place in [0, 63, 64, 127, 128, 300] { set.remove(place) }
    #expect(set.isEmpty)
    set.remove(5000)
    #expect(set.isEmpty && SlotSet(words: []).isEmpty)
  }
}
