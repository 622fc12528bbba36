import Foundation
import Rowsmith
import TestSupport
import Testing

/// `rowsmith queue` against the test server.
struct QueueTests {
  private let model: ServerModel

  init() async throws { model = try await ServerModel() }

  /// Puts calls into the queue that make records.
  private func enqueue(_ names: [String]) throws {
    for (index, name) in names.enumerated() {
      try model.load(#"[{"id": \#(-1 - index), "name": "\#(name)"}]"#, "Tag")
      let outcome = try model.send(["createTag", "--key", "\(-1 - index)"], base: ServerModel.nowhere)
      #expect(outcome.status == 0)
      #expect(
        outcome.output.contains("there is no connection; it waits as request \(index + 1) in the queue"))
    }
  }

  @Test
  func `what finds no connection waits, is listed, and leaves in order`() throws {
    let names = ["one \(freshNumber())", "two \(freshNumber())"]
    try enqueue(names)
    let list = try model.queue(["list"])
    #expect(list.status == 0)
    let lines = list.output.split(separator: "\n")
    #expect(lines[0].hasPrefix("request  route      record  state    attempts  since"))
    #expect(lines[1].hasPrefix("      1  createTag  Tag -1  waiting         "))
    #expect(lines.count == 3)
    let offline = try model.queue(["flush"], base: ServerModel.nowhere)
    #expect(offline.status == 1)
    #expect(offline.output == "0 sent, 2 waiting\n")
    #expect(offline.diagnostics.contains("127.0.0.1:1 cannot be reached"))
    let flush = try model.queue(["flush", "--format", "json"])
    #expect(flush.status == 0)
    #expect(flush.output == "{\"sent\":2,\"refused\":[],\"waiting\":0,\"stopped\":null}\n")
    #expect(try model.queue(["list"]).output == "nothing waits\n")
    #expect(try model.export("Tag").allSatisfy { !$0.contains("\"id\":-") })
  }

  @Test
  func `what the server refuses is set aside with its reason until somebody lets it wait again`() throws {
    try enqueue(["tag \(freshNumber())"])
    let refused = try model.queue(["flush", "--header", "X-Fault: status=422"])
    #expect(refused.status == 1)
    #expect(refused.output == "0 sent, 1 refused\n")
    #expect(refused.diagnostics.hasPrefix("error: request 1: createTag: POST "))
    let item = try JSONValue(parsing: try model.queue(["list", "--format", "json"]).output).elements.first
    #expect(item?["state"] == "refused")
    #expect(item?["status"] == 422)
    #expect(item?["key"] == [-1])
    #expect(try model.queue(["flush"]).output == "0 sent\n")
    let retry = try model.queue(["retry", "1"])
    #expect(retry.output == "request 1 waits again; rowsmith queue flush sends it\n")
    #expect(try model.queue(["flush"]).output == "1 sent\n")
    let again = try model.queue(["retry", "1"])
    #expect(again.status == 1)
    #expect(
      again.diagnostics
        == "error: the server has refused no request 1; rowsmith queue list shows the requests\n")
  }

  @Test
  func `requests are dropped one by one or all, and the rows stay`() throws {
    try enqueue(["a \(freshNumber())", "b \(freshNumber())", "c \(freshNumber())"])
    #expect(
      try model.queue(["drop", "2"]).output == "1 request is dropped; the changes in the database stay\n")
    #expect(try model.queue(["drop", "2"]).status == 1)
    #expect(try model.queue(["drop", "--all", "--format", "json"]).output == "{\"dropped\":2}\n")
    #expect(try model.queue(["list"]).output == "nothing waits\n")
    #expect(try model.export("Tag").count == 3)
  }

  @Test
  func `a delete by key that waits is sent with the key`() throws {
    let outcome = try model.send(["removeTag", "--key", "77"], base: ServerModel.nowhere)
    #expect(outcome.status == 1)
    try model.load(#"[{"id": 770077, "name": "a"}]"#, "Tag")
    #expect(try model.send(["removeTag", "--key", "770077"], base: ServerModel.nowhere).status == 0)
    // The server has none, which is what was wanted.
    #expect(try model.queue(["flush"]).output == "1 sent\n")
    #expect(try model.export("Tag").isEmpty)
  }

  @Test
  func `a request without a record is listed with its values`() throws {
    try model.folder.write(
      """
      rowsmith: 1
      routes:
        vote: { post: "posts/:id/votes", arguments: { id: Int }, query: { how: String }, offline: queue }
      entities: { Post: { attributes: { id: Int } } }
      """, to: "Votes.yml")
    let load = ["import", "-", "--model", "Votes.yml", "--into", "v.sqlite", "--entity", "Post"]
    #expect(try RowsmithProcess.run(load, input: #"[{"id": 1}]"#, in: model.folder).status == 0)
    let database = ["--model", "Votes.yml", "--from", "v.sqlite"]
    for values in [["id=7"], ["id=8", "how=a b"]] {
      let arguments = ["send", "vote"] + values + database + ServerModel.nowhere
      #expect(try RowsmithProcess.run(arguments, in: model.folder).status == 0)
    }
    let list = try RowsmithProcess.run(["queue", "list"] + database, in: model.folder).output
    #expect(list.contains("  1  vote   id=7  ") && list.contains("  2  vote   id=8 how=a b  waiting"))
    let json = try RowsmithProcess.run(["queue", "list", "--format", "json"] + database, in: model.folder)
    #expect(json.output.contains(#""placeholders":{"id":8},"parameters":{"how":"a b"}"#))
  }

  @Test
  func `the list does not alter a database that no client has used`() throws {
    try model.load(#"[{"id": 1, "name": "a"}]"#, "Tag")
    let before = try Data(contentsOf: URL(fileURLWithPath: model.folder.file("a.sqlite")))
    #expect(try model.queue(["list", "--format", "json"]).output == "[]\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: model.folder.file("a.sqlite"))) == before)
    #expect(try model.folder.names == ["Server.yml", "a.sqlite"])
  }

  @Test(arguments: [
    (["fluh"], "expected list, flush, retry, drop, found 'fluh'; did you mean 'flush'?"),
    (["retry"], "retry needs the number of a request"),
    (["drop"], "drop needs the number of a request, or --all"),
    (["drop", "x"], "expected the number of a request, found 'x'; rowsmith queue list shows them"),
    (["list", "1"], "unexpected argument '1' after list"),
    (["flush", "--all"], "--all is for drop only"),
  ])
  func `what is nothing to do with a queue is an error of usage`(arguments: [String], message: String) throws
  {
    let outcome = try model.queue(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics == "error: \(message)\nSee 'rowsmith queue --help'.\n")
  }

  @Test
  func `what the server fails at waits with its reason`() throws {
    try model.load(#"[{"id": -1, "name": "tag \#(freshNumber())"}]"#, "Tag")
    let fault = ["--header", "X-Fault: status=500", "--retries", "0"]
    let sent = try model.send(["createTag", "--key", "-1"] + fault)
    #expect(sent.status == 0)
    #expect(sent.output.contains("500"), "\(sent)")
    #expect(!sent.output.contains("there is no connection"))
    #expect(try model.queue(["flush"] + fault).diagnostics.contains("request 1"))
  }
}
