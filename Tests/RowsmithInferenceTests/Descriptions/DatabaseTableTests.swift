import RowsmithInference
import Testing

/// Tables and their foreign keys: entities, relationships, links, and what is no table of data.
@Suite struct DatabaseTableTests {
  private func draft(_ sql: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    let draft = try Facts.inDatabase(sql) { try Facts.draft(at: $0) }
    Facts.expectSound(draft, at: location)
    return draft
  }

  private static let people = "CREATE TABLE people (id INTEGER PRIMARY KEY, code TEXT UNIQUE); "

  @Test(
    arguments: [
      // The name without what it leads to.
      ("author_id INTEGER REFERENCES people", "author: Person?"),
      ("author_fk INTEGER REFERENCES people", "author: { to: Person?, ForeignKey: author_fk }"),
      ("author_uuid INTEGER REFERENCES people", "author: { to: Person?, ForeignKey: author_uuid }"),
      ("author_ref INTEGER REFERENCES people", "author: { to: Person?, ForeignKey: author_ref }"),
      ("author_key INTEGER REFERENCES people", "author: { to: Person?, ForeignKey: author_key }"),
      ("author INTEGER REFERENCES people", "author: Person?"),
      ("authorId INTEGER NOT NULL REFERENCES people(id)", "author: { to: Person, ForeignKey: authorId }"),
      ("id_author INTEGER REFERENCES people", "idAuthor: Person?"),
      ("Author INTEGER REFERENCES people", "author: { to: Person?, ImportName: Author }"),
      ("\"main author\" INTEGER REFERENCES people", "mainAuthor: { to: Person?, ImportName: main author }"),
      ("AUTHOR_ID INTEGER REFERENCES PEOPLE(ID)", "author: { to: Person?, ForeignKey: AUTHOR_ID }"),
    ] as [(String, String)])
  func `a foreign key is a relationship, by the name of its column`(column: String, line: String) throws {
    let draft = try draft(
      Self.people
        + "CREATE TABLE books (id INTEGER PRIMARY KEY, title_text TEXT, page_count INTEGER, \(column))")
    #expect(draft.line("Book", String(line.prefix { $0 != ":" })) == line)
    #expect(draft.notes.isEmpty)
  }

  @Test func `keys are produced under the name of their column`() throws {
    let draft = try draft(
      """
      CREATE TABLE Customers (CustomerID TEXT PRIMARY KEY NOT NULL, CompanyName TEXT);
      CREATE TABLE Orders (OrderID INTEGER PRIMARY KEY, ShipName TEXT, CustomerID TEXT REFERENCES Customers);
      """)
    #expect(draft.line("Order", "customer") == "customer: { to: Customer?, ForeignKey: CustomerID }")
  }

