import Rowsmith
import Testing

struct SectionedResultsTests {
  typealias Item = SectionedDifferenceTests.Item
  typealias Results = SectionedResults<Int, Item>

  @Test func `sections come in the order of their first elements, and no key twice`() {
    let items = [5, 1, 7, 2, 3].map { Item(id: $0) }
    let results = Results(items) { $0.id % 2 }
    #expect(results.sections.map(\.id) == [1, 0])
    #expect(results.sections.map { $0.elements.map(\.id) } == [[5, 1, 7, 3], [2]])
    #expect(results.elements.map(\.id) == [5, 1, 7, 3, 2])
    #expect(results.count == 5 && !results.isEmpty)
  }

  @Test func `sections that are given are put together, and empty ones left out`() {
    let results: Results = [
      .init(1, [Item(id: 1)]), .init(2, []), .init(1, [Item(id: 3)]),
    ]
    #expect(results.sections == [Results.Section(1, [Item(id: 1), Item(id: 3)])])
    #expect((Results([])).isEmpty)
  }
}
