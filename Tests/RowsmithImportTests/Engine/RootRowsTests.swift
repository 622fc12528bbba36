import Testing

@testable import Rowsmith

/// The root rows of an import, in the order of the document, as runs of rows that follow each other.
@Suite struct RootRowsTests {
  private func rows(_ rows: [(Int64, String)]) -> RootRows {
    let list = RootRows()
    for (row, entity) in rows { list.add(row, of: entity) }
    return list
  }

  private func shown(_ rows: RootRows) -> [String] {
    rows.runs.map { "\($0.entity) \($0.first)+\($0.count)" }
  }

  @Test func `rows that follow each other are one run, if they are of one entity`() {
    let list = rows([(1, "A"), (2, "A"), (3, "A"), (5, "A"), (4, "A"), (5, "B"), (6, "A"), (6, "A")])
    #expect(shown(list) == ["A 1+3", "A 5+1", "A 4+1", "B 5+1", "A 6+1", "A 6+1"])
    #expect(list.count == 8)
  }

  @Test(arguments: [
    (9, ["A 1+3", "B 9+2"]), (5, ["A 1+3", "B 9+2"]), (4, ["A 1+3", "B 9+1"]), (3, ["A 1+3"]), (2, ["A 1+2"]),
    (0, []),
  ])
  func `only the first ones are kept when records are applied again`(kept: Int, runs: [String]) {
    let list = rows([(1, "A"), (2, "A"), (3, "A"), (9, "B"), (10, "B")])
    list.keep(first: kept)
    #expect(shown(list) == runs)
    #expect(list.count == min(kept, 5))
    list.add(11, of: "B")
    #expect(list.count == min(kept, 5) + 1)
  }

  @Test func `no row follows the one with the greatest number`() {
    let list = rows([(.max - 1, "A"), (.max, "A"), (.min, "A"), (.min + 1, "A"), (1, "A"), (.max, "A")])
    #expect(shown(list) == ["A \(Int64.max - 1)+2", "A \(Int64.min)+2", "A 1+1", "A \(Int64.max)+1"])
    #expect(list.runs.map(\.last) == [.max, .min + 1, 1, .max])
  }

  @Test func `none are left after a reset`() {
    let list = rows([(1, "A")])
    list.reset()
    #expect(shown(list) == [] && list.count == 0)
  }
}
