import Testing

/// `--delimiter` of `rowsmith import` and `rowsmith infer`.
struct DelimiterTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("id;name;size\n1;\"a;b\";1.5\n2;c,d;2\n", to: "things.csv")
  }

  private func run(_ arguments: String...) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(arguments, in: folder)
  }

  @Test func `fields are separated by the character of the option`() throws {
    let outcome = try run("import", "things.csv", "--delimiter", ";", "--into", "t.db")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      try run("export", "--from", "t.db", "--entity", "Thing", "--ndjson").output
        == "{\"id\":1,\"name\":\"a;b\",\"size\":1.5}\n{\"id\":2,\"name\":\"c,d\",\"size\":2}\n")
    #expect(try run("infer", "things.csv", "--delimiter", ";").output.contains("size: Decimal"))
    try folder.write("id\tname\n1\ta\n", to: "tabs.txt")
    #expect(try run("import", "tabs.txt", "--delimiter", "tab", "--into", "u.db").status == 0)
  }

  @Test
  func `another delimiter is said, and a single column that has it in its name is read if it is asked for`()
    throws
  {
    let outcome = try run("import", "things.csv", "--into", "t.db")
    #expect(outcome.status == 1)
    #expect(
      outcome.diagnostics
        == "things.csv:1:1: error: expected a comma between the columns, found a semicolon; choose --delimiter "
        + "';', or ',' if the table really has one column\n")
    try folder.write("a;b\n1\n", to: "one.csv")
    #expect(try run("import", "one.csv", "--delimiter", ",", "--into", "one.db").status == 0)
    try folder.write("\"a;b\"\n1\n", to: "quoted.csv")
    #expect(try run("import", "quoted.csv", "--into", "quoted.db").status == 0)
  }

  @Test(arguments: [
    (
      "\u{FEFF}\"id\";\"name\"\r\n1;\"a\"\r\n",
      "1:5: error: expected a comma or a line end after the closing quote; if semicolons separate the columns, choose "
        + "--delimiter ';'"
    ),
    (
      "\"id\"\t\"name\"\n1\t\"a\"\n",
      "1:5: error: expected a comma or a line end after the closing quote; if tabs separate the columns, choose "
        + "--delimiter tab"
    ),
    (
      "id; \"name\"\n1; \"a\"\n",
      "1:5: error: found a quote inside a field that does not begin with one; double it, in quotes; if semicolons "
        + "separate the columns, choose --delimiter ';'"
    ),
    (
      "id;\"name\"\n1;\"a\"\n",
      "1:4: error: found a quote inside a field that does not begin with one; double it, in quotes; if semicolons "
        + "separate the columns, choose --delimiter ';'"
    ),
    (
      "\"id\"|\"name\"\n1|\"a\"\n",
      "1:5: error: expected a comma or a line end after the closing quote; if '|' separates the columns, choose "
        + "--delimiter '|'"
    ),
  ])
  func `another delimiter is said beside names in quotes, too`(_ text: String, _ message: String) throws {
    try folder.write(text, to: "quoted.csv")
    for arguments in [["import", "quoted.csv", "--into", "t.db"], ["infer", "quoted.csv"]] {
      let outcome = try RowsmithProcess.run(arguments, in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.diagnostics == "quoted.csv:\(message)\n")
    }
    // Where the delimiter is named, it is not another one.
    let named = try run("infer", "quoted.csv", "--delimiter", "#")
    #expect(named.status == 1)
    #expect(!named.diagnostics.contains("choose"))
  }

  @Test(
    arguments: [
      ("sep=;\r\nid;name;size\r\n1;\"a;b\";x\r\n", []), ("\u{FEFF}sep=;\nid;name;size\n1;\"a;b\";x\n", []),
      ("sep=;\nid;name;size\n1;\"a;b\";x\n", ["--delimiter", ";"]),
      ("sep=,\nid,name,size\n1,a;b,x\n", []), ("sep=|\nid|name|size\n1|a;b|x\n", []),
      ("sep=\t\nid\tname\tsize\n1\ta;b\tx\n", ["--tsv"]),
    ] as [(String, [String])])
  func `a first line for spreadsheets names the delimiter`(_ text: String, _ arguments: [String]) throws {
    try folder.write(text, to: "parts.csv")
    let outcome = try RowsmithProcess.run(["import", "parts.csv", "--into", "t.db"] + arguments, in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      try run("export", "--from", "t.db", "--entity", "Part", "--ndjson").output
        == "{\"id\":1,\"name\":\"a;b\",\"size\":\"x\"}\n")
    // Lines are counted from the first, also behind it.
    try folder.write(text + "2\n", to: "parts.csv")
    let short = try RowsmithProcess.run(["import", "parts.csv", "--into", "t.db"] + arguments, in: folder)
    #expect(short.diagnostics.hasPrefix("parts.csv:4:2: error: expected 3 fields"), "\(short.diagnostics)")
  }

  @Test func `a first line of one column is a header where another delimiter is named, or in quotes`() throws
  {
    try folder.write("sep=;\n1\n", to: "one.csv")
    #expect(try run("import", "one.csv", "--delimiter", ",", "--into", "one.db").status == 0)
    let table = try run("export", "--from", "one.db", "--entity", "One", "--csv").output
    #expect(table == "\"sep=;\"\r\n1\r\n")
    try folder.write("a|b\n1\n", to: "bar.csv")
    #expect(try run("import", "bar.csv", "--delimiter", ",", "--into", "bar.db").status == 0)
    #expect(
      try run("export", "--from", "bar.db", "--entity", "Bar", "--csv").output == "\"a|b\"\r\n1\r\n")
    try folder.write("\"sep=|\"\n1\n", to: "two.csv")
    #expect(try run("import", "two.csv", "--into", "two.db").status == 0)
    #expect(
      try run("export", "--from", "two.db", "--entity", "Two", "--csv").output == "\"sep=|\"\r\n1\r\n")
  }

  @Test(arguments: ["", ";;", "x", "1", ".", "\"", "é"])
  func `what could be part of a field is no delimiter`(_ text: String) throws {
    let outcome = try run("import", "things.csv", "--delimiter", text, "--into", "t.db")
    #expect(outcome.status == 2)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: expected one character after --delimiter that separates fields, such as ';' or tab, found '\(text)'\n"
      ),
      "\(outcome.diagnostics)")
  }
}
