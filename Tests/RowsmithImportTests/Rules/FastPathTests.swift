import Testing

@testable import Rowsmith

/// What is there for speed alone can be left out, and nobody can tell.
@Suite struct FastPathTests {
  private func books(_ range: Range<Int>) -> String {
    let books = range.map { number in
      #"{"id":\#(number),"title":"t\#(number)","author":{"id":\#(number % 7)},"tags":[{"name":"a\#(number % 5)"}]}"#
    }
    return "[" + books.joined(separator: ",") + "]"
  }

  @Test(arguments: FastPath.allCases)
  func `the rows are the same without it`(path: FastPath) throws {
    let scenario = try ImportScenario(LibraryModel.yaml(), leftOut: [path])
    for range in [0..<300, 100..<350] {
      try scenario.importJSON(books(range), into: "Book") {
        ($0.lateIndexBytes, $0.repeatedObjectBytes, $0.rowsBeforeQueue) = (1000, 0, 10)
        $0.policy = .replace
      }
    }
    try scenario.expect("SELECT count(*), min(id), max(id) FROM Book", "250 | 100 | 349")
    try scenario.expect("PRAGMA integrity_check", "ok")
  }

  @Test func `the environment names what is left out`() {
    #expect(FastPath.leftOut(by: ["ROWSMITH_LEFT_OUT": "RowSet,SpareEngine"]) == [.rowSet, .spareEngine])
    #expect(FastPath.leftOut(by: [:]).isEmpty)
  }
}
