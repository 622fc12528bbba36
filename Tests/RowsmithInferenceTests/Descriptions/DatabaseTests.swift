import CSQLite
import Foundation
import Rowsmith
import RowsmithInference
import RowsmithModel
import Testing

/// The rules by which the tables of a database become entities.
@Suite struct DatabaseTests {
  private func draft(_ sql: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    let draft = try Facts.inDatabase(sql) { try Facts.draft(at: $0) }
    Facts.expectSound(draft, at: location)
    return draft
  }

  @Test(arguments: [
    ("INTEGER", "7", "Int?"), ("BIGINT UNSIGNED", "NULL", "Int?"), ("REAL", "1", "Double?"),
    ("DOUBLE PRECISION", "1.5", "Double?"),
    ("VARCHAR(20)", "'a'", "String?"), ("TEXT", "NULL", "String?"), ("BLOB", "x'00'", "Data?"),
    ("DECIMAL(8,2)", "1.5", "Decimal?"),
    ("NUMERIC", "3", "Int?"), ("NUMERIC", "3.5", "Decimal?"), ("BOOLEAN", "1", "Bool?"),
    ("TINYINT(1)", "0", "Bool?"),
    ("TINYINT(1)", "7", "Int?"), ("UUID", "'0d9f9a3c-7e60-4c1b-8a6b-1f2e3d4c5b6a'", "UUID?"),
    ("TEXT", "'0d9f9a3c-7e60-4c1b-8a6b-1f2e3d4c5b6a'", "UUID?"), ("TEXT", "'{\"a\":1}'", "JSON?"),
    ("TEXT", "'{a'", "String?"),
    ("JSON", "NULL", "JSON?"), ("INTEGER", "'seven'", "String?  # declared INTEGER, holds texts"),
    ("", "7", "Int?"),
    ("", "NULL", "String?  # no type, and no rows to infer it from"),
    ("DATE", "'2024-01-02'", "{ type: Date?, DateFormat: yyyy-MM-dd }"),
    ("DATETIME", "'2024-01-02T03:04:05Z'", "Date?"),
    ("DATETIME", "'2024-01-02 03:04:05'", "{ type: Date?, DateFormat: \"yyyy-MM-dd HH:mm:ss\" }"),
    ("TIMESTAMP", "1700000000", "{ type: Date?, DateFormat: epochSeconds }"),
    ("TIMESTAMP", "1700000000000", "{ type: Date?, DateFormat: epochMilliseconds }"),
    ("DATETIME", "'yesterday'", "String?  # declared DATETIME"), ("TEXT", "'2024-01-02T03:04:05Z'", "Date?"),
    ("TEXT", "'2024-01-02'", "String?"),
    ("INTEGER", "1700000000", "Int?"), ("CLOB", "'a'", "String?"), ("FLOAT", "1.5", "Double?"),
    ("CURRENCY", "2.5", "Decimal?"), ("MONEY", "2", "Decimal?"), ("NUMERIC(8,2)", "3", "Decimal?"),
    ("DECIMAL", "x'00'", "Data?  # declared DECIMAL, holds bytes"),
    ("DECIMAL", "'a'", "String?  # declared DECIMAL, holds texts"),
    ("REAL", "'a'", "String?  # declared REAL, holds texts"),
    ("BLOB", "'a'", "String?  # declared BLOB, holds texts"), ("", "1.5", "Double?"), ("", "x'00'", "Data?"),
    ("GEOM", "'a'", "String?  # declared GEOM"), ("GEOM", "NULL", "String?  # declared GEOM"),
  ])
  func `a column has the type that it declares and that its values have`(
    declared: String, value: String, line: String
  ) throws {
    let draft = try draft(
      "CREATE TABLE things (id INTEGER PRIMARY KEY, size \(declared)); INSERT INTO things VALUES (1, \(value))"
    )
    #expect(draft.line("Thing", "size") == "size: \(line)")
  }

