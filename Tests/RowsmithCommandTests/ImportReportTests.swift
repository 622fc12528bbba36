import Foundation
import Rowsmith
import Testing

@testable import RowsmithCommand

/// `rowsmith import`: what it says it did.
struct ImportReportTests {
  private let small: SmallModel

  init() throws { small = try SmallModel() }

  /// The report without how long it took.
  private func timeless(_ text: String) -> String {
    text.replacing(#/\d+\.\d+ s, \d+\.\d+ MB/s/#, with: "TIME").replacing(
      #/"seconds":[0-9.e-]+/#, with: "\"seconds\":0")
  }

  private static let document = """
    {"bands": [{"name": "A", "mood": "odd", "genre": "pop", "albums": [{"id": 1, "title": "T", "year": 1}]},
      {"name": 5}, {"name": "B", "genre": "folk"}], "albums": [{"id": 2, "title": "U", "band": "C"}]}
    """

  @Test
  func `for people`() throws {
    let outcome = try small.importJSON(Self.document, ["--document", "all", "--on-invalid", "skip"])
    #expect(outcome.status == 0)
    #expect(
      timeless(outcome.output) == """
               inserted  updated  unchanged  deleted
        Band          2        0          0        0
        Album         2        0          0        0

        links: 2 added, 0 removed

        skipped records: 1
          $.bands[1].name: Band: expected a string, found 5; `coerce: true` converts where nothing is lost (line 2, column 12)

        foreign keys without a row so far:
          Album.band  1

        keys that the model does not mention:
          Album.year  1  first: $.bands[0].albums[0].year
          Band.genre  2  first: $.bands[0].genre

        values that their enumeration does not list:
          Band.mood  1  first: odd

        202 bytes in TIME

        """)
  }

  @Test(arguments: [("1", false), ("values", true)])
  func `the environment asks for the statements, and for their values`(
    value: String, showsValues: Bool
  ) throws {
    let outcome = try RowsmithProcess.shell(
      """
      echo '{"name": "Secret"}' |
      ROWSMITH_SQL_DEBUG=\(value) $R import - --model Small.yml --into small.sqlite --entity Band
      """, in: small.folder)
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Band"))
    #expect(outcome.diagnostics.contains(" ms  INSERT INTO"), "\(outcome.diagnostics)")
    #expect(outcome.diagnostics.contains("'Secret'") == showsValues, "\(outcome.diagnostics)")
  }

  @Test
  func `for programs`() throws {
    let outcome = try small.importJSON(
      Self.document, ["--document", "all", "--on-invalid", "skip", "--format", "json"])
    #expect(outcome.status == 0)
    #expect(
      timeless(outcome.output)
        == #"{"entities":{"Album":{"inserted":2,"updated":0,"unchanged":0,"deleted":0},"#
        + #""Band":{"inserted":2,"updated":0,"unchanged":0,"deleted":0}},"links":{"added":2,"removed":0},"#
        + #""skipped":[{"path":"$.bands[1].name","message":"Band: expected a string, found 5; "#
        + #"`coerce: true` converts where nothing is lost (line 2, column 12)"}],"skippedCount":1,"#
        + #""unresolved":{"Album.band":1},"unknownKeys":{"Album.year":1,"Band.genre":2},"#
        + #""unknownKeyExamples":{"Album.year":"$.bands[0].albums[0].year","Band.genre":"$.bands[0].genre"},"#
        + #""unlistedValues":{"Band.mood":1},"unlistedValueExamples":{"Band.mood":"odd"},"#
        + #""unlistedKinds":{},"unlistedKindExamples":{},"dryRun":false,"bytes":202,"seconds":0}"# + "\n")
    #expect(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) is [String: Any])
  }

