import Foundation
import GitHub
import Hardest
import Rowsmith
import Testing

/// Columns that are true, false or empty, as conditions, against the same asked of arrays in Swift.
struct TruthColumnTests {
  private typealias Word = `struct`
  private let store: Rowsmith.Store
  private let words: [Word]

  init() throws {
    store = try Rowsmith.Store(.memory, schema: HardestModel.schema)
    var records: [String] = []
    for left in ["true", "false", "null"] {
      for right in ["true", "false", "null"] {
        records.append("{\"class\":\(records.count),\"left\":\(left),\"right\":\(right)}")
      }
    }
    let target = ImportTarget.entity(Word.entityName)
    try store.importJSON(.string("[\(records.joined(separator: ","))]"), into: target)
    words = try store.fetch(Word.all)
    try #require(words.count == 9)
  }

  private func expect(
    _ condition: (Word.Columns.Type) -> Rowsmith.Condition<Word>, _ isWanted: (Bool, Bool, Int) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let wanted = words.filter { isWanted($0.left == true, $0.right == true, $0.class) }.map(\.class)
    #expect(
      try store.fetch(Word.filter(condition)).map(\.class) == wanted, sourceLocation: sourceLocation)
    let others = words.map(\.class).filter { !wanted.contains($0) }
    let found = try store.fetch(Word.filter { !condition($0) }).map(\.class)
    #expect(found == others, sourceLocation: sourceLocation)
  }

  @Test func `two columns are joined`() throws {
    try expect({ $0.left && $0.right }, { left, right, _ in left && right })
    try expect({ $0.left || $0.right }, { left, right, _ in left || right })
    try expect({ $0.left && !$0.right }, { left, right, _ in left && !right })
    try expect({ !$0.left || $0.right }, { left, right, _ in !left || right })
  }

  @Test func `a column and a condition are joined, whichever comes first`() throws {
    try expect({ $0.left && $0.class > 1 }, { left, _, number in left && number > 1 })
    try expect({ $0.left || $0.class > 4 }, { left, _, number in left || number > 4 })
    try expect({ $0.class > 1 && $0.left }, { left, _, number in number > 1 && left })
    try expect({ $0.class > 4 || $0.left }, { left, _, number in number > 4 || left })
    try expect(
      { ($0.left || $0.right) && $0.class != 1 }, { left, right, number in (left || right) && number != 1 })
  }

  @Test func `a column that must be there is joined with one that need not`() throws {
    let gitHub = try ExampleStore.gitHub()
    let issues = try gitHub.fetch(Issue.all)
    let wanted = issues.filter { $0.locked || $0.comments > 0 }.map(\.id)
    #expect(try gitHub.fetch(Issue.filter { $0.locked || $0.comments > 0 }).map(\.id) == wanted)
  }

  @Test func `times that may be missing are in a range, with its end or without`() throws {
    let gitHub = try ExampleStore.gitHub()
    let issues = try gitHub.fetch(Issue.all)
    let times = issues.compactMap(\.closedAt).sorted()
    let (first, last) = (try #require(times.first), try #require(times.last))
    try #require(first < last && times.count < issues.count)
    func ids(_ isWanted: (Date) -> Bool) -> [Int] {
      issues.filter { $0.closedAt.map(isWanted) ?? false }.map(\.id)
    }
    #expect(
      try gitHub.fetch(Issue.filter { $0.closedAt.isIn(first...last) }).map(\.id)
        == ids { (first...last).contains($0) })
    #expect(
      try gitHub.fetch(Issue.filter { $0.closedAt.isIn(first..<last) }).map(\.id)
        == ids { (first..<last).contains($0) })
    #expect(try gitHub.fetch(Issue.filter { $0.closedAt.isIn(first..<first) }).isEmpty)
  }

  @Test func `what is always or never met does not ask the columns true and false`() throws {
    let ids = words.map(\.class)
    try store.write { try $0.execute(sql: "UPDATE struct SET \"true\" = 0, \"false\" = 1") }
    #expect(try store.fetch(Word.filter { _ in .always }).map(\.class) == ids)
    #expect(try store.fetch(Word.filter { _ in .never }).map(\.class) == [])
    #expect(try store.fetch(Word.filter { _ in !.never }).map(\.class) == ids)
    #expect(try store.fetch(Word.filter { $0.class.isIn([] as [Int]) }).map(\.class) == [])
    #expect(try store.fetch(Word.filter { !$0.class.isIn([] as [Int]) }).map(\.class) == ids)
    #expect(
      try store.fetch(Word.filter { !(.sql("\"false\" - 1") || $0.class == 3) }).map(\.class).count == 8)
  }
}