  @Test(arguments: [
    ("made_at INTEGER", "1700000000", "madeAt: { type: Date?, DateFormat: epochSeconds }"),
    ("made_on TEXT", "'2024-01-02'", "madeOn: { type: Date?, DateFormat: yyyy-MM-dd }"),
    ("made_at INTEGER", "7", "madeAt: Int?"), ("is_new INTEGER", "1", "isNew: Bool?"),
    ("is_new INTEGER", "2", "isNew: Int?"),
  ])
  func `names make unmistakable what values alone are not`(column: String, value: String, line: String) throws
  {
    let draft = try draft(
      "CREATE TABLE things (id INTEGER PRIMARY KEY, \(column)); INSERT INTO things VALUES (1, \(value))")
    #expect(draft.line("Thing", String(line.prefix { $0 != ":" })) == line)
  }

  @Test(arguments: [
    ("INTEGER NOT NULL DEFAULT 3", "{ type: Int, default: 3 }"),
    ("TEXT DEFAULT 'it''s'", "{ type: String?, default: it's }"),
    ("BOOLEAN DEFAULT TRUE", "{ type: Bool?, default: true }"),
    ("BOOLEAN DEFAULT 't'", "{ type: Bool?, default: true }"),
    ("BOOLEAN DEFAULT '0'", "{ type: Bool?, default: false }"),
    ("REAL DEFAULT (1.5)", "{ type: Double?, default: 1.5 }"),
    ("REAL DEFAULT ((1.5))", "{ type: Double?, default: 1.5 }"),
    ("DECIMAL(8,2) DEFAULT -1.50", "{ type: Decimal?, default: -1.50 }"),
    ("INTEGER DEFAULT 99999999999999999999", "Int?"), ("BOOLEAN DEFAULT 2", "Bool?"),
    ("BOOLEAN DEFAULT 'f'", "{ type: Bool?, default: false }"),
    ("TEXT DEFAULT NULL", "String?"), ("INTEGER DEFAULT '3'", "{ type: Int?, default: 3 }"),
  ])
  func `a default is a default`(column: String, line: String) throws {
    #expect(
      try draft("CREATE TABLE things (id INTEGER PRIMARY KEY, size \(column))").line("Thing", "size")
        == "size: \(line)")
  }

  @Test func `a default that is an expression is noted`() throws {
    let draft = try draft("CREATE TABLE things (id INTEGER PRIMARY KEY, made TEXT DEFAULT CURRENT_TIMESTAMP)")
    #expect(draft.noted == ["things.made: the default CURRENT_TIMESTAMP is left out"])
  }

  @Test(
    arguments: [
      ("id INTEGER PRIMARY KEY, a TEXT", ["id"]), ("a TEXT PRIMARY KEY", ["a"]),
      ("a TEXT, b INTEGER, PRIMARY KEY (b, a)", ["b", "a"]),
      ("a TEXT NOT NULL UNIQUE, b TEXT", ["a"]), ("a TEXT, b TEXT", []), ("a TEXT UNIQUE, b TEXT", []),
    ] as [(String, [String])])
  func `the primary key is the key, or else what is unique and never null`(columns: String, key: [String])
    throws
  {
    let draft = try draft("CREATE TABLE things (\(columns))")
    #expect(draft.entities[0].primaryKey == key)
    #expect(draft.noted.contains { $0.contains("has no primary key") } == key.isEmpty)
  }

  @Test func `a foreign key is a relationship, with its other end`() throws {
    let draft = try draft(
      """
      CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE books (id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES people(id) ON DELETE CASCADE,
        editor INTEGER REFERENCES people ON DELETE RESTRICT);
      CREATE TABLE notes (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES books);
      """)
    #expect(draft.entities.map(\.name) == ["Person", "Book", "Note"])
    #expect(draft.line("Book", "author") == "author: Person")
    #expect(draft.line("Book", "editor") == "editor: Person?")
    #expect(
      draft.line("Person", "booksAsAuthor")
        == "booksAsAuthor: { to: [Book], inverse: author, DeleteRule: Cascade }")
    #expect(
      draft.line("Person", "booksAsEditor")
        == "booksAsEditor: { to: [Book], inverse: editor, DeleteRule: Deny }")
    #expect(draft.line("Book", "notes") == "notes: [Note]")
  }

  @Test func `a column that is called like a foreign key is one`() throws {
    let draft = try draft(
      "CREATE TABLE users (id INTEGER PRIMARY KEY); CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER)"
    )
    #expect(draft.line("Post", "user") == "user: User?")
  }

  @Test func `links and indexes of columns that are called like foreign keys are those of relationships`()
    throws
  {
    let draft = try draft(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER); CREATE TABLE users (id INTEGER PRIMARY KEY);
      CREATE TABLE labels (id INTEGER PRIMARY KEY); CREATE TABLE labels_posts (label_id INTEGER, post_id INTEGER);
      CREATE INDEX index_posts_on_user_id ON posts (user_id); CREATE INDEX both ON posts (user_id, id);
      """)
    #expect(draft.entities.map(\.name) == ["Post", "User", "Label"])
    #expect(draft.line("Label", "posts") == "posts: [Post]")
    #expect(draft.line("User", "posts") == "posts: [Post]")
    #expect(draft.yaml().contains("    indexes: [[user, id]]\n"))
  }

  @Test func `a table with two foreign keys and little else links two others`() throws {
    let draft = try draft(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY); CREATE TABLE tags (id INTEGER PRIMARY KEY);
      CREATE TABLE post_tags (post_id INTEGER REFERENCES posts, tag_id INTEGER REFERENCES tags, position INTEGER, created_at TEXT,
        PRIMARY KEY (post_id, tag_id));
      """)
    #expect(draft.entities.map(\.name) == ["Post", "Tag"])
    #expect(draft.line("Post", "tags") == "tags: { to: [Tag], ordered: true }")
    #expect(draft.line("Tag", "posts") == "posts: [Post]")
    #expect(draft.noted == ["post_tags: links Post and Tag; its created_at is left out"])
  }

  @Test func `a table that says more of a link is an entity`() throws {
    let draft = try draft(
      """
      CREATE TABLE posts (id INTEGER PRIMARY KEY); CREATE TABLE users (id INTEGER PRIMARY KEY);
      CREATE TABLE votes (post_id INTEGER REFERENCES posts, user_id INTEGER REFERENCES users, stars INTEGER, PRIMARY KEY (post_id, user_id));
      """)
    #expect(draft.entities.first { $0.name == "Vote" }?.primaryKey == ["post", "user"])
    #expect(draft.line("Post", "votes") == "votes: [Vote]")
  }

  @Test func `keys that hold each other are no cycle`() throws {
    let draft = try draft(
      """
      CREATE TABLE a (b_id INTEGER PRIMARY KEY REFERENCES b(a_id), x TEXT);
      CREATE TABLE b (a_id INTEGER PRIMARY KEY REFERENCES a(b_id), y TEXT);
      """)
    #expect(draft.entities.count == 2)
  }

  @Test func `what a check lists is an enum`() throws {
    let draft = try draft(
      "CREATE TABLE things (id INTEGER PRIMARY KEY, state TEXT NOT NULL DEFAULT 'on' CHECK (state IN ('on', 'it''s off')))"
    )
    #expect(draft.enums.map(\.values) == [["on", "it's off"]])
    #expect(
      draft.line("Thing", "state") == "state: { type: ThingState, default: on }"
        || draft.line("Thing", "state") == "state: { type: ThingState, default: \"on\" }")
  }

  @Test func `indexes are carried over, those of a part of the rows are noted`() throws {
    let draft = try draft(
      """
      CREATE TABLE things (id INTEGER PRIMARY KEY, a TEXT UNIQUE, b TEXT, c TEXT);
      CREATE INDEX bc ON things (b, c); CREATE INDEX b ON things (b); CREATE INDEX c ON things (c);
      CREATE INDEX part ON things (c) WHERE b IS NULL; CREATE INDEX low ON things (lower(c)); CREATE UNIQUE INDEX u ON things (b, a);
      """)
    #expect(draft.yaml().contains("    unique: [[b, a]]\n"))
    #expect(draft.yaml().contains("    indexes: [[b, c]]\n"))
    #expect(draft.line("Thing", "a") == "a: { type: String?, unique: true }")
    #expect(draft.line("Thing", "c") == "c: { type: String?, index: true }")
    #expect(draft.notes.map(\.place) == ["things: index low", "things: index part"])
  }

  @Test(arguments: [
    "CREATE INDEX places ON things (json_extract(body, '$.place'))",
    "CREATE INDEX places ON things (id) WHERE json_extract(body, '$.place') IS NOT NULL",
    "ALTER TABLE things ADD COLUMN place_id TEXT AS (json_extract(body, '$.place'))",
  ])
  func `a database with an index or a column over JSON is read`(sql: String) throws {
    let draft = try draft("CREATE TABLE things (id INTEGER PRIMARY KEY, body JSON); \(sql)")
    #expect(draft.line("Thing", "body") == "body: JSON?")
    #expect(draft.notes.count == 1)
  }

  @Test func `names that need quotes are read`() throws {
    let draft = try draft(
      "CREATE TABLE \"odd \"\"table\" (\"a b\" INTEGER PRIMARY KEY, \"self\" TEXT, \"x.y\" TEXT, description TEXT)"
    )
    #expect(draft.entities.map(\.name) == ["OddTable"])
    #expect(draft.line("OddTable", "xY") == "xY: { type: String?, ImportName: x\\.y }")
    #expect(draft.line("OddTable", "oddTableDescription") == "oddTableDescription: String?")
  }

  @Test(arguments: ["", "$key", "$index", "$value", "$rest", "$record"])
  func `a column that no attribute can read is noted`(name: String) throws {
    let draft = try draft("CREATE TABLE things (id INTEGER PRIMARY KEY, \"\(name)\" TEXT)")
    #expect(draft.entities.map { $0.attributes.map(\.name) } == [["id"]])
    #expect(draft.noted == ["things.\(name): no attribute can read a key '\(name)'; left out"])
  }

  @Test(arguments: ["DELETE", "WAL"]) func `the database is not changed, and nothing is left beside it`(
    mode: String
  ) throws {
    try Facts.inDatabase(
      "PRAGMA journal_mode = \(mode); CREATE TABLE a (id INTEGER PRIMARY KEY); INSERT INTO a VALUES (1)"
    ) { path in
      let before = FileManager.default.contents(atPath: path)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      _ = try Facts.draft(at: path)
      #expect(FileManager.default.contents(atPath: path) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["shop.sqlite"])
    }
  }

  @Test func `a log that nobody has open is read from a copy`() throws {
    try Facts.inDatabase("PRAGMA journal_mode = WAL; CREATE TABLE a (id INTEGER PRIMARY KEY)") { path in
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      defer { sqlite3_close_v2(handle) }
      try #require(
        sqlite3_exec(handle, "CREATE TABLE late (id INTEGER PRIMARY KEY)", nil, nil, nil) == SQLITE_OK)
      // As a process leaves it that dies: the second table is in the log alone.
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path + "/dead"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: "\(folder)/dead\(ending)")
      }
      #expect(try Facts.draft(at: folder + "/dead").entities.map(\.name) == ["A", "Late"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["dead", "dead-wal"])
    }
  }

  @Test func `through a symbolic link, what is in the log alone is read, too`() throws {
    try Facts.inDatabase("PRAGMA journal_mode = WAL; CREATE TABLE a (id INTEGER PRIMARY KEY)") { path in
      var handle: OpaquePointer?
      try #require(sqlite3_open(path, &handle) == SQLITE_OK)
      defer { sqlite3_close_v2(handle) }
      try #require(
        sqlite3_exec(handle, "CREATE TABLE late (id INTEGER PRIMARY KEY)", nil, nil, nil) == SQLITE_OK)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let (dead, links) = (folder + "/dead", folder + "/links")
      for place in [dead, links] {
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      }
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: "\(dead)/shop.sqlite\(ending)")
      }
      for (name, target) in [("dead", "../dead/shop.sqlite"), ("open", "../shop.sqlite")] {
        let link = "\(links)/\(name)"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try Facts.draft(at: link).entities.map(\.name) == ["A", "Late"], "\(name)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: links).sorted() == ["dead", "open"])
      #expect(try FileManager.default.contentsOfDirectory(atPath: dead).count == 2)
    }
  }

  private static func schema(_ name: String) throws -> Schema {
    let root = Facts.folder.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = ["Bands", "Shop", "GitHub"].contains(name) ? "Schemas" : "Tests/Fixtures"
    return try #require(
      ModelCompiler.load(path: root.appendingPathComponent("\(folder)/\(name).yml").path).schema)
  }

  @Test(arguments: ["Bands", "Shop", "GitHub", "Hardest", "Places", "Server", "SyncREST"])
  func `a database that Rowsmith made gives its model back`(name: String) throws {
    try Facts.inDatabase("CREATE TABLE a (b)") { path in
      let own = path + ".own"
      let schema = try Self.schema(name)
      let store = try Store(.file(own), schema: schema)
      let draft = try Facts.draft(at: own)
      withExtendedLifetime(store) {}
      let model = ModelCompiler.compile([ModelSource(path: "m.yml", text: draft.yaml())], name: schema.name)
      #expect(model.schema == schema, "\(model.diagnostics)\n\(draft.yaml())")
      #expect(
        draft.noted == ["_rowsmith_meta: a database does not hold 'api', 'routes' and 'sync' of its model"])
    }
  }

  @Test(arguments: [
    (nil, "true"), (45, "{ keep: 45s }"), (5400, "{ keep: 90m }"), (2_592_000, "{ keep: 30d }"),
  ])
  func `a database that keeps a history says so`(_ seconds: Int?, _ history: String) throws {
    try Facts.inDatabase("CREATE TABLE a (b)") { path in
      let own = path + ".own"
      var schema = try Self.schema("Bands")
      schema.history = Schema.History(keepSeconds: seconds)
      let store = try Store(.file(own), schema: schema)
      let yaml = try Facts.draft(at: own).yaml()
      withExtendedLifetime(store) {}
      #expect(yaml.contains("rowsmith: 1\nhistory: \(history)\n"))
      #expect(
        ModelCompiler.compile([ModelSource(path: "m.yml", text: yaml)], name: schema.name).schema == schema)
    }
  }

  @Test(arguments: ["search: [title, body]", "search: { columns: [title], tokenizer: porter }"])
  func `a database that is searched says in which columns, and how words are found`(search: String) throws {
    let text =
      "rowsmith: 1\nentities:\n  Article:\n    \(search)\n    attributes: { id: Int, title: String, body: String? }\n"
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "m.yml", text: text)], name: "Articles").schema)
    try Facts.inDatabase("CREATE TABLE a (b)") { path in
      let own = path + ".own"
      let store = try Store(.file(own), schema: schema)
      let yaml = try Facts.draft(at: own).yaml()
      withExtendedLifetime(store) {}
      #expect(
        ModelCompiler.compile([ModelSource(path: "m.yml", text: yaml)], name: schema.name).schema == schema,
        "\(yaml)")
    }
  }
}
