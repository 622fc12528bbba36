import Foundation
import Rowsmith
import TestSupport
import Testing

/// `rowsmith send` against the test server.
struct SendTests {
  private let model: ServerModel

  init() async throws { model = try await ServerModel() }

  /// Makes a record at the server, and brings it here.
  private func tag(_ name: String) throws -> Int {
    try model.load(#"[{"id": -1, "name": "\#(name)"}]"#, "Tag")
    let outcome = try model.send(["createTag", "--key", "-1", "--format", "json"])
    let call = try JSONValue(parsing: outcome.output)["calls"]?.elements.first
    guard case .number(let id)? = call?["record"]?["id"], let number = Int(id) else {
      throw TestServer.Failure(outcome.output + outcome.diagnostics)
    }
    return number
  }

  @Test
  func `a record that is new gets its key from the server`() throws {
    let name = "tag \(freshNumber())"
    let id = try tag(name)
    #expect(id > 0)
    let tags = try model.export("Tag")
    #expect(tags.count == 1)
    #expect(tags[0].contains(name))
    #expect(!tags[0].contains("-1,"))
  }

  @Test
  func `all of a record is put, and what has not changed is not patched`() throws {
    let name = "Enterprise \(freshNumber())"
    try model.load(#"[{"id": -1, "name": "\#(name)"}]"#, "Enterprise")
    let created = try model.send(["createEnterprise", "--key", "-1", "--format", "json"])
    let record = try JSONValue(parsing: created.output)["calls"]?.elements.first?["record"]
    let id = try #require(record?["id"]).text
    let put = try model.send(["updateEnterprise", "--key", id, "--method", "put"])
    #expect(put.status == 0)
    #expect(put.output.hasPrefix("updateEnterprise \(id): done (200)\n{\"id\":\(id),\"name\":\"\(name)\""))
    let patch = try model.send(["updateEnterprise", "--key", id])
    #expect(
      patch.output.hasPrefix(
        "updateEnterprise \(id): nothing to send: the server has this version of the record"))
  }

  @Test(arguments: [true, false])
  func `a record is deleted by its key or by the value in the path`(byKey: Bool) throws {
    let id = try tag("tag \(freshNumber())")
    let outcome = try model.send(["removeTag"] + (byKey ? ["--key", "\(id)"] : ["id=\(id)"]))
    #expect(outcome.status == 0)
    #expect(outcome.output == "removeTag\(byKey ? " \(id)" : ""): done (204)\n")
    #expect(try model.export("Tag").isEmpty)
  }

  @Test
  func `a body is sent from a file or from standard input, and what comes back is printed`() throws {
    try model.load("[]", "Tag")
    let outcome = try model.send(
      ["echo", "words=a b", "q=1", "--method", "post", "--body", "-", "--format", "json"],
      input: #"{"a": [1, 2]}"#)
    #expect(outcome.status == 0)
    let body = try JSONValue(parsing: outcome.output)["calls"]?.elements.first?["body"]
    #expect(body?["body"] == #"{"a":[1,2]}"#)
    #expect(body?["query"] == "q=1")
    let name = "f\(freshNumber()).txt"
    try model.folder.write("some words", to: "words.txt")
    let file = try model.send(
      ["uploadFile", "name=\(name)", "--body", "words.txt", "--content-type", "text/plain"])
    #expect(file.status == 0)
    #expect(file.output.hasPrefix("uploadFile: done (201)\n{"))
    #expect(file.output.contains(#""size":10"#) || file.output.contains(#""size": 10"#))
    let piped = try RowsmithProcess.shell(
      "cat words.txt | $R send uploadFile name=p\(name) --model Server.yml --from a.sqlite "
        + "\(model.base().joined(separator: " ")) --body /dev/stdin --content-type text/plain",
      in: model.folder)
    #expect(piped.status == 0)
    #expect(piped.output.contains(#""size":10"#) || piped.output.contains(#""size": 10"#))
  }

  @Test
  func `a byte order mark is no part of a body or a header`() throws {
    try model.load("[]", "Tag")
    try model.folder.write("\u{FEFF}{\"a\": 1}", to: "body.json")
    try model.folder.write("\u{FEFF}X-Trial: a\r\nX-Other: b\r\n", to: "headers.txt")
    let outcome = try model.send([
      "echo", "words=a", "--method", "post", "--body", "body.json", "--header-file", "headers.txt",
      "--format", "json",
    ])
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let body = try JSONValue(parsing: outcome.output)["calls"]?.elements.first?["body"]
    #expect(body?["body"] == #"{"a":1}"#)
  }

  @Test
  func `each key is a call of its own, and the status is 1 where one is refused`() throws {
    try model.load(
      #"[{"id": -1, "author": "a", "rating": 99}, {"id": -2, "author": "b", "rating": 3}]"#, "ProductReview")
    let product = try model.send(
      ["createProduct", "--key", "-9"], base: model.base())
    #expect(product.status == 1)
    #expect(product.diagnostics.contains("the database has no"))
    let outcome = try model.send(["replaceProduct", "--key", "1", "--key", "2"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.split(separator: "\n").count == 2)
  }

  @Test(arguments: [
    (["tags"], "the route 'tags' only reads; use rowsmith fetch tags"),
    (["createTag"], "the route 'createTag' sends a Tag: --key is missing"),
    (["createTag", "--key", "1", "--body", "-"], "--body: the route 'createTag' sends a Tag, by its --key"),
    (["logIn", "--key", "1"], "--key: the route 'logIn' sends no record"),
    (["removeTag"], "the path 'tags/:id' needs a value: id=…"),
    (
      ["removeTag", "id=2", "--key", "1"],
      "--key: the record gives 'id' in the path; give only one of them"
    ),
    (
      ["echo", "words=a", "--method", "delete", "--content-type", "text/plain"],
      "--content-type needs --body"
    ),
    (
      ["updateEnterprise", "--key", "1", "--method", "post"],
      "--method post: the route 'updateEnterprise' has patch, put"
    ),
    (["createTag", "--key", "x"], "--key: the key column 'id': expected an integer, found \"x\""),
    (["logIn", "--body", "none.json"], "--body: 'none.json' cannot be read: No such file or directory"),
  ])
  func `what cannot be sent is an error of usage`(arguments: [String], message: String) throws {
    try model.load(#"[{"id": 1, "name": "a"}]"#, "Tag")
    let outcome = try model.send(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics == "error: \(message)\nSee 'rowsmith send --help'.\n")
  }

  @Test
  func `a body that is no JSON, and a database that is not there, are errors`() throws {
    let missing = try model.send(["removeTag", "id=1"])
    #expect(missing.status == 1)
    #expect(missing.diagnostics == "error: there is no database 'a.sqlite'\n")
    try model.load(#"[{"id": 1, "name": "a"}]"#, "Tag")
    let body = try model.send(["logIn", "--body", "-"], input: "{")
    #expect(body.status == 2)
    #expect(body.diagnostics.contains("--content-type names another type"))
    try Data([0x22, 0xE9, 0x22]).write(to: URL(fileURLWithPath: model.folder.file("latin.json")))
    let latin = try model.send(["logIn", "--body", "latin.json"])
    #expect(latin.status == 2)
    #expect(latin.diagnostics.contains("--body: the text is not UTF-8"))
  }

  @Test
  func `an address has no query and no fragment`() throws {
    for end in ["?x=1", "#a"] {
      let outcome = try model.fetch(["tags"], base: ["--base", "http://127.0.0.1:1/api\(end)"])
      #expect(outcome.status == 2)
      #expect(
        outcome.diagnostics.contains("--base: 'http://127.0.0.1:1/api\(end)' has a query or a fragment"))
    }
    let secret = try model.fetch(["tags"], base: ["--base", "http://me:#secret@127.0.0.1:1/api"])
    #expect(secret.diagnostics.contains("--base: 'http://me@127.0.0.1:1/api' has a query or a fragment"))
    #expect(!secret.diagnostics.contains("secret"))
  }
}
