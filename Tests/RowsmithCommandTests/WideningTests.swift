import Testing

/// Imports with `--schema-contract evolve` of what contradicts the model.
@Suite struct WideningTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let evolving = ["--schema-contract", "evolve"]
  private static let advice =
    "; with --schema-contract evolve the model is widened, and the document is imported\n"

  private func importing(_ json: String, _ arguments: [String] = Self.evolving) throws
    -> RowsmithProcess.Outcome
  {
    try folder.write(json, to: "feed.json")
    return try RowsmithProcess.run(["import", "feed.json", "--into", "feed.db"] + arguments, in: folder)
  }

  private func exported(_ entity: String = "Feed") throws -> String {
    let outcome = try RowsmithProcess.run(
      ["export", "--model", "feed.yml", "--from", "feed.db", "--entity", entity, "--embed", "owner"],
      in: folder)
    return outcome.status == 0 ? outcome.output : plain(entity)
  }

  private func plain(_ entity: String) -> String {
    (try? RowsmithProcess.run(
      ["export", "--model", "feed.yml", "--from", "feed.db", "--entity", entity], in: folder
    ).output) ?? ""
  }

  /// The model with what a person does who takes it over.
  private func takeOver() throws {
    let lines = try folder.read("feed.yml").split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write(lines.dropFirst(2).joined(separator: "\n"), to: "feed.yml")
  }

  /// Documents that contradict the model of others, the line of the model that allows them, and the report.
  struct Case: Sendable, CustomTestStringConvertible {
    var first: String
    var second: String
    var line: String
    var report: String
    var edit: String
    var testDescription: String { report }
  }

  static let cases = [
    Case(
      first: #"[{"id":1,"body":"a"},{"id":2,"body":"b"}]"#, second: #"[{"id":3,"body":null}]"#,
      line: "body: String?", report: "Feed.body is now optional (null at $[0].body)",
      edit: "'body: String?' in Feed"),
    Case(
      first: #"[{"id":1,"body":"a"},{"id":2,"body":"b"}]"#, second: #"[{"id":3}]"#,
      line: "body: String?", report: "Feed.body is now optional (missing at $[0])",
      edit: "'body: String?' in Feed"),
    Case(
      first: #"[{"id":1,"tags":["a"]},{"id":2,"tags":["b"]}]"#, second: #"[{"id":3,"tags":null}]"#,
      line: #"tags: "[String]?""#, report: "Feed.tags is now optional (null at $[0].tags)",
      edit: #"'tags: "[String]?"' in Feed"#),
    Case(
      first: #"[{"id":1,"day":"2020-01-31"},{"id":2,"day":"2021-02-28"}]"#, second: #"[{"id":3,"day":null}]"#,
      line: "day: { type: Date?, DateFormat: yyyy-MM-dd }",
      report: "Feed.day is now optional (null at $[0].day)", edit: "'day: Date?' in Feed"),
    Case(
      first: #"[{"id":1,"size":3},{"id":2,"size":-7}]"#, second: #"[{"id":3,"size":3.5}]"#,
      line: "size: Double", report: "Feed.size is now Double, no longer Int (3.5 at $[0].size)",
      edit: "'size: Double' in Feed"),
    Case(
      first: #"[{"id":1,"size":3},{"id":2,"size":9007199254740993}]"#, second: #"[{"id":3,"size":3.5}]"#,
      line: "size: Decimal", report: "Feed.size is now Decimal, no longer Int (3.5 at $[0].size)",
      edit: "'size: Double' in Feed"),
    Case(
      first: #"[{"id":1,"size":3},{"id":2,"size":4}]"#,
      second: #"[{"id":3,"size":3.5},{"id":4,"size":0.12345678901234567890123}]"#,
      line: "size: Decimal", report: "Feed.size is now Decimal, no longer Int (3.5 at $[0].size)",
      edit: "'size: Decimal' in Feed"),
    Case(
      first: #"[{"id":1,"size":3},{"id":2,"size":4}]"#, second: #"[{"id":3,"size":12345678901234567890123}]"#,
      line: "size: Decimal",
      report: "Feed.size is now Decimal, no longer Int (12345678901234567890123 at $[0].size)",
      edit: "'size: Decimal' in Feed"),
    Case(
      first: #"[{"id":1,"sizes":[3]},{"id":2,"sizes":[4,5]}]"#, second: #"[{"id":3,"sizes":[1.25,3.5]}]"#,
      line: "sizes: [Double]", report: "Feed.sizes is now [Double], no longer [Int] (1.25 at $[0].sizes)",
      edit: "'sizes: [Double]' in Feed"),
    Case(
      first: #"[{"id":1,"size":3},{"id":2,"size":4}]"#, second: #"[{"id":3,"size":"large"}]"#,
      line: "size: JSON", report: #"Feed.size is now JSON, no longer Int ("large" at $[0].size)"#,
      edit: "'size: JSON' in Feed"),
    Case(
      first: #"[{"id":1,"day":"2020-01-31"},{"id":2,"day":"2021-02-28"}]"#,
      second: #"[{"id":3,"day":"soon"}]"#,
      line: "day: String", report: #"Feed.day is now String, no longer Date ("soon" at $[0].day)"#,
      edit: "'day: String' in Feed"),
    Case(
      first: #"[{"id":1,"at":"2020-01-31T10:00:00Z"},{"id":2,"at":"2021-02-28T11:00:00Z"}]"#,
      second: #"[{"id":3,"at":""}]"#,
      line: "at: String", report: #"Feed.at is now String, no longer Date ("" at $[0].at)"#,
      edit: "'at: String' in Feed"),
    Case(
      first: #"[{"id":1,"created_at":1600000000},{"id":2,"created_at":1600000001}]"#,
      second: #"[{"id":3,"created_at":"soon"}]"#,
      line: "createdAt: JSON",
      report: #"Feed.createdAt is now JSON, no longer Date ("soon" at $[0].created_at)"#,
      edit: "'createdAt: JSON' in Feed"),
    Case(
      first: #"[{"id":1,"page":"https://a.example/b"},{"id":2,"page":"https://a.example/c"}]"#,
      second: #"[{"id":3,"page":"no page"}]"#,
      line: "page: String", report: #"Feed.page is now String, no longer URL ("no page" at $[0].page)"#,
      edit: "'page: String' in Feed"),
    Case(
      first: """
        [{"id":1,"code":"7d444840-9dc0-11d1-b245-5ffdce74fad2"},\
        {"id":2,"code":"7d444840-9dc0-11d1-b245-5ffdce74fad3"}]
        """, second: #"[{"id":3,"code":"none"}]"#,
      line: "code: String", report: #"Feed.code is now String, no longer UUID ("none" at $[0].code)"#,
      edit: "'code: String' in Feed"),
    Case(
      first: #"[{"id":1,"home":{"street":"a","zip":"b"}},{"id":2,"home":{"street":"c","zip":"d"}}]"#,
      second: #"[{"id":3,"home":{"street":"c"}}]"#,
      line: "zip: String?", report: "Home.zip is now optional (missing at $[0].home.zip)",
      edit: "'zip: String?' in Home"),
    Case(
      first: #"[{"id":1,"home":{"street":"a","zip":"b"}},{"id":2,"home":{"street":"c","zip":"d"}}]"#,
      second: #"[{"id":3,"home":null}]"#,
      line: "home: Home?", report: "Feed.home is now optional (null at $[0].home)",
      edit: "'home: Home?' in Feed"),
    Case(
      first: #"[{"id":1,"home":{"street":"a","zip":"b"}},{"id":2,"home":{"street":"c","zip":"d"}}]"#,
      second: #"[{"id":3}]"#,
      line: "home: Home?", report: "Feed.home is now optional (missing at $[0])",
      edit: "'home: Home?' in Feed"),
    Case(
      first: """
        [{"id":1,"homes":[{"street":"a","zip":"b"},{"street":"x","zip":"y"}]},\
        {"id":2,"homes":[{"street":"c","zip":"d"}]}]
        """, second: #"[{"id":3,"homes":[{"street":"c"}]}]"#,
      line: "zip: String?", report: "Home.zip is now optional (missing at $[0].homes)",
      edit: "'zip: String?' in Home"),
    Case(
      first: #"[{"id":1,"owner":{"id":7,"login":"a"}},{"id":2,"owner":{"id":8,"login":"b"}}]"#,
      second: #"[{"id":3,"owner":null}]"#,
      line: "owner: Owner?", report: "Feed.owner is now optional (null at $[0].owner)",
      edit: "'owner: Owner?' in Feed"),
    Case(
      first: #"[{"id":1,"owner":{"id":7,"login":"a"}},{"id":2,"owner":{"id":8,"login":"b"}}]"#,
      second: #"[{"id":3}]"#,
      line: "owner: Owner?", report: "Feed.owner is now optional (missing at $[0])",
      edit: "'owner: Owner?' in Feed"),
  ]

  /// Two arrays as one.
  private func joined(_ one: String, _ other: String) -> String {
    "\(one.dropLast()),\(other.dropFirst())\n"
  }

  /// Without what is null, as exporting leaves that out; in lists, a Double has a fraction.
  private func withoutNulls(_ json: String) -> String {
    let numbers = json.replacing("[3]", with: "[3.0]").replacing("[4,5]", with: "[4.0,5.0]")
    return ["body", "tags", "day", "home", "owner"].reduce(numbers) {
      $0.replacing(#","\#($1)":null"#, with: "")
    }
  }

  @Test(arguments: cases)
  func `a model made from samples allows what contradicts it, and nothing is lost`(_ trial: Case) throws {
    #expect(try importing(trial.first).status == 0)
    let model = try folder.read("feed.yml") + "# mine\n"
    try folder.write(model, to: "feed.yml")
    let outcome = try importing(trial.second)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      outcome.diagnostics
        == "note: the model 'feed.yml' has been widened where the documents contradict it\n")
    #expect(outcome.output.hasSuffix("\nmodel\n  \(trial.report)\n"), "\(outcome.output)")
    let lines = try folder.read("feed.yml").split(separator: "\n", omittingEmptySubsequences: false)
    let former = model.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == former.count)
    let changed = zip(lines, former).filter { $0 != $1 }.map { $0.0.drop { $0 == " " } }
    #expect(changed == [trial.line[...]])
    let check = try RowsmithProcess.run(["check", "feed.yml"], in: folder)
    #expect(check.status == 0 && check.diagnostics.isEmpty && check.output.isEmpty)
    #expect(try exported() == withoutNulls(joined(trial.first, trial.second)))
    let again = try importing(trial.second)
    #expect(again.status == 0 && again.diagnostics.isEmpty)
  }

  @Test(arguments: cases)
  func `a model that a person has taken over keeps its types, and the error names the edit`(_ trial: Case)
    throws
  {
    #expect(try importing(trial.first).status == 0)
    try takeOver()
    let (model, rows) = (try folder.read("feed.yml"), try exported())
    let outcome = try importing(trial.second)
    #expect(outcome.status == 1)
    #expect(
      outcome.diagnostics.hasSuffix(
        "; 'feed.yml' does not say that it was made from samples, so evolve does not widen it; the document is imported with "
          + "\(trial.edit)\n"), "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml") == model)
    #expect(try exported() == rows)
  }

  @Test(arguments: cases)
  func `an import that discards keeps the model, and proposes evolve`(_ trial: Case) throws {
    #expect(try importing(trial.first).status == 0)
    let (model, rows) = (try folder.read("feed.yml"), try exported())
    let outcome = try importing(trial.second, [])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasSuffix(Self.advice), "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml") == model)
    #expect(try exported() == rows)
    let frozen = try importing(trial.second, ["--schema-contract", "freeze"])
    #expect(frozen.status == 1 && !frozen.diagnostics.contains("evolve"))
  }

  @Test func `all that a document contradicts is widened at once, and listed in the report`() throws {
    _ = try importing(#"[{"id":1,"a":"x","b":1,"c":true},{"id":2,"a":"y","b":2,"c":false}]"#)
    let outcome = try importing(
      #"[{"id":3,"a":null,"b":1.5,"c":1.5},{"id":4,"b":2},{"id":5,"a":"z","b":null,"c":true}]"#,
      Self.evolving + ["--format", "json"])
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      outcome.output.contains(
        """
        "model":["Feed.a is now optional (null at $[0].a)","Feed.b is now Double, no longer Int (1.5 at $[0].b)",\
        "Feed.c is now JSON, no longer Bool (1.5 at $[0].c)","Feed.b is now optional (null at $[2].b)",\
        "Feed.c is now optional (missing at $[1])"]
        """), "\(outcome.output)")
  }

  @Test func `a primary key is never widened`() throws {
    _ = try importing(#"[{"id":1,"a":"x"},{"id":2,"a":"y"}]"#)
    let model = try folder.read("feed.yml")
    for id in ["null", "1.5", #""x""#, "12345678901234567890123"] {
      let outcome = try importing(#"[{"id":3,"a":null},{"id":\#(id),"a":"z"}]"#)
      #expect(outcome.status == 1 && !outcome.diagnostics.contains("evolve"))
      #expect(try folder.read("feed.yml") == model)
    }
    #expect(try importing(#"[{"a":"z"}]"#).status == 1)
    #expect(try folder.names == ["feed.db", "feed.json", "feed.yml"])
  }

  @Test func `where bad records are skipped, those are not that a wider model allows`() throws {
    _ = try importing(#"[{"id":1,"a":"x"},{"id":2,"a":"y"}]"#)
    let outcome = try importing(
      #"[{"id":3,"a":null},{"a":"z"}]"#, Self.evolving + ["--on-invalid", "skip", "--format", "json"])
    #expect(outcome.status == 0)
    #expect(outcome.output.contains(#""model":["Feed.a is now optional (null at $[0].a)"]"#))
    #expect(outcome.output.contains(#""skippedCount":1"#))
    #expect(try exported() == #"[{"id":1,"a":"x"},{"id":2,"a":"y"},{"id":3}]"# + "\n")
  }

  @Test func `a dry run says what would be widened, and changes nothing`() throws {
    _ = try importing(#"[{"id":1,"a":"x"},{"id":2,"a":"y"}]"#)
    let (model, rows) = (try folder.read("feed.yml"), try exported())
    let outcome = try importing(#"[{"id":3,"a":null}]"#, Self.evolving + ["--dry-run"])
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "note: the model would be written to 'feed.yml'\n")
    #expect(outcome.output.contains("Feed.a is now optional"))
    #expect(try folder.read("feed.yml") == model && exported() == rows)
  }

  @Test func `each of several files widens the model in a transaction of its own`() throws {
    _ = try importing(#"[{"id":1,"a":"x","b":1},{"id":2,"a":"y","b":2}]"#)
    try folder.write(#"[{"id":3,"a":null,"b":1}]"#, to: "one.json")
    try folder.write(#"[{"id":4,"a":"z","b":1.5}]"#, to: "two.json")
    try folder.write(#"[{"a":"z","b":null}]"#, to: "bad.json")
    let outcome = try RowsmithProcess.run(
      ["import", "one.json", "two.json", "bad.json", "--into", "feed.db"] + Self.evolving, in: folder)
    #expect(outcome.status == 1)
    let model = try folder.read("feed.yml")
    #expect(model.contains("a: String?\n") && model.contains("b: Double\n"))
    #expect(
      try exported()
        == #"[{"id":1,"a":"x","b":1},{"id":2,"a":"y","b":2},{"id":3,"b":1},{"id":4,"a":"z","b":1.5}]"# + "\n")
  }

  @Test func `a table's column becomes text where a field is no number`() throws {
    try folder.write("id,size\n1,3\n2,4\n", to: "feed.csv")
    try folder.write("id,size\n3,large\n4,\n", to: "new.csv")
    _ = try RowsmithProcess.run(["import", "feed.csv", "--into", "feed.db"], in: folder)
    let outcome = try RowsmithProcess.run(
      ["import", "new.csv", "--into", "feed.db"] + Self.evolving, in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml").contains("size: String?\n"))
    #expect(
      try exported()
        == #"[{"id":1,"size":"3"},{"id":2,"size":"4"},{"id":3,"size":"large"},{"id":4}]"# + "\n")
  }

  @Test func `a model made from samples widens in a database that is not there yet`() throws {
    _ = try importing(#"[{"id":1,"a":"x"},{"id":2,"a":"y"}]"#)
    try folder.write(#"[{"id":3,"a":null}]"#, to: "new.json")
    let arguments = ["import", "new.json", "--model", "feed.yml", "--entity", "Feed", "--into", "new.db"]
    let refused = try RowsmithProcess.run(arguments, in: folder)
    #expect(refused.status == 1 && refused.diagnostics.hasSuffix(Self.advice))
    let outcome = try RowsmithProcess.run(arguments + Self.evolving, in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml").contains("a: String?\n"))
  }

  @Test(arguments: [
    (
      // Little of the value is there, so that by itself it would be JSON.
      #"[{"id":1,"at":{"street":"a","zip":"1"}},{"id":2,"at":{"street":"b","zip":"2"}}]"#,
      #"[{"id":3,"at":{"street":null,"zip":null,"unit":7}}]"#, "unit: Int?\n", #""unit":7"#
    ),
    (
      #"[{"id":1,"at":[{"street":"a"},{"street":"b"}]},{"id":2,"at":[{"street":"c"}]}]"#,
      #"[{"id":3,"at":[{"street":"d","unit":"x"}]}]"#, "unit: ", #""unit":"x""#
    ),
    (
      #"[{"id":1,"by":{"id":7,"name":"a"}},{"id":2,"by":{"id":8,"name":"b"}}]"#,
      #"[{"id":3,"by":{"id":7,"name":"a","day":"2020-01-02"}}]"#,
      "day: { type: Date?, DateFormat: yyyy-MM-dd }\n", ""
    ),
  ])
  func `what is new in few samples is added where the model has its place`(
    _ first: String, _ second: String, _ line: String, _ member: String
  ) throws {
    _ = try importing(first)
    let outcome = try importing(second)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(!outcome.output.contains("does not mention"))
    let model = try folder.read("feed.yml")
    #expect(model.contains(line), "\(model)")
    #expect(try exported().contains(member))
    let check = try RowsmithProcess.run(["check", "feed.yml"], in: folder)
    #expect(check.status == 0 && check.diagnostics.isEmpty)
    #expect(try importing(first).status == 0)
  }

  @Test func `a number that a Double would round makes it a Decimal`() throws {
    _ = try importing(#"[{"id":1,"size":1.5,"all":[1.5]},{"id":2,"size":2.5,"all":[2.5]}]"#)
    let outcome = try importing(#"[{"id":3,"size":0.12345678901234567891,"all":[0.12345678901234567891]}]"#)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let reason = "(a Double would not keep all digits)"
    #expect(
      outcome.output.hasSuffix(
        "\nmodel\n  Feed.size is now Decimal, no longer Double \(reason)\n"
          + "  Feed.all is now [Decimal], no longer [Double] \(reason)\n"),
      "\(outcome.output)")
    #expect(
      try exported() == #"""
        [{"id":1,"size":1.5,"all":[1.5]},{"id":2,"size":2.5,"all":[2.5]},\#
        {"id":3,"size":0.12345678901234567891,"all":[0.12345678901234567891]}]

        """#)
    try takeOver()
    #expect(try importing(#"[{"id":4,"size":1e30,"all":[1]}]"#).status == 0)
  }

  @Test func `numbers that are too large for a Decimal stay as they are`() throws {
    _ = try importing(#"[{"id":1,"size":1e300},{"id":2,"size":2.5}]"#)
    let outcome = try importing(#"[{"id":3,"size":0.12345678901234567891}]"#)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(!outcome.output.contains("Decimal"))
    #expect(try folder.read("feed.yml").contains("size: Double"))
    #expect(plain("Feed").contains(#"{"id":1,"size":1e+300}"#))
  }

  @Test func `of several numbers with more digits, only those stay as they are which a Decimal cannot hold`()
    throws
  {
    _ = try importing(#"[{"id":1,"size":1e300,"rate":1.5,"sum":1},{"id":2,"size":2.5,"rate":2.5,"sum":2}]"#)
    let digits = "0.12345678901234567891"
    let outcome = try importing(#"[{"id":3,"size":\#(digits),"rate":\#(digits),"sum":1.5}]"#)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      outcome.output.hasSuffix(
        """

        model
          Feed.rate is now Decimal, no longer Double (a Double would not keep all digits)
          Feed.sum is now Double, no longer Int (1.5 at $[0].sum)

        """), "\(outcome.output)")
    #expect(
      outcome.diagnostics.contains(
        "note: Feed.size is still Double, which does not keep all digits of the documents: "
          + "the database has numbers that no Decimal holds\n"), "\(outcome.diagnostics)")
    #expect(plain("Feed").contains(#""rate":\#(digits),"sum":1.5}"#))
  }

  @Test func `a value for each of several days goes on, be it one or none`() throws {
    _ = try importing(#"{"2026-01-01":1.5,"2026-01-02":null,"2026-01-03":2}"#)
    #expect(try importing(#"{"2026-01-03":2.5,"2026-01-04":3}"#).status == 0)
    #expect(try importing(#"{"2026-01-05":null}"#).status == 0)
    #expect(
      plain("Feed") == #"""
        {"2026-01-01":1.5,"2026-01-02":null,"2026-01-03":2.5,"2026-01-04":3,"2026-01-05":null}

        """#)
  }
}
