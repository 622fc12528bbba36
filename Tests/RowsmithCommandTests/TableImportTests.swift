import Foundation
import Testing

/// `rowsmith import` of CSV and TSV.
struct TableImportTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      enums: { Mood: [glad, sad] }
      entities:
        Band:
          PrimaryKey: id
          attributes:
            id: Int
            name: { type: String, ImportName: "band.name" }
            formed: Int?
            rating: Double?
            price: Decimal?
            active: Bool?
            since: { type: Date?, DateFormat: yyyy-MM-dd }
            mood: Mood?
            tags: "[String]?"
            more: JSON?
            note: { type: String?, ImportName: "a.b c" }
        Album:
          attributes: { id: Int, title: String }
          relationships: { band: Band?, guests: [Band] }

      """)
  }

  private func importText(_ text: String, _ arguments: [String] = ["--csv", "--entity", "Band"]) throws
    -> RowsmithProcess.Outcome
  { try small.importJSON(text, arguments) }

  /// The bands after an import that must succeed.
  private func bands(_ text: String, _ arguments: [String] = ["--csv", "--entity", "Band"]) throws -> String {
    let outcome = try importText(text, arguments)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(outcome.diagnostics == "")
    return try small.export("Band", ["--ndjson"]).output
  }

  @Test
  func `text becomes what the model says, and loses nothing`() throws {
    #expect(
      try bands(
        "id,band.name,formed,rating,price,active,since,mood,tags,more\n"
          + "7,Japan,1974,4.5,12345678901234567890.10,true,1974-05-01,glad,\"[\"\"a\"\",\"\"b\"\"]\",\"{\"\"x\"\": 1}\"\n"
      ) == """
        {"id":7,"band":{"name":"Japan"},"formed":1974,"rating":4.5,"price":12345678901234567890.10,"active":true,\
        "since":"1974-05-01","mood":"glad","tags":["a","b"],"more":{"x":1}}

        """)
    for (value, expected) in [
      ("1974.5", "an integer"), ("many", "an integer"), ("9223372036854775808", "an"),
    ] {
      let outcome = try importText("id,band.name,formed\n7,Japan,\(value)\n")
      #expect(outcome.status == 1)
      #expect(outcome.diagnostics.hasPrefix("<stdin>:2:9: error: $[0].formed: Band: expected \(expected)"))
    }
  }

  @Test
  func `an empty field is null, one in quotes is empty text`() throws {
    #expect(
      try bands("id,band.name,formed\n1,\"\",\n2,B,3\n") == """
        {"id":1,"band":{"name":""}}
        {"id":2,"band":{"name":"B"},"formed":3}

        """)
    #expect(
      try bands("id,formed\n2,\n").hasSuffix("{\"id\":2,\"band\":{\"name\":\"B\"}}\n"),
      "what is there is overwritten by null")
    let missing = try importText("id,band.name\n5,\n")
    #expect(missing.status == 1)
    #expect(missing.diagnostics.contains("$[0]"))
  }

  @Test(arguments: ["\n", "\r\n"])
  func `quotes, doubled quotes and line ends inside quotes, as RFC 4180 says`(end: String) throws {
    let text = [
      "\u{FEFF}id,\"band.name\",formed", "1,\"a \"\"b\"\", c\(end)d\",2", "", "2,e f ,\"3\"",
    ].joined(separator: end)
    let line = end == "\n" ? "\\n" : "\\r\\n"
    #expect(
      try bands(text) == """
        {"id":1,"band":{"name":"a \\"b\\", c\(line)d"},"formed":2}
        {"id":2,"band":{"name":"e f "},"formed":3}

        """)
  }

  @Test
  func `a tab separates in TSV, where a quote inside a field is text`() throws {
    try small.folder.write("id\tband.name\n1\ta, 5\" b\n2\t\"c\td\"\n", to: "bands.TSV")
    let outcome = try RowsmithProcess.run(
      ["import", "bands.TSV", "--model", "Small.yml", "--into", "small.sqlite", "--entity", "Band"],
      in: small.folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      try small.export("Band", ["--ndjson"]).output == """
        {"id":1,"band":{"name":"a, 5\\" b"}}
        {"id":2,"band":{"name":"c\\td"}}

        """)
  }

  @Test(arguments: [
    (
      "id,band.name\n1,A\n2\n",
      "3:2: error: expected 2 fields, as many as the header has columns, found 1 field"
    ),
    (
      "id,band.name\n1,A,x\n",
      "2:5: error: expected 2 fields, as many as the header has columns, found 3 fields"
    ),
    (
      "id,band.name\n1,\"A\nB\n",
      "2:3: error: expected the quote that closes this field, found the end of the file"
    ),
    ("id,band.name\n1,\"A\"B\n", "2:6: error: expected a comma or a line end after the closing quote"),
    (
      "id,band.name\n1,A\"B\n",
      "2:4: error: found a quote inside a field that does not begin with one; double it, in quotes"
    ),
    (
      "id, \"band.name\"\n1, \"A\"\n",
      "1:5: error: found a space in front of a field in quotes; remove it"
    ),
    (
      "Bands of 2026\nid,band.name\n1,A\n",
      "2:4: error: expected 1 field, as the header has one column, found 2 fields; remove the first line "
        + "if it is a title"
    ),
    ("id,,band.name\n", "1:4: error: column 2 has no name in the header"),
    (
      "id,band,band.name\n",
      "1:9: error: the columns 'band' and 'band.name' exclude each other: 'band.name' is a member of 'band', which has a "
        + "value of its own; rename one of them, or write `\\.` for a dot that is part of a name"
    ),
    (
      "id,id\n",
      "1:4: error: the column 'id' occurs twice in the header; rename one of them"
    ),
    (
      "band.name,id,band\n",
      "1:14: error: the columns 'band.name' and 'band' exclude each other: 'band.name' is a member of 'band', which has a "
        + "value of its own; rename one of them, or write `\\.` for a dot that is part of a name"
    ),
    (
      "id;band.name\n1;A\n",
      "1:1: error: expected a comma between the columns, found a semicolon; choose --delimiter ';', or ',' if "
        + "the table really has one column"
    ),
    (
      "id\tband.name\n1\tA\n",
      "1:1: error: expected a comma between the columns, found a tab; choose --delimiter tab, or ',' if the "
        + "table really has one column"
    ),
    (
      "id|band.name\n1|A\n",
      "1:1: error: expected a comma between the columns, found '|'; choose --delimiter '|', or ',' if the "
        + "table really has one column"
    ),
    (
      "id,band.name,rating\n1,A,\"1,5\"\n",
      "2:5: error: $[0].rating: Band: expected a number, found \"1,5\"; numbers have a decimal point, not a comma"
    ),
    (
      "id,band.name,price\n1,A,\"1.234,50\"\n",
      "2:5: error: $[0].price: Band: expected a number or a decimal in a string, found \"1.234,50\"; numbers have a decimal point, not a comma"
    ),
    ("", "1:1: error: expected a header, a line with the names of the columns"),
    ("id,band.name,tags\n1,A,\"a\nb\"\n", "2:5: error: expected JSON in this column, found \"a\\nb\""),
    // Behind a field of two lines, and with columns that are grouped in the JSON.
    (
      "band.name,id,formed\n\"A\nB\",1,2\nC,2,x\n",
      "4:5: error: $[1].formed: Band: expected an integer, found \"x\""
    ),
    ("band.name,id\n\"A\nB\",x\n", "3:4: error: $[0].id: Band: expected an integer, found \"x\""),
    (
      "id,band.name\n1,A\n,B\n",
      "3:1: error: $[1].id: Band: expected an integer, found null; 'id' is required"
    ),
  ])
  func `an error has the line and the column of the table`(text: String, message: String) throws {
    let outcome = try importText(text)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("<stdin>:\(message)"), "\(outcome.diagnostics)")
    #expect(!small.folder.has("small.sqlite"))
  }

  @Test
  func `an error of an object in several columns is told at the first of them`() throws {
    let small = try SmallModel(
      """
      rowsmith: 1
      values: { Place: { lat: Double, lon: Double? } }
      entities: { Band: { attributes: { id: Int, note: String?, place: Place? } } }

      """)
    let outcome = try small.importJSON(
      "id,note,place.lat,place.lon\n1,\"a\nb\",,3\n", ["--csv", "--entity", "Band"])
    #expect(outcome.status == 1)
    let message = "<stdin>:3:4: error: $[0].place.lat: Band: expected a number, found null"
    #expect(outcome.diagnostics.hasPrefix(message))
  }

  @Test
  func `lines are right far into a long table, also those of skipped records`() throws {
    var text = "id,band.name,formed\n"
    for row in 1...60_000 { text += "\(row),\"name\n\(row)\",\(row == 50_000 ? "x" : "1")\n" }
    let outcome = try importText(text, ["--csv", "--entity", "Band", "--on-invalid", "skip"])
    #expect(outcome.status == 0)
    // Two lines for each row behind the header, and the third field in the second of them.
    #expect(outcome.output.contains("(line 100001, column 8)"), "\(outcome.output)")
    #expect(outcome.output.contains("$[49999].formed"))
  }

  @Test
  func `a to-one relationship is a key, a list is JSON, and the items of a relationship may be a table`()
    throws
  {
    _ = try bands("id,band.name\n1,A\n2,B\n")
    let arguments = ["--csv", "--entity", "Album"]
    let outcome = try importText("id,title,band,guests\n7,x,1,\"[1,2]\"\n8,y,,[]\n", arguments)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      try small.export("Album", ["--ndjson"]).output == """
        {"id":7,"title":"x","band":1,"guests":[1,2]}
        {"id":8,"title":"y","guests":[]}

        """)
    #expect(try importText("id\n2\n", ["--csv", "--parent", "Album:7.guests"]).status == 0)
  }

  @Test
  func `columns that the model does not know are reported as keys`() throws {
    let outcome = try importText("id,band.name,genre\n1,A,pop\n")
    #expect(outcome.output.contains("Band.genre  1  first: $[0].genre"))
  }

  @Test
  func `a name with a space in front is said where it is unknown, and where a value is missing`() throws {
    let note = "the header has a space in front of 'formed', which is part of the column's name; remove it\n"
    #expect(try importText("id,band.name, formed\n1,A,2\n").diagnostics == "note: " + note)
    let missing = try importText("id, band.name\n2,A\n")
    #expect(missing.status == 1)
    #expect(
      missing.diagnostics.hasSuffix("; " + note.replacing("formed", with: "band.name")),
      "\(missing.diagnostics)")
    // In quotes, it is meant.
    #expect(try importText("id,band.name,\" formed\"\n1,A,2\n").diagnostics == "")
  }

  @Test
  func `a name with a space in front is not said if the model has it, or another value is missing`() throws {
    let other = try importText("id,band.name, formed\n1,,2\n")
    #expect(other.status == 1)
    #expect(!other.diagnostics.contains("a space"), "\(other.diagnostics)")
    let spaced = try SmallModel(
      """
      rowsmith: 1
      entities: { Band: { attributes: { id: Int, name: { type: String, ImportName: " name" }, age: Int? } } }

      """)
    let arguments = ["--csv", "--entity", "Band"]
    let missing = try spaced.importJSON("id, name\n,A\n", arguments)
    #expect(missing.status == 1)
    #expect(!missing.diagnostics.contains("a space"), "\(missing.diagnostics)")
    #expect(
      try spaced.importJSON("id, name, age\n1,A,2\n", arguments).diagnostics.contains("in front of 'age'"))
  }

  @Test
  func `a table may be gzip, and one of several files`() throws {
    let outcome = try RowsmithProcess.shell(
      #"printf 'id,band.name\n1,A\n' | gzip > a.csv.gz; printf '[{"id": 2, "band": {"name": "B"}}]' > b.json; "#
        + "$R import a.csv.gz b.json --as-one --model Small.yml --into small.sqlite --entity Band",
      in: small.folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(outcome.output.contains("\nBand         2        0          0        0\n"))
  }

  @Test
  func `a table whose columns are called as tags is no XML`() throws {
    try small.folder.write("<DATE>,<OPEN>\n2026-01-01,1,2\n", to: "prices.csv")
    let message = "expected 2 fields, as many as the header has columns, found 3 fields"
    for arguments in [
      ["--model", "Small.yml", "--into", "small.sqlite", "--entity", "Band"], ["--into", "prices.db"],
    ] {
      let outcome = try RowsmithProcess.run(["import", "prices.csv"] + arguments, in: small.folder)
      #expect(outcome.status == 1)
      #expect(outcome.diagnostics == "prices.csv:2:14: error: \(message)\n")
    }
  }

  @Test
  func `what only JSON has is refused`() throws {
    for arguments in [
      ["--csv", "--entity", "Band", "--at", "data"], ["--csv", "--entity", "Band", "--keyed"],
      ["--csv", "--tsv", "--entity", "Band"],
    ] {
      #expect(try importText("id\n1\n", arguments).status == 2)
    }
  }
}
