import Foundation
import Rowsmith
import TestSupport
import Testing

/// `rowsmith fetch` against the test server.
struct FetchTests {
  private let model: ServerModel

  init() async throws { model = try await ServerModel(ServerModel.unchanged.value) }

  @Test
  func `a route's records are imported, and the report is that of an import with a line of the route`() throws
  {
    let outcome = try model.fetch(["tags"])
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("tags  2 new  320 bytes  "))
    #expect(
      lines[1...4] == [
        "", "     inserted  updated  unchanged  deleted", "Tag         2        0          0        0", "",
      ])
    #expect(try model.export("Tag").count == 2)
    #expect(try model.folder.names == ["Server.yml", "a.sqlite"])
  }

  @Test
  func `as JSON the report is that of an import with what came of each route`() throws {
    let outcome = try model.fetch(["pagedEnterprises", "per_page=2", "--format", "json"])
    let json = try JSONValue(parsing: outcome.output)
    #expect(json["entities"]?["Enterprise"]?["inserted"] == 5)
    let route = try #require(json["routes"]?.elements.first)
    #expect(route["route"] == "pagedEnterprises")
    #expect(route["outcome"] == "imported")
    #expect(route["status"] == 200)
    #expect(route["pages"] == 3)
  }

  @Test
  func `without a route all that need no values are asked, and the second time only what changed comes`()
    throws
  {
    let first = try model.fetch(["--format", "json"])
    #expect(first.status == 0)
    #expect(first.diagnostics == "")
    let second = try JSONValue(parsing: try model.fetch(["--format", "json"]).output)
    let names = try JSONValue(parsing: first.output)["routes"]?.elements.map { $0["route"] } ?? []
    #expect(names.first == "enterprises")
    #expect(names.contains("articleComments"))
    // Values, records to send, or nothing to import.
    for other in ["product", "createTag", "removeTag", "serverTime", "enterpriseExists"] {
      #expect(!names.contains(.string(other)))
    }
    let outcomes = Dictionary(
      uniqueKeysWithValues: (second["routes"]?.elements ?? []).map { ($0["route"], $0["outcome"]) })
    #expect(outcomes.count == names.count)
    #expect(outcomes["enterprises"] == "notModified")
    #expect(outcomes["tags"] == "notModified")
    // Within its `maxAge`.
    #expect(outcomes["everything"] == "fromDatabase")
    #expect(outcomes["products"] == "imported")
    for (_, counts) in second["entities"]?.members ?? [] {
      #expect(counts["inserted"] == 0 && counts["updated"] == 0 && counts["deleted"] == 0)
    }
  }

  @Test
  func `a route that is not modified says so`() throws {
    _ = try model.fetch(["tags"])
    let outcome = try model.fetch(["tags"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("tags  not modified (304)  0 bytes  "))
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  @Test
  func `values are read by their types`() throws {
    #expect(try model.fetch(["product", "id=1"]).status == 0)
    #expect(try model.export("Product").count == 1)
    let outcome = try model.fetch(["articles", "published=true", "--format", "json"])
    let json = try JSONValue(parsing: outcome.output)
    #expect(outcome.status == 0)
    #expect(json["routes"]?.elements.first?["outcome"] == "imported")
    let articles = try model.export("Article")
    #expect(!articles.isEmpty && articles.allSatisfy { $0.contains(#""published":true"#) })
    #expect(try model.fetch(["meetings", "starts_at=2024-05-01T12:00:00Z"]).status == 0)
  }

  @Test(arguments: [
    (["prodcts"], "the model has no route 'prodcts'; did you mean 'products'?"),
    (["product"], #"the path 'products/:id\.json' needs a value: id=…"#),
    (["product", "1"], "expected NAME=VALUE after the route, found '1'"),
    (["product", "idd=1"], "the route 'product' takes no 'idd'; it takes id; did you mean 'id'?"),
    (["product", "id=1", "id=2"], "'id' is given twice"),
    (["product", "id=x"], #"'id': expected an integer, found "x""#),
    (["articles", "published=perhaps"], #"'published': expected true or false, found "perhaps""#),
    (["changedArticles", "per_page=x"], "expected an integer for 'per_page', found 'x'"),
    (["createTag"], "the route 'createTag' changes something on the server; use rowsmith send createTag"),
    (["--policy", "Merge"], "--policy needs a ROUTE: without one, each route has its own policy"),
    (["tags", "--page-limit", "0"], "expected a number of pages after --page-limit, such as 1, found '0'"),
    (
      ["tags", "--timeout", "-1"],
      "expected a number of seconds after --timeout, such as 10 or 0.5, found '-1'"
    ),
    (
      ["tags", "--token-env", "NO_SUCH"],
      "--token-env: the environment has no variable 'NO_SUCH', or it is empty"
    ),
    (["tags", "--header", "secret"], "--header: expected NAME: VALUE, found no colon"),
    (["tags", "--header-file", "none"], "--header-file: 'none' cannot be read: No such file or directory"),
    (["tags", "--ca-file", "none"], "--ca-file: 'none' cannot be read: No such file or directory"),
  ])
  func `what is no call is an error of usage, and leaves no file`(arguments: [String], message: String) throws
  {
    let outcome = try model.fetch(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics == "error: \(message)\nSee 'rowsmith fetch --help'.\n")
    #expect(try model.folder.names == ["Server.yml"])
  }

  @Test
  func `a server that is not there is an error, and leaves no file`() throws {
    let outcome = try model.fetch(["products"], base: ServerModel.nowhere)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: products: GET http://127.0.0.1:1/api/products: 127.0.0.1:1 cannot be"))
    #expect(try model.folder.names == ["Server.yml"])
    let all = try model.fetch([], base: ServerModel.nowhere)
    #expect(all.status == 1)
    #expect(all.diagnostics.contains("so the routes after 'enterprises' are skipped"))
  }

  private func python(_ script: String) throws -> String {
    try RowsmithProcess.shell("python3 -c \"import sqlite3; \(script)\"", in: model.folder).output
  }

  @Test
  func `in another program's database such an error leaves nothing, and the next fetch works`() throws {
    _ = try python("sqlite3.connect('a.sqlite').execute('CREATE TABLE foo (a)')")
    #expect(try model.fetch(["tags"], base: ServerModel.nowhere).status == 1)
    let names = try python(
      "print(*[name for (name,) in sqlite3.connect('a.sqlite').execute('SELECT name FROM sqlite_master')])")
    #expect(names.hasPrefix("foo") && !names.contains("_rowsmith"), "\(names)")
    let outcome = try model.fetch(["tags"])
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try model.export("Tag").count == 2)
  }

  @Test
  func `a view that an earlier version left without its table is not in the way`() throws {
    let view = "CREATE VIEW _rowsmith_queue_view AS SELECT id FROM _rowsmith_queue"
    _ = try python("sqlite3.connect('a.sqlite').execute('\(view)')")
    let outcome = try model.fetch(["tags"])
    #expect(outcome.status == 0, "\(outcome)")
    let rows = "sqlite3.connect('a.sqlite').execute('SELECT state FROM _rowsmith_queue_view')"
    #expect(try python("print(len(list(\(rows))))") == "0\n")
  }

  @Test
  func `a route that fails does not stop the others, and the status is 1`() throws {
    let routes = """
      rowsmith: 1
      api: { error: { message: error.error_description } }
      routes:
        gone: { get: nowhere, returns: "[Tag]" }
        tags: { get: tags, returns: "[Tag]" }
      entities:
        Tag: { attributes: { id: Int, name: String } }

      """
    try model.folder.write(routes, to: "Server.yml")
    let outcome = try model.fetch([])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("error: gone: GET "))
    #expect(outcome.diagnostics.contains("the server answered 404"))
    #expect(outcome.output.contains("gone  failed"))
    #expect(outcome.output.contains("tags  2 new"))
    #expect(try model.export("Tag").count == 2)
  }

  @Test
  func `an answer that is nothing to import is printed`() throws {
    let text = try model.fetch(["serverTime"])
    #expect(text.output.hasPrefix("serverTime  status 200  42 bytes"))
    #expect(
      text.output.contains("\n\n{\"server_time\": \"") || text.output.contains("\n\n{\"server_time\":\""))
    let json = try JSONValue(parsing: try model.fetch(["serverTime", "--format", "json"]).output)
    #expect(json["routes"]?.elements.first?["body"]?["server_time"] != nil)
  }

  @Test
  func `policy, number of pages and the place of the answer can be said`() throws {
    #expect(try model.fetch(["pagedEnterprises", "per_page=2", "--page-limit", "2"]).status == 0)
    #expect(try model.export("Enterprise").count == 4)
    #expect(try model.fetch(["tags"]).status == 0)
    try model.load(#"[{"id": 900, "name": "nobody has it"}]"#, "Tag")
    #expect(
      try model.fetch(["tags", "--fetching", "cacheFirst"]).output.hasPrefix("tags  from the database"))
    #expect(try model.fetch(["tags", "--policy", "Merge"]).status == 0)
    #expect(try model.export("Tag").count == 3)
    #expect(try model.fetch(["tags", "--policy", "MergeAndPrune"]).status == 0)
    #expect(try model.export("Tag").count == 2)
    let outcome = try model.fetch(["products", "--fetching", "cacheOnly"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.contains("the database has no answer to this call"))
  }

  @Test
  func `certificates of one's own are trusted where a file has them`() async throws {
    let place = try await ServerModel.unchanged.value.place
    let base = ["--base", try #require(place.tls_url) + "/api", "--retries", "0"]
    let refused = try model.fetch(["tags"], base: base)
    #expect(refused.status == 1)
    #expect(refused.diagnostics.contains("is not secure"))
    #expect(try model.fetch(["tags", "--ca-file", try #require(place.ca)], base: base).status == 0)
  }
}

extension JSONValue {
  /// The items of an array; none of anything else.
  var elements: [JSONValue] { if case .array(let items) = self { items } else { [] } }
  /// The members of an object; none of anything else.
  var members: [(key: String, value: JSONValue)] {
    if case .object(let members) = self { members.map { ($0.key, $0.value) } } else { [] }
  }
}