  @Test
  func `what is older than its row has a column where there is any`() throws {
    var report = ImportReport()
    report.entities["Band"] = ImportReport.Counts()
    report.entities["Band"]?.updated = 2
    report.entities["Album"] = ImportReport.Counts()
    var totals = ImportTotals()
    totals.add(report, file: "a.json")
    let schema = try LoadedModel(path: small.folder.file("Small.yml"), Terminal()).schema
    #expect(!totals.text(schema: schema, isDryRun: false).contains("stale"))
    #expect(!totals.json(isDryRun: false).text.contains("stale"))
    report.entities["Band"]?.stale = 3
    totals.add(report, file: "b.json")
    totals.add(report, file: "c.json")
    #expect(
      totals.text(schema: schema, isDryRun: false).hasPrefix(
        """
               inserted  updated  unchanged  deleted  stale
        Band          0        6          0        0      6
        Album         0        0          0        0      0

        """))
    let json = totals.json(isDryRun: false).text
    #expect(json.contains(#""Band":{"inserted":0,"updated":6,"unchanged":0,"deleted":0,"stale":6}"#))
    #expect(json.contains(#""Album":{"inserted":0,"updated":0,"unchanged":0,"deleted":0}"#))
  }

  @Test
  func `objects of kinds that a collection does not list are counted, with the first place`() throws {
    var report = ImportReport()
    report.unlistedKinds["Post.blocks"] = .init(count: 2, example: "$[0].blocks[1]")
    var totals = ImportTotals()
    totals.add(report, file: "a.json")
    totals.add(report, file: "b.json")
    let schema = try LoadedModel(path: small.folder.file("Small.yml"), Terminal()).schema
    #expect(
      totals.text(schema: schema, isDryRun: false).contains(
        "\nobjects of kinds that the model does not list, skipped:\n  Post.blocks  4  first: $[0].blocks[1]\n"
      ))
    #expect(
      totals.json(isDryRun: false).text.contains(
        #""unlistedKinds":{"Post.blocks":4},"unlistedKindExamples":{"Post.blocks":"$[0].blocks[1]"}"#
      ))
  }

  @Test
  func `no records`() throws {
    let outcome = try small.importJSON("[]", ["--entity", "Band"])
    #expect(timeless(outcome.output) == "no records\n\nlinks: 0 added, 0 removed\n\n2 bytes in TIME\n")
  }

  @Test
  func `skipped records of several files say which file`() throws {
    for name in ["a", "b"] {
      try small.folder.write(#"[{"name": 5}, {"name": "\#(name)"}]"#, to: "\(name).json")
    }
    let arguments = [
      "import", "a.json", "b.json", "--model", "Small.yml", "--into", "small.sqlite", "--entity", "Band",
      "--on-invalid", "skip",
    ]
    let text = try RowsmithProcess.run(arguments, in: small.folder).output
    #expect(text.contains("skipped records: 2\n  a.json: $[0].name: Band: "))
    #expect(text.contains("\n  b.json: $[0].name: Band: "))
    let json = try RowsmithProcess.run(arguments + ["--format=json"], in: small.folder).output
    #expect(json.contains(#""file":"b.json""#))
  }

  @Test
  func `a dry run reports and writes nothing, not even a file`() throws {
    let outcome = try small.importJSON(#"{"name": "A"}"#, ["--entity", "Band", "--dry-run"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("\nBand         1        0          0        0\n"))
    #expect(outcome.output.hasSuffix("\ndry run: nothing was written\n"))
    #expect(try small.folder.names == ["Small.yml"])
    _ = try small.importJSON(#"{"name": "A"}"#, ["--entity", "Band"])
    let again = try small.importJSON(
      #"[{"name": "A"}, {"name": "B"}]"#, ["--entity=Band", "--dry-run", "--format=json"])
    #expect(again.output.contains(#""Band":{"inserted":1,"updated":0,"unchanged":1,"deleted":0}"#))
    #expect(again.output.contains(#""dryRun":true"#))
    #expect(try small.export("Band", ["--ndjson"]).output == "{\"name\":\"A\",\"albums\":[]}\n")
  }
}
