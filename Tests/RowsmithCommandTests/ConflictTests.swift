import Foundation
import Rowsmith
import TestSupport
import Testing

/// `rowsmith conflicts` of databases that have synchronised with a real Kinto.
struct ConflictTests {
  private let model: SyncModel

  /// One and two have a record; both have changed it, and one was the first to synchronise.
  init() async throws {
    model = try await SyncModel()
    try change("one", title: "Milk", notes: #""old""#)
    for database in ["one", "two"] { try #require(try model.sync(database).status == 0) }
    try change("one", title: "Milk", notes: #""theirs""#)
    try change("two", title: "Milk", notes: #""mine""#)
    for database in ["one", "two"] { try #require(try model.sync(database).status == 0) }
  }

  private func change(_ database: String, title: String, notes: String, more: String = "") throws {
    try model.load(
      database, #"[{"id": "\#(SyncModel.milk)", "title": "\#(title)", "notes": \#(notes)\#(more)}]"#)
  }

  private func notes(_ database: String) throws -> JSONValue? {
    try model.export(database).first.flatMap { try JSONValue(parsing: $0)["notes"] }
  }

  @Test
  func `what waits for a decision is listed with all its sides`() throws {
    let text = try model.run("conflicts", "two", ["list"])
    #expect(text.status == 0)
    let lines = text.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("conflict  record"))
    #expect(
      lines[1].contains(#"Todo \#(SyncModel.milk)  notes  "old"  "mine"  "theirs"  manual  open    20"#))
    let list = try JSONValue(parsing: try model.run("conflicts", "two", ["list", "--format", "json"]).output)
    let conflict = try #require(list.elements.first)
    #expect(conflict["conflict"] == 1)
    #expect(conflict["member"] == "notes")
    #expect(conflict["base"] == "old")
    #expect(conflict["mine"] == "mine")
    #expect(conflict["theirs"] == "theirs")
    #expect(conflict["winner"] == .null)
    #expect(try model.run("conflicts", "one", ["list"]).output == "there is nothing to decide\n")
  }

  @Test(arguments: [(["--mine"], "mine"), (["--theirs"], "theirs"), (["--value", #""both""#], "both")])
  func `what is decided stands on both sides, and the conflict stays in the log`(
    choice: [String], notes wanted: String
  ) throws {
    let outcome = try model.run("conflicts", "two", ["resolve", "1"] + choice)
    #expect(outcome.status == 0)
    #expect(outcome.output == "conflict 1 is resolved; the next sync sends what has to be sent\n")
    #expect(try model.run("conflicts", "two", ["list"]).output == "there is nothing to decide\n")
    let all = try model.run("conflicts", "two", ["list", "--all", "--format", "json"]).output
    #expect(try JSONValue(parsing: all).elements.count == 1)
    for database in ["two", "one"] { #expect(try model.sync(database).status == 0) }
    for database in ["two", "one"] { #expect(try notes(database) == .string(wanted)) }
  }

  @Test
  func `a value is one that the attribute can have`() throws {
    try change("one", title: "Milk", notes: #""theirs""#, more: #", "tags": ["a"]"#)
    try change("two", title: "Milk", notes: #""mine""#, more: #", "tags": ["b"]"#)
    for database in ["one", "two"] { #expect(try model.sync(database).status == 0) }
    let list = try JSONValue(parsing: try model.run("conflicts", "two", ["list", "--format", "json"]).output)
    let tags = try #require(list.elements.first { $0["member"] == "tags" })
    #expect(tags["mine"] == ["b"])
    let number = try #require(tags["conflict"]?.int)
    let wrong = try model.run("conflicts", "two", ["resolve", "\(number)", "--value", #"{"a": 1}"#])
    #expect(wrong.status == 1)
    #expect(wrong.diagnostics == "error: 'tags' of conflict \(number) cannot have this value: {\"a\":1}\n")
    let item = try model.run("conflicts", "two", ["resolve", "\(number)", "--value", #"["a", 1]"#])
    #expect(item.status == 1)
    #expect(item.diagnostics.contains("error: Todo: tags: expected"), "\(item.diagnostics)")
    #expect(try model.export("two").first?.contains(#""tags":["b"]"#) == true)
    let right = try model.run("conflicts", "two", ["resolve", "\(number)", "--value", #"["a", "b"]"#])
    #expect(right.status == 0)
    #expect(try model.export("two").first?.contains(#""tags":["a","b"]"#) == true)
  }

  /// Writes a model of its own, whose conflicts wait for a decision.
  private func write(_ entities: String) throws {
    try model.folder.write(
      """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      sync: { server: kinto, bucket: \(TestKinto.bucket()), conflict: manual }
      \(entities)

      """, to: "Todo.yml")
  }

  /// Makes two todos that two databases have.
  private func begin() throws {
    let (milk, bread) = (SyncModel.milk, SyncModel.bread)
    try model.load(
      "three", #"[{"id": "\#(milk)", "title": "Milk"}, {"id": "\#(bread)", "title": "Bread"}]"#)
    try syncBoth()
  }

  private func syncBoth() throws {
    for database in ["three", "four"] { try #require(try model.sync(database).status == 0) }
  }

  @Test
  func `a text in JSON is a text, and a list takes nothing but a list`() throws {
    try write(
      """
      entities:
        Todo:
          attributes: { id: UUID, title: String, extra: JSON?, tags: { type: "[String]", default: [] } }
          relationships: { others: { to: "[Todo]", sync: array } }
      """)
    let (milk, bread) = (SyncModel.milk, SyncModel.bread)
    func change(_ database: String, extra: String, tag: String, other: String) throws {
      let values = #""extra": \#(extra), "tags": ["\#(tag)"], "others": ["\#(other)"]"#
      try model.load(database, #"[{"id": "\#(milk)", "title": "Milk", \#(values)}]"#)
    }
    try begin()
    try change("three", extra: #"{"a": 1}"#, tag: "a", other: milk)
    try change("four", extra: "2", tag: "b", other: bread)
    try syncBoth()
    let list = try JSONValue(
      parsing: try model.run("conflicts", "four", ["list", "--format", "json"]).output)
    func resolve(_ member: String, _ value: String) throws -> RowsmithProcess.Outcome {
      let conflict = try #require(list.elements.first { $0["member"]?.string == member })
      let number = try #require(conflict["conflict"]?.int)
      return try model.run("conflicts", "four", ["resolve", "\(number)", "--value", value])
    }
    let before = try model.export("four")
    for wrong in [#""x""#, "5", "true", #"[{"x": 1}]"#, "[null]"] {
      for member in ["tags", "others"] {
        #expect(try resolve(member, wrong).status == 1, "\(member) \(wrong)")
      }
    }
    #expect(try resolve("others", #"["x"]"#).status == 1)
    #expect(try model.export("four") == before)
    for (member, value) in [
      ("extra", #""2""#), ("tags", #"["c"]"#), ("others", #"["\#(milk)", "\#(bread)"]"#),
    ] {
      #expect(try resolve(member, value).status == 0, "\(member)")
    }
    let after = try model.export("four")
    #expect(after.contains { $0.contains(#""extra":"2","tags":["c"]"#) })
    #expect(after.contains { $0.contains(#""others":["\#(milk)","\#(bread)"]"#) })
    for database in ["four", "five"] { #expect(try model.sync(database).status == 0) }
    #expect(try model.export("five") == after)
  }

  @Test
  func `a link to one of several entities takes nothing but a key of its entity`() throws {
    try write(
      """
      entities:
        Todo:
          attributes: { id: UUID, title: String }
          relationships: { about: { oneOf: [Todo, Place] } }
        Place: { attributes: { id: UUID } }
      """)
    let (milk, bread) = (SyncModel.milk, SyncModel.bread)
    func change(_ database: String, about: String) throws {
      let link = #""about_type": "Todo", "about_id": "\#(about)""#
      try model.load(database, #"[{"id": "\#(milk)", "title": "Milk", \#(link)}]"#)
    }
    try begin()
    try change("three", about: milk)
    try change("four", about: bread)
    try syncBoth()
    func resolve(_ value: String) throws -> Int32 {
      try model.run("conflicts", "four", ["resolve", "1", "--value", value]).status
    }
    for wrong in [
      #""x""#, "5", #"{"type": "Todo", "id": 7}"#, #"{"type": "Place", "id": "x"}"#, #"{"type": "Todo"}"#,
    ] {
      #expect(try resolve(wrong) == 1, "\(wrong)")
    }
    #expect(try resolve(#"{"type": "Todo", "id": "\#(milk)"}"#) == 0)
    #expect(try model.export("four").contains { $0.contains(#""about_id":"\#(milk)""#) })
  }

  @Test
  func `a record that the other side has deleted is listed as the server spells it`() throws {
    try model.load("one", #"[{"id": "\#(SyncModel.bread)", "title": "Bread"}]"#)
    for database in ["one", "two"] { try #require(try model.sync(database).status == 0) }
    let pruned = try RowsmithProcess.run(
      [
        "import", "-", "--model", "Todo.yml", "--into", "one.sqlite", "--entity", "Todo", "--policy",
        "MergeAndPrune",
      ], input: #"[{"id": "\#(SyncModel.milk)", "title": "Milk"}]"#, in: model.folder)
    try #require(pruned.status == 0)
    try model.load(
      "two", #"[{"id": "\#(SyncModel.bread)", "title": "Bread", "count": 3, "tags": ["a"]}]"#)
    for database in ["one", "two"] { try #require(try model.sync(database).status == 0) }
    let all = try model.run("conflicts", "two", ["list", "--all", "--format", "json"]).output
    let conflict = try #require(try JSONValue(parsing: all).elements.first { $0["kind"] == "delete" })
    let wanted = #"{"count": 3, "notes": null, "tags": ["a"], "title": "Bread"}"#
    #expect(conflict["mine"] == (try JSONValue(parsing: wanted)))
    #expect(conflict["theirs"] == .null)
  }

  @Test
  func `the list does not alter a database that nobody has synchronised`() throws {
    try model.load("three", #"[{"id": "\#(SyncModel.milk)", "title": "Milk"}]"#)
    let file = URL(fileURLWithPath: model.folder.file("three.sqlite"))
    let before = try Data(contentsOf: file)
    #expect(try model.run("conflicts", "three", ["list", "--all"]).output == "there are no conflicts\n")
    #expect(try Data(contentsOf: file) == before)
  }

  @Test(
    arguments: [
      (["lst"], 2, "expected list, resolve, found 'lst'; did you mean 'list'?"),
      (["resolve", "1"], 2, "resolve needs one of --mine, --theirs and --value JSON"),
      (["resolve", "1", "--mine", "--theirs"], 2, "resolve needs one of --mine, --theirs and --value JSON"),
      (["resolve", "--mine"], 2, "resolve needs the number of a conflict"),
      (["list", "--mine"], 2, "--mine, --theirs and --value are for resolve only"),
      (
        ["resolve", "1", "--value", "both"], 2,
        #"expected JSON after --value, such as 12 or '"text"' with its quotes, found 'both'"#
      ),
      (["resolve", "77", "--mine"], 1, "there is no conflict 77; rowsmith conflicts list --all shows them"),
    ] as [([String], Int32, String)])
  func `what cannot be resolved is said`(arguments: [String], status: Int32, message: String) throws {
    let outcome = try model.run("conflicts", "two", arguments)
    #expect(outcome.status == status)
    #expect(outcome.diagnostics.split(separator: "\n").first == "error: \(message)")
  }
}
