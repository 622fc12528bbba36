import Foundation
import Testing

/// `rowsmith import --stop-after`.
struct StopAfterTests {
  private let small: SmallModel

  init() throws { small = try SmallModel() }

  private func names() throws -> [String] {
    try small.export("Band", ["--ndjson", "--only", "name"]).output.split(separator: "\n").map {
      String($0.dropFirst(9).dropLast(2))
    }
  }

  @Test(arguments: [
    #"[{"name": "A"}, {"name": "B"}, {"name": "C"}, nonsense"#,
    "{\"name\": \"A\"}\n{\"name\": \"B\"}\n{\"name\": 5}\n",
  ])
  func `what follows is not looked at`(json: String) throws {
    let outcome = try small.importJSON(json, ["--entity", "Band", "--stop-after", "2"])
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "note: stopped after 2 records, as asked; the rest was not read\n")
    #expect(try names() == ["A", "B"])
  }

  @Test
  func `rows that the rest may name do not go, unless there is no rest`() throws {
    _ = try small.importJSON(#"[{"name": "A"}, {"name": "B"}, {"name": "C"}]"#, ["--entity", "Band"])
    let json = #"{"bands": [{"name": "B"}, {"name": "D"}], "albums": [{"id": 1, "title": "x"}]}"#
    let arguments = ["--document", "all", "--policy", "Replace", "--stop-after"]
    #expect(try small.importJSON(json, arguments + ["2"]).diagnostics != "")
    #expect(try names() == ["A", "B", "C", "D"])
    let whole = try small.importJSON(json, arguments + ["3"])
    #expect(whole.diagnostics == "")
    #expect(try names() == ["B", "D"])
  }

  @Test
  func `a program that goes on writing is not read to its end`() throws {
    let outcome = try RowsmithProcess.shell(
      #"yes '{"name": "A"}' | $R import - --model Small.yml --into small.sqlite --entity Band "#
        + "--stop-after 1000", in: small.folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nBand         1        0        999        0\n"))
  }

  @Test
  func `the rows of a table are counted too`() throws {
    let outcome = try small.importJSON("name\nA\nB\nC\n", ["--csv", "--entity", "Band", "--stop-after", "1"])
    #expect(outcome.diagnostics == "note: stopped after 1 record, as asked; the rest was not read\n")
    #expect(try names() == ["A"])
  }

  @Test(arguments: [(2, true), (3, false)])
  func `the report as JSON says whether some were left unread`(_ count: Int, _ isLeft: Bool) throws {
    let arguments = ["--entity", "Band", "--format", "json", "--stop-after", "\(count)"]
    let json = #"[{"name": "A"}, {"name": "B"}, {"name": "C"}]"#
    let outcome = try small.importJSON(json, arguments)
    #expect(outcome.output.contains(#","stoppedAfter":2"#) == isLeft, "\(outcome.output)")
    #expect(outcome.output.contains("stoppedAfter") == isLeft)
  }

  @Test
  func `it is no number, or has no meaning`() throws {
    for arguments in [
      ["--entity", "Band", "--stop-after", "0"], ["--entity", "Band", "--stop-after", "x"],
      ["--parent", "Band:A.albums", "--stop-after", "1"],
    ] {
      #expect(try small.importJSON("[]", arguments).status == 2)
    }
    let two = try RowsmithProcess.run(
      [
        "import", "a.json", "b.json", "--model", "Small.yml", "--into", "a.sqlite", "--entity", "Band",
        "--stop-after", "1",
      ], in: small.folder)
    #expect(two.status == 2)
    #expect(two.diagnostics.hasPrefix("error: --stop-after takes one FILE; --as-one makes them one\n"))
  }
}
