import RowsmithInference
import Testing

/// The types of columns, from what they declare and what is in them.
@Suite struct DatabaseColumnTests {
  private func draft(_ sql: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    let draft = try Facts.inDatabase(sql) { try Facts.draft(at: $0) }
    Facts.expectSound(draft, at: location)
    return draft
  }

  /// The line of a column of things that has these values, in SQL.
  private func line(
    _ column: String, _ values: [String] = [], at location: SourceLocation = #_sourceLocation
  ) throws -> String? {
    let rows = values.enumerated().map { "INSERT INTO things VALUES (\($0.offset), \($0.element));" }
    let draft = try draft(
      "CREATE TABLE things (id INTEGER PRIMARY KEY, \(column)); \(rows.joined(separator: " "))", at: location)
    let member = try #require((draft.entities[0].attributes + draft.entities[0].relationships).last)
    return draft.line("Thing", member.name)
  }

  @Test(
    arguments: [
      // One format for all, the shortest list of formats, and no format at all.
      (["'2024-01-02 03:04'"], #""yyyy-MM-dd HH:mm""#),
      (["'2024-01-02 03:04:05.123456'"], #""yyyy-MM-dd HH:mm:ss.SSSSSS""#),
      (
        ["'2024-01-02 03:04:05.123456'", "'2024-01-02 03:04:05.5'"], #""yyyy-MM-dd HH:mm:ss.SSSSSS""#
      ),
      (["'2024-01-02 03:04:05.5'", "'2024-01-02 03:04:05.123'"], #""yyyy-MM-dd HH:mm:ss.SSS""#),
      (["'2024-01-02 03:04:05+02:00'"], #""yyyy-MM-dd HH:mm:ssXXX""#),
      (["'2024-01-02 03:04:05.123+02:00'"], #""yyyy-MM-dd HH:mm:ss.SSSXXX""#),
      (["'2024-01-02 03:04:05.123456+02:00'"], #""yyyy-MM-dd HH:mm:ss.SSSSSSXXX""#),
      (["'2024-01-02 03:04:05 +0200'"], #""yyyy-MM-dd HH:mm:ss Z""#),
      (
        ["'2024-01-02 03:04:05'", "'2024-01-02 03:04'"], #"["yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm"]"#
      ),
      (["'2024-01-02'", "'2023-02-03'"], "yyyy-MM-dd"), (["1700000000.0"], "epochSeconds"),
      // Before 1990, and the epoch itself, where a date is declared.
      (["0", "86401"], "epochSeconds"), (["-86401"], "epochSeconds"),
      (["631152000000", "4102444800000"], "epochMilliseconds"),
    ] as [([String], String)])
  func `a declared date has the format of the rows`(values: [String], format: String) throws {
    for declared in ["DATETIME", "TIMESTAMP WITH TIME ZONE"] {
      #expect(
        try line("made \(declared)", values) == "made: { type: Date?, DateFormat: \(format) }", "\(declared)")
    }
  }

  @Test(arguments: [
    (["'2024-01-02'", "'soon'"], "String?  # declared DATETIME"), (["7"], "Int?  # declared DATETIME"),
    (["'2024-01-02'", "7"], "String?  # declared DATETIME"), (["4102444800001"], "Int?  # declared DATETIME"),
    (["631151999999"], "Int?  # declared DATETIME"), (["x'00'"], "Data?  # declared DATETIME"),
    (["1.5"], "Double?  # declared DATETIME"), (["20240102", "20231231"], "Int?  # declared DATETIME"),
  ])
  func `a declared date that holds none has the type of its values`(values: [String], type: String) throws {
    #expect(try line("made DATETIME", values) == "made: \(type)")
  }

  @Test(arguments: [
    ("DATE", "yyyy-MM-dd"), ("DATETIME", #""yyyy-MM-dd HH:mm:ss""#), ("TIMESTAMP", #""yyyy-MM-dd HH:mm:ss""#),
  ])
  func `a date without rows has the usual format, as a comment says`(declared: String, format: String) throws
  {
    #expect(
      try line("made \(declared)")
        == "made: { type: Date?, DateFormat: \(format) }  # no rows to infer the format of dates from")
    #expect(try line("made \(declared)", ["NULL"]) == line("made \(declared)"))
  }

  @Test(
    arguments: [
      // Words of a name that make a number or a day a date.
      ("made_at INTEGER", "1700000000", "{ type: Date?, DateFormat: epochSeconds }"),
      ("due_on TEXT", "'2024-01-02'", "{ type: Date?, DateFormat: yyyy-MM-dd }"),
      ("birthday TEXT", "'2024-01-02'", "{ type: Date?, DateFormat: yyyy-MM-dd }"),
      ("valid_until INTEGER", "1700000000000", "{ type: Date?, DateFormat: epochMilliseconds }"),
      ("expires REAL", "1700000000.5", "{ type: Date?, DateFormat: epochSeconds }"),
      // The word has to be the last, and the value such a date.
      ("at_home INTEGER", "1700000000", "Int?"), ("day_count INTEGER", "1700000000", "Int?"),
      ("made_at INTEGER", "631151999", "Int?"), ("made_at INTEGER", "4102444801", "Int?"),
      ("made_at TEXT", "'02.01.2024'", "String?"),
      // What has a time of day is a date under any name.
      ("word TEXT", "'2024-01-02 03:04:05'", "{ type: Date?, DateFormat: \"yyyy-MM-dd HH:mm:ss\" }"),
      ("word TEXT", "'2024-01-02T03:04:05+02:00'", "Date?"), ("word TEXT", "'2024-01-02'", "String?"),
    ] as [(String, String, String)])
  func `a date that is not declared is one if nothing else is possible`(
    column: String, value: String, type: String
  ) throws {
    let line = try #require(try line(column, [value]))
    #expect(line.drop { $0 != ":" }.dropFirst(2) == type)
  }

  @Test(arguments: [
    ("is_new INTEGER", ["0", "1"], "Bool?"), ("has_end INT", ["1"], "Bool?"), ("can_fly", ["0"], "Bool?"),
    ("should_ring SMALLINT", ["0"], "Bool?"), ("was_here INTEGER", ["1"], "Bool?"),
    // Nothing that says so, another value, another type, and a name that only holds the word.
    ("is_new INTEGER", [], "Int?"), ("is_new INTEGER", ["0", "2"], "Int?"),
    ("is_new TEXT", ["'1'"], "String?"),
    ("issues INTEGER", ["0"], "Int?"), ("new INTEGER", ["1"], "Int?"), ("\"is\" INTEGER", ["1"], "Int?"),
    ("new BOOLEAN", [], "Bool?"), ("new BOOL", ["1", "0"], "Bool?"), ("new TINYINT(1)", [], "Bool?"),
    ("new TINYINT", ["1"], "Int?"), ("new TINYINT(4)", ["1"], "Int?"),
    // A declared truth value with something else in it.
    ("new BOOLEAN", ["2"], "Int?  # declared BOOLEAN"),
    ("new BOOLEAN", ["'t'"], "String?  # declared BOOLEAN"),
  ])
  func `a truth value is declared, or called one and always 0 or 1`(
    column: String, values: [String], type: String
  ) throws {
    let line = try #require(try line(column, values))
    #expect(line.drop { $0 != ":" }.dropFirst(2) == type)
  }

  private static let uuid = "'0d9f9a3c-7e60-4c1b-8a6b-1f2e3d4c5b6a'"

  @Test(arguments: [
    ("GUID", [], "UUID?"), ("UNIQUEIDENTIFIER", [uuid], "UUID?"),
    ("UUID", ["'a'"], "String?  # declared UUID"),
    ("CHAR(36)", [uuid, uuid], "UUID?"), ("CHAR(36)", [uuid, "'a'"], "String?"), ("CHAR(36)", [], "String?"),
    (
      "CHAR(36)", [uuid.uppercased()],
      "String?  # a UUID with capitals, which the type UUID would write small"
    ),
    (
      "GUID", [uuid, uuid.uppercased()],
      "String?  # a UUID with capitals, which the type UUID would write small"
    ),
    ("TEXT", ["'{0d9f9a3c-7e60-4c1b-8a6b-1f2e3d4c5b6a}'"], "String?"),
    ("TEXT", ["'{}'", "'[1]'"], "JSON?"), ("TEXT", ["'{}'", "'a'"], "String?"), ("TEXT", ["'7'"], "String?"),
    ("JSON", ["'{}'"], "JSON?"),
  ])
  func `a text is what all of its values are`(declared: String, values: [String], type: String) throws {
    #expect(try line("word \(declared)", values) == "word: \(type)")
  }

  @Test(arguments: [
    ("INTEGER", ["7", "'a'"], "String?  # declared INTEGER, holds integers and texts"),
    ("INTEGER", ["7", "1.5"], "Double?  # declared INTEGER, holds integers and numbers"),
    ("REAL", ["x'00'", "1.5"], "String?  # declared REAL, holds bytes and numbers"),
    ("TEXT", ["x'00'"], "Data?  # declared TEXT, holds bytes"),
    ("", ["7", "1.5"], "Double?  # holds integers and numbers"),
    ("", ["7", "'a'", "x'00'"], "String?  # holds bytes and integers and texts"),
    ("NUMERIC", ["7", "1.5"], "Decimal?"), ("DECIMAL(8,2)", ["7"], "Decimal?"), ("NUMBER", ["7"], "Int?"),
    ("NUMERIC", ["'1e400x'"], "String?  # declared NUMERIC, holds texts"), ("NUMERIC", [], "Decimal?"),
    ("BLOB", [], "Data?"),
  ])
  func `what a column holds goes before what it declares`(declared: String, values: [String], type: String)
    throws
  {
    #expect(try line("size \(declared)", values) == "size: \(type)")
  }

  @Test func `the last rows of a long table tell, too`() throws {
    let rows =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000) INSERT INTO things"
    for (last, type) in [("'x'", "String?  # declared INTEGER, holds integers and texts"), ("7", "Int?")] {
      let draft = try draft(
        """
        CREATE TABLE things (id INTEGER PRIMARY KEY, size INTEGER); \(rows) SELECT i, i FROM n;
        UPDATE things SET size = \(last) WHERE id = 1000;
        """)
      #expect(draft.line("Thing", "size") == "size: \(type)")
    }
  }

  @Test(arguments: [
    ("state TEXT CHECK (state IN ('a', 'b'))", ["a", "b"]),
    (#""state" TEXT CHECK("state" in('a','b', 'c'))"#, ["a", "b", "c"]),
    ("[state] TEXT, CONSTRAINT ok CHECK ([State] IN ('a', 'b'))", ["a", "b"]),
    ("`state` VARCHAR(9) check(`state` In ('it''s', 'b c'))", ["it's", "b c"]),
    // One word is no choice, and some are no names.
    ("state TEXT CHECK (state IN ('a'))", []), ("state TEXT CHECK (state IN ('a', ''))", []),
    ("state TEXT CHECK (state IN ('a', '-'))", []), ("state TEXT CHECK (state IN ('a', 'A'))", []),
    // Another rule, and a type that has no words.
    ("state TEXT CHECK (state IN ('a', 'b') OR state IS NULL)", []),
    ("state TEXT CHECK (state NOT IN ('a', 'b'))", []), ("state INTEGER CHECK (state IN (1, 2))", []),
  ])
  func `words that a check allows are an enum`(column: String, values: [String]) throws {
    let draft = try draft("CREATE TABLE things (id INTEGER PRIMARY KEY, \(column))")
    #expect(draft.enums.map(\.values) == (values.isEmpty ? [] : [values]))
    #expect(draft.enums.map(\.name) == (values.isEmpty ? [] : ["ThingState"]))
  }

  @Test func `columns with the same words share an enum`() throws {
    let draft = try draft(
      """
      CREATE TABLE things (id INTEGER PRIMARY KEY, state TEXT CHECK (state IN ('a', 'b')));
      CREATE TABLE parts (id INTEGER PRIMARY KEY, mode TEXT DEFAULT 'b' CHECK (mode IN ('a', 'b')),
        kind TEXT DEFAULT 'c' CHECK (kind IN ('b', 'a')));
      """)
    #expect(draft.enums.map(\.name) == ["ThingState", "PartKind"])
    #expect(draft.line("Part", "mode") == "mode: { type: ThingState?, default: b }")
    #expect(draft.line("Part", "kind") == "kind: PartKind?")
    #expect(draft.noted == ["parts.kind: the default 'c' is left out"])
  }

  @Test(
    arguments: [
      // SQLite takes a text in double quotes.
      (#"TEXT DEFAULT "draft""#, "{ type: String?, default: draft }", nil),
      (#"TEXT DEFAULT "a""b'c""#, "{ type: String?, default: \"a\\\"b'c\" }", nil),
      (#"INTEGER DEFAULT "3""#, "{ type: Int?, default: 3 }", nil),
      ("TEXT DEFAULT ''", "{ type: String?, default: \"\" }", nil),
      ("TEXT DEFAULT ('a')", "{ type: String?, default: a }", nil),
      ("BOOLEAN DEFAULT FALSE", "{ type: Bool?, default: false }", nil),
      ("INTEGER DEFAULT -7", "{ type: Int?, default: -7 }", nil),
      // What is no literal of the type.
      ("TEXT DEFAULT (lower('A'))", "String?", "(lower('A'))"), ("INTEGER DEFAULT 1.5", "Int?", "1.5"),
      ("TEXT DEFAULT ('a' || hex(7) || 'b')", "String?", "('a' || hex(7) || 'b')"),
      ("TEXT DEFAULT (('a') || ('b'))", "String?", "(('a') || ('b'))"),
      ("INTEGER DEFAULT 'x'", "Int?", "'x'"), ("BLOB DEFAULT x'00'", "Data?", "x'00'"),
      ("REAL DEFAULT 1e5", "Double?", "1e5"), ("INTEGER DEFAULT (1 + 2)", "Int?", "(1 + 2)"),
    ] as [(String, String, String?)])
  func `a default is a literal of the type, and anything else a note`(
    column: String, type: String, left: String?
  ) throws {
    let draft = try draft("CREATE TABLE things (id INTEGER PRIMARY KEY, size \(column))")
    #expect(draft.line("Thing", "size") == "size: \(type)")
    let expected = left.map { text in
      // SQLite stores an expression without its outer parentheses.
      let stored = text.hasPrefix("(") ? String(text.dropFirst().dropLast()) : text
      return ["things.size: the default \(stored) is left out"]
    }
    #expect(draft.noted == expected ?? [])
  }
}
