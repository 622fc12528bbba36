import Foundation
import Testing

/// Several processes that bring a database into being at once.
struct ConcurrentImportTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(SmallModel.yaml, to: "Small.yml")
    try folder.write(#"[{"name": "x"}, 7]"#, to: "bad.json")
    for number in 0..<10 {
      let records = (0..<50).map { #"{"name": "\#(number)-\#($0)"}"# }
      try folder.write("[\(records.joined(separator: ","))]", to: "good\(number).json")
    }
  }

  /// Starts an import of each file into one database that is not there, and gives the exit statuses.
  private func importAtOnce(_ files: [String]) throws -> [String] {
    let starts = files.map { file in
      "{ $R import \(file) --model Small.yml --into a.sqlite --entity Band > /dev/null 2> /dev/null; echo $?; } & "
    }
    let outcome = try RowsmithProcess.shell("rm -f a.sqlite; \(starts.joined()) wait", in: folder)
    return outcome.output.split(separator: "\n").map(String.init).sorted()
  }

  private func countBands() throws -> Int {
    let outcome = try RowsmithProcess.shell(
      "$R export --model Small.yml --from a.sqlite --entity Band --ndjson | wc -l", in: folder)
    return Int(outcome.output.filter(\.isNumber)) ?? -1
  }

  @Test
  func `an import that fails takes no rows of one that does not`() throws {
    for round in 0..<20 {
      #expect(try importAtOnce(["good0.json", "bad.json", "bad.json"].shuffled()) == ["0", "1", "1"])
      #expect(try countBands() == 50, "round \(round)")
    }
  }

  @Test
  func `ten first imports at once all succeed, and all of their rows are there`() throws {
    for round in 0..<4 {
      let statuses = try importAtOnce((0..<10).map { "good\($0).json" })
      #expect(statuses == Array(repeating: "0", count: 10))
      #expect(try countBands() == 500, "round \(round)")
    }
  }

  @Test
  func `of failing imports alone nothing is left`() throws {
    for _ in 0..<5 {
      #expect(try importAtOnce(["bad.json"]) == ["1"])
      #expect(try folder.names.filter { $0.hasPrefix("a.sqlite") } == [])
    }
  }
}
