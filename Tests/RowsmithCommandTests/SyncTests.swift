import Foundation
import Rowsmith
import TestSupport
import Testing

@testable import RowsmithCommand
@testable import RowsmithSync

/// `rowsmith sync` against a real Kinto.
struct SyncTests {
  private let model: SyncModel

  init() async throws { model = try await SyncModel() }

  @Test
  func `what is imported here comes there, and the report says so`() throws {
    try model.load("one", #"[{"id": "\#(SyncModel.milk)", "title": "Milk"}]"#)
    let sent = try model.sync("one")
    #expect(sent.status == 0)
    #expect(sent.diagnostics == "")
    let lines = sent.output.split(separator: "\n")
    #expect(lines[0] == "      inserted  updated  deleted  merged  pushed")
    #expect(lines[1] == "Todo         0        0        0       0       1")
    #expect(lines[2] == "0 pulled, 1 pushed, 0 merged")
    // The database is made.
    let report = try JSONValue(parsing: try model.sync("two", ["--format", "json"]).output)
    #expect(report["entities"]?["Todo"]?["inserted"] == 1)
    #expect(report["pulled"] == 1)
    #expect(report["stopped"] == .null)
    #expect(try model.export("one") == model.export("two"))
    #expect(try model.sync("two").output.hasPrefix("nothing has changed\n"))
  }

  @Test
  func `after each sync the database is one file that holds everything`() throws {
    for count in 1...12 {
      try model.load("one", #"[{"id": "\#(SyncModel.milk)", "title": "Milk", "count": \#(count)}]"#)
      #expect(try model.sync("one").status == 0)
      #expect(try model.folder.names.filter { $0.hasPrefix("one") } == ["one.sqlite"])
    }
  }

  @Test
  func `a direction alone leaves the other one undone`() throws {
    try model.load("one", #"[{"id": "\#(SyncModel.milk)", "title": "Milk"}]"#)
    #expect(try model.sync("one", ["--pull"]).output.contains("1 waiting"))
    #expect(try model.sync("one", ["--push"]).output.contains("1 pushed"))
    try model.load("two", #"[{"id": "\#(SyncModel.bread)", "title": "Bread"}]"#)
    #expect(try model.sync("two", ["--push"]).output.contains("0 pulled, 1 pushed"))
    #expect(try model.sync("two", ["--full"]).output.contains("1 pulled, 0 pushed"))
    #expect(try model.sync("one", ["--verify"]).output.contains("1 pulled, 0 pushed"))
  }

  @Test
  func `a dry run lists what would be sent, asks nobody, and alters nothing`() throws {
    try model.load("one", #"[{"id": "\#(SyncModel.milk)", "title": "Milk"}]"#)
    let file = URL(fileURLWithPath: model.folder.file("one.sqlite"))
    let before = try Data(contentsOf: file)
    let text = try model.sync("one", ["--dry-run"], login: [])
    #expect(text.status == 0)
    #expect(text.output.split(separator: "\n").last == "Todo    \(SyncModel.milk)  create  unsent  ")
    #expect(try Data(contentsOf: file) == before)
    _ = try model.sync("one")
    #expect(try model.sync("one", ["--dry-run"]).output == "there is nothing to send\n")
    try model.load("one", #"[{"id": "\#(SyncModel.milk)", "title": "Oat milk"}]"#)
    let json = try model.sync("one", ["--dry-run", "--format", "json"]).output
    #expect(
      json
        == #"[{"entity":"Todo","id":"\#(SyncModel.milk)","kind":"change","changed":["title"],"state":"unsent"}]"#
        + "\n")
    #expect(try model.sync("new", ["--dry-run"], login: []).output == "there is nothing to send\n")
    #expect(try !model.folder.names.contains { $0.hasPrefix("new") })
  }

  @Test
  func `a server that is not there, and a wrong password, leave no file, and status 1`() throws {
    let nowhere = try model.sync("new", login: ["--server", "http://127.0.0.1:1/v1", "--retries", "0"])
    #expect(nowhere.status == 1)
    #expect(nowhere.diagnostics.hasPrefix("error: GET /: 127.0.0.1:1 cannot be reached"))
    try model.folder.write("wrong", to: "password")
    let wrong = try model.sync("new", ["--format", "json"])
    #expect(wrong.status == 1)
    let report = try JSONValue(parsing: wrong.output)
    #expect(report["stopped"]?["reason"] == "loginNeeded")
    #expect(!wrong.diagnostics.contains("wrong"))
    #expect(try !model.folder.names.contains { $0.hasPrefix("new") })
  }

  @Test
  func `the password comes from the environment`() throws {
    let command = "$R sync a.sqlite --model Todo.yml --server \(model.kinto.url) --user bob"
    let outcome = try RowsmithProcess.shell(
      "ROWSMITH_PASSWORD=secret \(command); P=secret; export P; \(command) --password-env P", in: model.folder
    )
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    let text = try String(
      decoding: Data(contentsOf: URL(fileURLWithPath: model.folder.file("a.sqlite"))), as: UTF8.self)
    #expect(text.contains("account:bob"))
    #expect(!text.contains("secret"))
  }

  @Test
  func `the file of one user is not the file of another`() throws {
    _ = try model.sync("one")
    try model.folder.write("secret", to: "other")
    let outcome = try model.sync(
      "one", login: ["--server", model.kinto.url, "--user", "bob", "--password-file", "other"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("error: this database belongs to the user 'account:alice'"))
  }

  @Test
  func `the adapter of an app is not here, and a model without sync has nothing to do`() throws {
    try model.folder.write(
      "rowsmith: 1\ndefaults: { MergePolicy: Merge }\nsync: { server: mine }\nentities: { A: { attributes: { id: UUID } } }\n",
      to: "Todo.yml")
    let mine = try model.sync("new")
    #expect(mine.status == 1)
    #expect(
      mine.diagnostics
        == "error: the adapter 'mine' belongs to the app, and rowsmith does not have it; it has kinto and rest\n"
    )
    #expect(try model.sync("new", ["--dry-run"], login: []).status == 0)
    try model.folder.write(
      "rowsmith: 1\nentities: { A: { attributes: { id: UUID } } }\n", to: "Todo.yml")
    #expect(
      try model.sync("new").diagnostics
        == "error: the model has no 'sync', so nothing synchronises; write `sync: { server: kinto, bucket: notes }`\n"
    )
    #expect(try model.folder.names == ["Todo.yml", "password"])
  }

  @Test(arguments: [
    (["--pull", "--full"], "--pull and --full exclude each other: give one"),
    (["--pull", "--dry-run"], "--dry-run lists what would be sent, and --pull sends nothing: give one"),
    (["--user", "a:b"], "--user: a name has at least one character and no colon, found 'a:b'"),
    (["--password-file", "x"], "--password-file needs --user"),
    (
      ["--user", "a", "--password-file", "none"],
      "--password-file: 'none' cannot be read: No such file or directory"
    ),
    (["--password-env", "X"], "--password-env needs --user"),
    (["--user", ""], "--user: a name has at least one character and no colon, found ''"),
    (["--user", "a", "--token-env", "PATH"], "--user and --token-env exclude each other: give one"),
    (
      ["--user", "a", "--password-file", "x", "--password-env", "X"],
      "--password-file and --password-env exclude each other: give one"
    ),
    (
      ["--user", "a", "--password-file", "/"],
      "--password-file: '/' cannot be read: it is a folder"
    ),
    (
      ["--token-env", "ROWSMITH_NOBODY"],
      "--token-env: the environment has no variable 'ROWSMITH_NOBODY', or it is empty"
    ),
    (["--ca-file", "/none.pem"], "--ca-file: '/none.pem' cannot be read: No such file or directory"),
    (
      ["--user", "a", "--password-env", "ROWSMITH_NOBODY"],
      "--user needs a password: put it into the environment as ROWSMITH_NOBODY, or give --password-file FILE"
    ),
    ([], "a model does not say where its Kinto is; give --server URL"),
  ])
  func `what is nothing to synchronise with is an error of usage`(arguments: [String], message: String) throws
  {
    let outcome = try model.sync("new", arguments, login: [])
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics == "error: \(message)\nSee 'rowsmith sync --help'.\n")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a sync that waits for its answer ends at once, and what was here stays`(signal: Int32) async throws {
    try model.load("one", #"[{"id": "\#(SyncModel.milk)", "title": "Milk"}]"#)
    // Nobody answers.
    let asked = model.folder.path + "/asked"
    let server = try RawServer { _ in
      _ = FileManager.default.createFile(atPath: asked, contents: nil)
      Thread.sleep(forTimeInterval: 60)
    }
    let command = "$R sync one.sqlite --model Todo.yml --server http://127.0.0.1:\(server.port)/v1"
    let outcome = try RowsmithProcess.shell(
      """
      \(command) & pid=$!
      for wait in $(seq 1200); do [ -e asked ] && break; sleep 0.05; done
      kill -\(signal) $pid; \(RowsmithProcess.end(within: 30))
      """, in: model.folder)
    #expect(outcome.output == "status \(128 + signal)\n")
    #expect(outcome.diagnostics == "interrupted; what was fetched and sent before stays\n")
    #expect(try model.sync("one").output.contains("1 pushed"))
  }

  @Test
  func `the line of a sync says what is done, and is no wider than the terminal`() {
    var step = SyncStep(phase: .pulling, entity: "To\u{1B}do", completed: 20, total: 100)
    #expect(SyncProgressLine.line(step, width: 80) == "pulling To\\u001bdo: 20 of 100")
    step.total = nil
    #expect(SyncProgressLine.line(step, width: 80) == "pulling To\\u001bdo: 20")
    #expect(SyncProgressLine.line(step, width: 12).displayWidth == 11)
  }
}
