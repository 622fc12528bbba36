import Foundation
import Rowsmith
import TestSupport
import Testing

/// What is done to a table by a difference leaves what the new results are.
struct SectionedDifferenceTests {
  struct Item: Identifiable, Hashable, Sendable {
    var id: Int
    var text = ""
  }

  typealias Results = SectionedResults<Int, Item>

  /// A table view: it does to its rows what it is told to, all at once.
  struct Table {
    var sections: [Results.Section]

    mutating func perform(_ difference: SectionedDifference, showing new: Results) {
      let old = sections
      var kept: [(key: Int, rows: [Item])] = []
      for (number, section) in old.enumerated() where !difference.removedSections.contains(number) {
        let rows = section.elements.enumerated().filter { item, _ in
          let place = SectionedDifference.Place(number, item)
          return !difference.removed.contains(place) && !difference.moved.contains { $0.from == place }
        }
        kept.append((section.id, rows.map(\.element)))
      }
      for number in difference.insertedSections {
        kept.insert((new.sections[number].id, new.sections[number].elements), at: number)
      }
      let coming =
        difference.inserted.map { ($0, new.sections[$0.section].elements[$0.item]) }
        + difference.moved.map { ($0.to, old[$0.from.section].elements[$0.from.item]) }
      for (place, item) in coming.sorted(by: { $0.0 < $1.0 }) {
        kept[place.section].rows.insert(item, at: place.item)
      }
      for place in difference.changed {
        kept[place.section].rows[place.item] = new.sections[place.section].elements[place.item]
      }
      sections = kept.map { Results.Section($0.key, $0.rows) }
    }
  }

  private func random(_ generator: inout SeededGenerator) -> Results {
    let ids = (0..<12).filter { _ in Bool.random(using: &generator) }.shuffled(using: &generator)
    let count = Int.random(in: 1...5, using: &generator)
    return Results(
      ids.map { Item(id: $0, text: Int.random(in: 0...3, using: &generator) == 0 ? "new" : "old") }
    ) { _ in Int.random(in: 0..<count, using: &generator) }
  }

  @Test(arguments: 0..<500 as Range<UInt64>)
  func `a difference applied to the old gives the new`(seed: UInt64) {
    var generator = SeededGenerator(silent: seed)
    let (old, new) = (random(&generator), random(&generator))
    let difference = new.difference(from: old)
    var table = Table(sections: old.sections)
    table.perform(difference, showing: new)
    #expect(table.sections == new.sections)
    #expect(difference.isEmpty == (old == new))
    // What a table refuses: rows of sections that go or come, or one row told to do two things.
    #expect(
      (difference.removed + difference.moved.map(\.from)).allSatisfy {
        !difference.removedSections.contains($0.section)
      })
    #expect(
      (difference.inserted + difference.moved.map(\.to)).allSatisfy {
        !difference.insertedSections.contains($0.section)
      })
    #expect(Set(difference.removed).isDisjoint(with: difference.moved.map(\.from)))
    #expect(Set(difference.inserted).isDisjoint(with: difference.moved.map(\.to)))
  }

  private func results(_ sections: [[Int]]) -> Results {
    Results(sections.enumerated().map { Results.Section($0.offset, $0.element.map { Item(id: $0) }) })
  }

  @Test func `equal results have no difference`() {
    let same = results([[2, 3, 4, 1], [5], []])
    #expect(same.difference(from: same).isEmpty)
    #expect(results([]).difference(from: results([])).isEmpty)
  }

  @Test func `as few rows move as can be`() {
    let difference = results([[2, 3, 4, 1], [5]]).difference(from: results([[1, 2, 3, 4], [5]]))
    #expect(difference.moved.map(\.from) == [.init(0, 0)])
    #expect(difference.moved.map(\.to) == [.init(0, 3)])
    #expect(difference.removed.isEmpty && difference.inserted.isEmpty && difference.changed.isEmpty)
  }

  @Test
  func `a row that goes to another section moves, and one that has changed is reloaded where it is then`() {
    let old = Results([.init(0, [Item(id: 1), Item(id: 2)]), .init(1, [Item(id: 3)])])
    let new = Results([.init(0, [Item(id: 2)]), .init(1, [Item(id: 1, text: "b"), Item(id: 3)])])
    let difference = new.difference(from: old)
    #expect(difference.moved.map(\.from) == [.init(0, 0)] && difference.moved.map(\.to) == [.init(1, 0)])
    #expect(difference.changed == [.init(1, 0)])
    #expect(difference.changed.map(\.indexPath) == [[1, 0]])
  }

  @Test func `a section that has another place is removed and inserted`() {
    let old = Results([.init(0, [Item(id: 1)]), .init(1, [Item(id: 2)])])
    let new = Results([.init(1, [Item(id: 2)]), .init(0, [Item(id: 1)])])
    let difference = new.difference(from: old)
    #expect(difference.removedSections.count == 1 && difference.insertedSections.count == 1)
    #expect(difference.moved.isEmpty && difference.removed.isEmpty && difference.inserted.isEmpty)
  }

  @Test func `an element that stands there twice is two rows`() {
    let old = results([[1, 1, 2]])
    let new = results([[1, 2]])
    #expect(new.difference(from: old).removed == [.init(0, 1)])
    #expect(old.difference(from: new).inserted == [.init(0, 1)])
  }

  @Test func `ten thousand rows in the opposite order are compared in time`() {
    let items = (0..<10_000).map { Item(id: $0) }
    let (old, new) = (Results([.init(0, items)]), Results([.init(0, items.reversed())]))
    #expect(new.difference(from: old).moved.count == 9_999)
  }

  @Test(.timeLimit(.minutes(10)))
  func `twenty thousand sections in the opposite order, and others in their place, are compared in time`() {
    let sections = (0..<20_000).map { Results.Section($0, [Item(id: $0)]) }
    let (old, new) = (Results(sections), Results(sections.reversed()))
    #expect(new.difference(from: old).removedSections.count == 19_999)
    let others = Results((20_000..<40_000).map { Results.Section($0, [Item(id: $0)]) })
    let difference = others.difference(from: old)
    #expect(difference.removedSections == Array(0..<20_000))
    #expect(difference.insertedSections == Array(0..<20_000))
  }
}
