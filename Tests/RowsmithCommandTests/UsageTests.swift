import Testing

/// Wrong usage: status 2, nothing on standard output, and a sentence that helps.
struct UsageTests {
  private func expectUsage(_ arguments: [String], _ message: String, help: String? = nil) throws {
    let outcome = try RowsmithProcess.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    let command = help.map { "rowsmith \($0)" } ?? "rowsmith"
    #expect(outcome.diagnostics == "error: \(message)\nSee '\(command) --help'.\n")
  }

  private static let commands =
    "check, generate, infer, import, export, fetch, send, queue, sync, conflicts, changes, migrate, schema, diagram"

  @Test
  func `no command`() throws {
    try expectUsage([], "expected a command, such as 'rowsmith import'; there are \(Self.commands)")
  }

  @Test
  func `an unknown command, and the one that was meant`() throws {
    try expectUsage(["imprt"], "unknown command 'imprt'; did you mean 'import'?")
    try expectUsage(["help", "exprt"], "unknown command 'exprt'; did you mean 'export'?")
    try expectUsage(["conquer"], "unknown command 'conquer'; there are \(Self.commands)")
    try expectUsage(["--versoin"], "unknown option '--versoin'; did you mean '--version'?")
  }

  @Test
  func `a word that others use for a command or an option`() throws {
    try expectUsage(["validate"], "unknown command 'validate'; did you mean 'check'?")
    try expectUsage(["dump"], "unknown command 'dump'; did you mean 'export'?")
    try expectUsage(["version"], "unknown command 'version'; did you mean '--version'?")
    try expectUsage(
      ["export", "--into", "x"], "unknown option '--into'; did you mean '--from'?", help: "export")
    try expectUsage(["import", "--db", "x"], "unknown option '--db'; did you mean '--into'?", help: "import")
    try expectUsage(
      ["import", "x", "--path=a"], "unknown option '--path'; did you mean '--at'?", help: "import")
    try expectUsage(["check", "x", "--db", "x"], "unknown option '--db'", help: "check")
    for option in ["--base", "--url"] {
      try expectUsage(
        ["sync", "d", option, "u"], "unknown option '\(option)'; did you mean '--server'?", help: "sync")
    }
  }

  @Test
  func `options before the command`() throws {
    try expectUsage(
      ["--model", "m.yml", "import", "x"], "the command comes first: rowsmith import --model …",
      help: "import")
  }

  @Test
  func `an unknown option, and the one that was meant`() throws {
    try expectUsage(
      ["import", "x", "--polcy", "Merge"], "unknown option '--polcy'; did you mean '--policy'?",
      help: "import")
    try expectUsage(["check", "-x", "m"], "unknown option '-x'", help: "check")
  }

  @Test
  func `an option without its value, or with one too many`() throws {
    try expectUsage(
      ["import", "x", "--model"],
      "--model needs a value: --model MODEL (write --model=… if the value begins with two dashes)",
      help: "import")
    try expectUsage(
      ["check", "x", "--format", "--json"], "--format needs a value: --format text|json", help: "check")
    try expectUsage(["import", "x", "--keyed=yes"], "--keyed takes no value", help: "import")
    try expectUsage(
      ["check", "x", "--format", "json", "--format=text"], "--format is given twice", help: "check")
  }

  @Test
  func `a word that an option does not know`() throws {
    try expectUsage(
      ["check", "x", "--format", "jsn"],
      "expected text, json after --format, found 'jsn'; did you mean 'json'?", help: "check")
    try expectUsage(
      ["import", "x", "--model=m", "--into=d", "--entity=E", "--policy", "merge"],
      "expected Replace, Merge, MergeAndPrune after --policy, found 'merge'; did you mean 'Merge'?",
      help: "import")
  }

  @Test
  func `operands where there are none, and none where there must be`() throws {
    try expectUsage(
      ["export", "x"], "unexpected argument 'x'; rowsmith export takes options only", help: "export")
    for name in ["check", "schema", "generate"] {
      try expectUsage([name], "expected at least one MODEL", help: name)
    }
    try expectUsage(["import"], "expected at least one FILE", help: "import")
  }

  @Test
  func `required options`() throws {
    try expectUsage(["import", "x"], "--into is missing: --into DB", help: "import")
    try expectUsage(["import", "x", "--model", "m"], "--into is missing: --into DB", help: "import")
    try expectUsage(["generate", "x"], "--output is missing: --output DIR", help: "generate")
    try expectUsage(["export", "--model", "m"], "--from is missing: --from DB", help: "export")
    try expectUsage(
      ["export", "--model", "m", "--from", "d"], "--entity is missing: --entity NAME", help: "export")
  }