  @Test func `a foreign key is named after the key that it leads to`() throws {
    let draft = try draft(
      """
      CREATE TABLE countries (code TEXT PRIMARY KEY NOT NULL);
      CREATE TABLE towns (id INTEGER PRIMARY KEY, name TEXT, country_code TEXT REFERENCES countries, twin_country_code TEXT
        REFERENCES countries(code));
      """)
    #expect(draft.line("Town", "country") == "country: { to: Country?, ForeignKey: country_code }")
    #expect(
      draft.line("Country", "townsAsTwinCountry")
        == "townsAsTwinCountry: { to: [Town], inverse: twinCountry }")
  }

  @Test(arguments: [
    ("author_id INTEGER REFERENCES people(code)", "books.author_id", "people"),
    ("author_id INTEGER REFERENCES gone(id)", "books.author_id", "gone"),
    ("a INTEGER, b TEXT, FOREIGN KEY (a, b) REFERENCES people(id, code)", "books.a, b", "people"),
  ])
  func `a foreign key to something else is a note`(columns: String, place: String, table: String) throws {
    let draft = try draft(Self.people + "CREATE TABLE books (id INTEGER PRIMARY KEY, \(columns))")
    #expect(draft.entities.flatMap(\.relationships).isEmpty)
    #expect(
      draft.noted == [
        "\(place): refers to \(table) by something other than a single-column primary key; not a relationship"
      ])
  }

  @Test(
    arguments: [
      ("people REFERENCES towns", "refers to towns, too; the relationship leads to people alone"),
      (
        "people(code) REFERENCES people",
        "refers to people by something other than a single-column primary key; not a relationship"
      ),
      ("people REFERENCES people(id)", nil), ("people REFERENCES people", nil),
    ] as [(String, String?)])
  func `a column with two foreign keys is one relationship`(targets: String, note: String?) throws {
    let draft = try draft(
      Self.people
        + "CREATE TABLE towns (id INTEGER PRIMARY KEY); "
        + "CREATE TABLE books (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES \(targets))")
    #expect(draft.line("Book", "author") == "author: Person?")
    #expect(draft.entities.map(\.relationships.count) == [1, 0, 1])
    #expect(draft.noted == (note.map { ["books.author_id: \($0)"] } ?? []))
  }

  @Test func `a foreign key that the database computes is not a relationship`() throws {
    let draft = try draft(
      Self.people
        + "CREATE TABLE books (id INTEGER PRIMARY KEY, n INTEGER, author_id INTEGER AS (n + 1) REFERENCES people)"
    )
    #expect(draft.entities.allSatisfy { $0.relationships.isEmpty })
    #expect(draft.notes.map(\.place) == ["books.author_id"])
  }

  @Test(
    arguments: [
      ("person_id INTEGER", "person: Person?"), ("person_id TEXT", nil), ("people_id INTEGER", nil),
      ("big_person_id INTEGER", nil), ("personid INTEGER", nil), ("person INTEGER", nil),
    ] as [(String, String?)])
  func `a column that is called like a foreign key is one if it has the type of the key`(
    column: String, line: String?
  ) throws {
    let draft = try draft(Self.people + "CREATE TABLE books (id INTEGER PRIMARY KEY, \(column))")
    #expect(draft.entities[1].relationships.count == (line == nil ? 0 : 1))
    if let line { #expect(draft.line("Book", "person") == line) }
  }

  @Test(
    arguments: [
      ("CASCADE", "{ to: [Book], DeleteRule: Cascade }", nil),
      ("RESTRICT", "{ to: [Book], DeleteRule: Deny }", nil),
      ("SET NULL", "[Book]", nil), ("NO ACTION", "[Book]", nil), ("SET DEFAULT", "[Book]", "SET DEFAULT"),
    ] as [(String, String, String?)])
  func `what happens on a deletion is the rule of the other end`(rule: String, line: String, left: String?)
    throws
  {
    let draft = try draft(
      Self.people
        + "CREATE TABLE books (id INTEGER PRIMARY KEY, author_id INTEGER REFERENCES people ON DELETE \(rule))"
    )
    #expect(draft.line("Person", "books") == "books: \(line)")
    #expect(draft.noted == (left.map { ["books.author_id: ON DELETE \($0) is left out"] } ?? []))
  }

  @Test(arguments: [
    "user_id INTEGER PRIMARY KEY REFERENCES people ON DELETE CASCADE",
    "id INTEGER PRIMARY KEY, user_id INTEGER UNIQUE REFERENCES people ON DELETE CASCADE",
  ])
  func `of what there is only one, the other has no list`(columns: String) throws {
    let draft = try draft(Self.people + "CREATE TABLE profiles (\(columns))")
    #expect(draft.entities[0].relationships.isEmpty)
    #expect(draft.entities[1].relationships.map(\.type) == ["Person"])
    #expect(draft.noted == ["profiles.user_id: ON DELETE CASCADE is left out"])
  }

  @Test func `a table that refers to itself has a tree`() throws {
    let draft = try draft(
      """
      CREATE TABLE pages (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES pages,
        original_id INTEGER REFERENCES pages ON DELETE CASCADE);
      """)
    #expect(
      draft.entities[0].relationships.map(\.name) == ["parent", "original", "children", "pagesAsOriginal"])
    #expect(draft.line("Page", "parent") == "parent: { to: Page?, inverse: children }")
    #expect(draft.line("Page", "original") == "original: { to: Page?, inverse: pagesAsOriginal }")
    #expect(draft.line("Page", "pagesAsOriginal") == "pagesAsOriginal: { to: [Page], DeleteRule: Cascade }")
  }

  private static let posts =
    "CREATE TABLE posts (id INTEGER PRIMARY KEY); CREATE TABLE tags (id INTEGER PRIMARY KEY); "
  private static let pair = "post_id INTEGER REFERENCES posts, tag_id INTEGER REFERENCES tags"

  @Test(arguments: [
    ("position", true), ("sort", true), ("\"order\"", true), ("rank", true), ("ordinal", true),
    ("sort_order", true), ("sortOrder", true), ("sequence", true), ("idx", true), ("\"index\"", true),
    ("created_at", false), ("updatedAt", false), ("created", false), ("modified", false), ("added_at", false),
  ])
  func `beside its two keys a link has an order, or the time`(column: String, isOrdered: Bool) throws {
    let draft = try draft(Self.posts + "CREATE TABLE post_tags (\(Self.pair), \(column) INTEGER)")
    #expect(draft.entities.map(\.name) == ["Post", "Tag"])
    #expect(draft.line("Post", "tags") == "tags: \(isOrdered ? "{ to: [Tag], ordered: true }" : "[Tag]")")
    #expect(draft.line("Tag", "posts") == "posts: [Post]")
    #expect(
      draft.noted == (isOrdered ? [] : ["post_tags: links Post and Tag; its \(column) is left out"]))
  }

  @Test(arguments: [
    // A second order, another column, a key that is not its own alone, and only one key.
    "CREATE TABLE post_tags (\(pair), position INTEGER, rank INTEGER)",
    "CREATE TABLE post_tags (\(pair), note TEXT)",
    "CREATE TABLE post_tags (code TEXT PRIMARY KEY, \(pair))",
    "CREATE TABLE post_tags (post_id INTEGER REFERENCES posts)",
    // What something else refers to.
    "CREATE TABLE post_tags (id INTEGER PRIMARY KEY, \(pair)); "
      + "CREATE TABLE votes (id INTEGER PRIMARY KEY, post_tag_id INTEGER REFERENCES post_tags)",
    // Three keys.
    "CREATE TABLE post_tags (\(pair), other_id INTEGER REFERENCES tags)",
  ])
  func `a table with more is an entity`(sql: String) throws {
    #expect(try draft(Self.posts + sql).entities.map(\.name).contains("PostTag"))
  }

  @Test func `a link has a name for each end, and one that is taken a number`() throws {
    let draft = try draft(
      """
      CREATE TABLE users (id INTEGER PRIMARY KEY, tags TEXT); CREATE TABLE tags (id INTEGER PRIMARY KEY);
      CREATE TABLE follows (follower_id INTEGER REFERENCES users, followee_id INTEGER REFERENCES users);
      CREATE TABLE user_tags (user_id INTEGER REFERENCES users, tag_id INTEGER REFERENCES tags);
      """)
    #expect(
      draft.entities[0].relationships.map(\.name) == ["followees", "followers", "tags2"])
    #expect(draft.line("User", "followees") == "followees: { to: [User], inverse: followers }")
    #expect(draft.line("Tag", "users") == "users: [User]")
  }

  @Test(arguments: [
    "schema_migrations", "ar_internal_metadata", "django_migrations", "alembic_version", "android_metadata",
    "room_master_table", "grdb_migrations", "flyway_schema_history", "knex_migrations",
    "knex_migrations_lock",
    "__EFMigrationsHistory", "migrations",
  ])
  func `a table of a tool is left out`(name: String) throws {
    let draft = try draft(
      "CREATE TABLE \(name) (id TEXT PRIMARY KEY); CREATE TABLE bands (id INTEGER PRIMARY KEY)")
    #expect(draft.entities.map(\.name) == ["Band"])
    #expect(draft.noted == ["\(name): a table of a tool, not of the data; left out"])
  }

  @Test func `what is no table is noted with what to do`() throws {
    let draft = try draft(
      """
      CREATE TABLE bands (id INTEGER PRIMARY KEY, name TEXT, upper TEXT AS (upper(name)), \
      long TEXT GENERATED ALWAYS AS (name || name) STORED);
      CREATE VIEW loud AS SELECT * FROM bands; CREATE VIRTUAL TABLE words USING fts5(name);
      CREATE TRIGGER touch AFTER INSERT ON bands BEGIN SELECT 1; END; CREATE INDEX low ON bands (lower(name));
      """)
    #expect(draft.entities.map { $0.attributes.map(\.name) } == [["id", "name"]])
    #expect(
      draft.noted == [
        "loud: a view; write it as a query of the app", "words: a virtual table (fts5); left out",
        "touch: a trigger; what it does is not carried over",
        "bands.upper: is computed by the database; make it a computed property of the record",
        "bands.long: is computed by the database; make it a computed property of the record",
        "bands: index low: is over some rows only, or over an expression; left out",
      ])
  }

  @Test func `a database of Core Data says where there is more`() throws {
    let draft = try draft(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY); CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY);
      CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB); CREATE TABLE ZBAND (Z_PK INTEGER PRIMARY KEY, ZNAME VARCHAR);
      """)
    #expect(draft.entities.map(\.primaryKey.count) == [1])
    #expect(
      draft.noted.first
        == "Z_METADATA: Core Data made this database; its model (.xcdatamodeld) has more details")
    #expect(draft.notes.count == 4)
  }

  @Test(
    arguments: [
      ("a TEXT NOT NULL, b TEXT NOT NULL, UNIQUE (b, a)", ["b", "a"]),
      ("a TEXT NOT NULL, b TEXT, UNIQUE (a, b)", []), ("a TEXT NOT NULL, b TEXT", []),
      // A key of its own goes before; what is unique in some rows is no key.
      ("a TEXT PRIMARY KEY, b TEXT NOT NULL UNIQUE", ["a"]),
    ] as [(String, [String])])
  func `without a key, what is unique and never null is one`(columns: String, key: [String]) throws {
    let draft = try draft(
      "CREATE TABLE things (\(columns)); CREATE UNIQUE INDEX p ON things (a) WHERE b = 'x'")
    #expect(draft.entities[0].primaryKey == key)
    let note = "things: has no primary key, so records cannot be recognised; give it one"
    #expect(draft.noted.contains(note) == key.isEmpty)
    #expect(
      draft.noted.contains("things: index p: is over some rows only, or over an expression; left out"))
  }

  @Test(
    arguments: [
      ("(1, 'a'), (2, 'b')", ["id"], "id: Int"),
      ("(1, 'a'), (1, 'b')", [], "idValue: { type: Int?, ImportName: id }"),
      ("(1, 'a'), (NULL, 'b')", [], "idValue: { type: Int?, ImportName: id }"),
    ] as [(String, [String], String)])
  func `an id that no key declares is one if it tells the rows apart`(
    rows: String, key: [String], line: String
  ) throws {
    let draft = try draft("CREATE TABLE things (id INT, a TEXT); INSERT INTO things VALUES \(rows)")
    #expect(draft.entities[0].primaryKey == key)
    #expect(draft.line("Thing", key.isEmpty ? "idValue" : "id") == line)
    let note = "things: has no primary key, so records cannot be recognised; give it one"
    #expect(draft.noted.contains(note) == key.isEmpty)
  }

  @Test func `a key of JSON or of nothing but a relationship is one`() throws {
    let draft = try draft(
      """
      CREATE TABLE things (data TEXT PRIMARY KEY NOT NULL); INSERT INTO things VALUES ('{}');
      CREATE TABLE people (id INTEGER PRIMARY KEY);
      CREATE TABLE staff (person_id INTEGER PRIMARY KEY REFERENCES people, pay INTEGER);
      """)
    #expect(draft.line("Thing", "data") == "data: String")
    #expect(draft.entities[2].primaryKey == ["person"])
    #expect(draft.line("Staff", "person") == "person: Person")
  }

  @Test func `JSON that is unique and never null is a key as text`() throws {
    let draft = try draft("CREATE TABLE things (data JSON NOT NULL UNIQUE, size INTEGER)")
    #expect(draft.entities[0].primaryKey == ["data"])
    #expect(draft.line("Thing", "data") == "data: String")
  }

  @Test func `what the database computes leaves no part of a unique index that identifies rows`() throws {
    let draft = try draft(
      """
      CREATE TABLE members (team TEXT NOT NULL, mail TEXT NOT NULL, low TEXT AS (lower(mail)) NOT NULL, UNIQUE (team, low))
      """)
    #expect(draft.entities[0].primaryKey == [])
    #expect(
      draft.noted.contains("members: has no primary key, so records cannot be recognised; give it one"))
  }

  @Test(arguments: [
    "author_id INTEGER REFERENCES people, author TEXT", "author TEXT, author_id INTEGER REFERENCES people",
  ])
  func `a relationship does not take the name of another column`(columns: String) throws {
    let draft = try draft(Self.people + "CREATE TABLE books (id INTEGER PRIMARY KEY, \(columns))")
    #expect(draft.line("Book", "author") == "author: String?")
    #expect(draft.line("Book", "author2") == "author2: { to: Person?, ForeignKey: author_id }")
  }

  @Test(arguments: [
    ("author_id INTEGER REFERENCES people", "author2: { to: Person?, ForeignKey: author_id }"),
    ("author_id TEXT", "authorID: String?"),
  ])
  func `a relationship does not read the key that is in another column`(column: String, other: String) throws
  {
    let draft = try draft(
      Self.people
        + "CREATE TABLE books (id INTEGER PRIMARY KEY, n TEXT, author INTEGER REFERENCES people, \(column))")
    #expect(draft.line("Book", "author") == "author: { to: Person?, ForeignKey: author }")
    #expect(draft.line("Book", String(other.prefix { $0 != ":" })) == other)
  }
}