  @Test
  func `options that exclude each other`() throws {
    let start = ["import", "x", "--model=m", "--into=d"]
    try expectUsage(
      start + ["--entity=A", "--document=B"], "--entity and --document exclude each other", help: "import")
    try expectUsage(
      start + ["--parent=A:1.b", "--document=B"], "--parent and --document exclude each other", help: "import"
    )
    for other in [["--document=B"], ["--parent=A:1.b"], []] {
      try expectUsage(
        start + ["--keyed"] + other,
        "--keyed is for --entity only: documents and relationships say in the model whether they are keyed",
        help: "import")
    }
    try expectUsage(
      ["export", "--model=m", "--from=d", "--entity=E", "--ndjson", "--pretty"],
      "--ndjson and --pretty exclude each other: a record is one line", help: "export")
  }

  @Test
  func `several files where one would undo the other`() throws {
    let start = ["import", "x", "y", "--model=m", "--into=d"]
    try expectUsage(
      start + ["--entity=A", "--policy=Replace"],
      "--policy Replace takes one FILE: each would delete what the one before imported; "
        + "--as-one makes them one", help: "import")
    try expectUsage(
      start + ["--document=A", "--policy=MergeAndPrune"],
      "--policy MergeAndPrune takes one FILE: each would delete what the one before imported; "
        + "--as-one makes them one", help: "import")
    try expectUsage(
      start + ["--parent=A:1.b"],
      "--parent takes one FILE: each would be the whole value of the relationship; --as-one makes them one",
      help: "import")
    try expectUsage(
      ["import", "-", "-", "--model=m", "--into=d", "--entity=A"],
      "standard input can be read once: '-' is given twice", help: "import")
  }

  @Test
  func `a parent that is not spelled as one`() throws {
    let start = ["import", "x", "--model=m", "--into=d", "--parent"]
    for text in ["Band", "Band.albums", "Band:Japan", "Band.albums:1"] {
      try expectUsage(
        start + [text],
        "expected ENTITY:KEY.RELATIONSHIP after --parent, such as 'Band:Japan.albums', found '\(text)'",
        help: "import")
    }
    try expectUsage(start + [":1.albums"], "--parent: the entity is missing in ':1.albums'", help: "import")
    try expectUsage(start + ["Band:1."], "--parent: the relationship is missing in 'Band:1.'", help: "import")
  }

  @Test
  func `a key path that is none`() throws {
    try expectUsage(
      ["import", "x", "--model=m", "--into=d", "--entity=E", "--at", "a..b"],
      "expected a key path such as 'store.products' after --at, found 'a..b'", help: "import")
  }

  @Test
  func `a module that Swift cannot have`() throws {
    try expectUsage(
      ["generate", "x", "--output=d", "--module", "my-shop"],
      "expected the name of a Swift module after --module, found 'my-shop'", help: "generate")
  }

  @Test
  func `an entity or document that the model does not have`() throws {
    let start = ["import", "/dev/null", "--into", "/nonexistent/db"] + Repository.model("Bands")
    try expectUsage(
      start + ["--entity", "Bnad"],
      "--entity: the model has no entity 'Bnad'; it has Band, Album, BandMember, Musician; did you mean 'Band'?",
      help: "import")
    try expectUsage(
      start + ["--document", "catalogue"],
      "--document: the model has no document 'catalogue'; it has catalog; did you mean 'catalog'?",
      help: "import")
    try expectUsage(
      start,
      "say what the JSON holds: --entity, one of Band, Album, BandMember, Musician; "
        + "or --document, one of catalog", help: "import")
    try expectUsage(
      start + ["--parent", "Band:Japan.album"],
      "--parent: Band has no relationship 'album'; it has albums, members; did you mean 'albums'?",
      help: "import")
    try expectUsage(
      start + ["--parent", "Bnad:Japan.albums"],
      "--parent: the model has no entity 'Bnad'; it has Band, Album, BandMember, Musician; did you mean 'Band'?",
      help: "import")
    try expectUsage(
      start + ["--parent", "Band:Japan.albums", "--entity", "Band"],
      "--entity Band: the records of Band.albums are of Album; --parent alone is enough", help: "import")
    try expectUsage(
      ["export", "--from", "d", "--entity", "Albums"] + Repository.model("Bands"),
      "--entity: the model has no entity 'Albums'; it has Band, Album, BandMember, Musician; did you mean 'Album'?",
      help: "export")
  }

  @Test
  func `what follows two dashes is an operand`() throws {
    let outcome = try RowsmithProcess.run(["check", "--", "--format"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("--format:1:1: error: "))
  }
}
