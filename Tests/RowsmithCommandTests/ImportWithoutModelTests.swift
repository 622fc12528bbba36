import Foundation
import Testing

@Suite struct ImportWithoutModelTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(#"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#, to: "feed.json")
    try folder.write(
      #"[{"id": 3, "name": "c", "mood": "glad", "tags": [{"id": 7, "label": "x"}]}]"#, to: "new.json")
  }

  private func importing(_ file: String, _ arguments: String..., input: String? = nil) throws
    -> RowsmithProcess.Outcome
  {
    try RowsmithProcess.run(["import", file, "--into", "feed.db"] + arguments, input: input, in: folder)
  }

  private func feed() throws -> String {
    try RowsmithProcess.run(
      ["export", "--model", "feed.yml", "--from", "feed.db", "--entity", "Feed"], in: folder
    ).output
  }

  @Test func `what was imported is exported by the model beside the database`() throws {
    _ = try importing("feed.json")
    let export = ["export", "--from", "feed.db", "--entity", "Feed"]
    let found = try RowsmithProcess.run(export, in: folder)
    #expect(try found.output == feed())
    let missing = try RowsmithProcess.run(["export", "--from", "new.db", "--entity", "Feed"], in: folder)
    #expect(missing.status == 2)
    #expect(
      missing.diagnostics
        == "error: --model is missing, and there is no model 'new.yml' beside the database: name it with --model MODEL\n"
        + "See 'rowsmith export --help'.\n")
  }

  @Test func `the model is made beside the database, which is said, and used the next time`() throws {
    let first = try importing("feed.json")
    #expect(first.status == 0)
    #expect(
      first.diagnostics
        == "note: the model 'feed.yml' was made from the samples; check it before you rely on it\n")
    #expect(try folder.names == ["feed.db", "feed.json", "feed.yml", "new.json"])
    let model = try folder.read("feed.yml")
    let second = try importing("feed.json")
    #expect(second.status == 0 && second.diagnostics.isEmpty)
    #expect(second.output.contains("Feed         0        0          2        0"))
    #expect(try folder.read("feed.yml") == model)
  }

  @Test func `what killed imports have left of the model is removed by the next one`() throws {
    let names = ["feed.yml.0A1B2C3D.new", "feed.yml.4E5F6A7B.new", "feed.yml.mine.new"]
    for name in names { try folder.write("rowsmith: 1\n", to: name) }
    // The second one is under way, and the third one is another program's.
    let held = open(folder.file(names[1]), O_RDONLY | O_CLOEXEC)
    defer { close(held) }
    #expect(flock(held, LOCK_EX) == 0)
    #expect(try importing("feed.json").status == 0)
    #expect(try folder.names.filter { $0.hasSuffix(".new") } == [names[1], names[2]])
  }

  @Test(arguments: [
    ("feed.yml", "Feed", []), ("feed.yml", "Page", ["--dry-run"]), ("other.yml", "Page", []),
    ("other.yml", "Page", ["--dry-run"]), ("other.yml", "Page", ["--schema-contract", "evolve"]),
  ])
  func `after a first import that was killed, the next one says what is left and what to do`(
    model: String, entity: String, options: [String]
  ) throws {
    // Killed, it leaves the tables and no model.
    try folder.write("rowsmith: 1\nentities: { \(entity): { attributes: { id: Int } } }\n", to: model)
    let left = try importing("-", "--model", model, "--entity", entity, input: "[]")
    #expect(left.status == 0, "\(left)")
    try FileManager.default.removeItem(atPath: folder.file(model))
    let next = try RowsmithProcess.run(["import", "feed.json", "--into", "feed.db"] + options, in: folder)
    #expect(next.status == 1)
    #expect(
      next.diagnostics
        == "error: 'feed.db' has the tables of another model, which no file beside it has, and no record, as an import "
        + "that was killed leaves it: if no other import into it is running, delete it, then import again\n")
    #expect(try folder.names == ["feed.db", "feed.json", "new.json"])
    try FileManager.default.removeItem(atPath: folder.file("feed.db"))
    #expect(try importing("feed.json").status == 0)
  }

  @Test(arguments: [
    (
      #"{"motto": "x", "issues": [{"id": 1}, {"id": 2}]}"#, [],
      "'Feed': no member tells its records apart, so each import adds them again; "
        + "--at issues reads only the records in it"
    ),
    (
      #"{"a": {"b": "x", "my list": [{"id": 1}], "two": [{"id": 1, "n": 1}]}}"#, ["--at", "a"],
      "'Feed': no member tells its records apart, so each import adds them again; "
        + "--at 'a.my list' or --at a.two reads only the records in it"
    ),
    (
      #"{"on": "2024-05-01", "pinned": ["a", "b"], "notes": [{"id": "a"}, {"id": "b"}, {"id": "c"}]}"#, [],
      "'Feed': no member tells its records apart, so each import adds them again; "
        + "--at notes reads only the records in it"
    ),
    (
      #"[{"n": 1}, {"n": 2}]"#, [],
      "'Feed': no member tells its records apart, so each import adds them again"
    ),
    (
      #"{"id": 1, "n": 1, "on": true} {"id": 1, "n": 2, "on": true}"#, [],
      "'Feed': records came more than once with other values, and the later ones stay"
    ),
  ])
  func `what the database does not keep of samples, or adds twice, is said once`(
    _ json: String, _ arguments: [String], _ caution: String
  ) throws {
    try folder.write(json, to: "feed.json")
    let command = ["import", "feed.json", "--into", "feed.db"] + arguments
    let first = try RowsmithProcess.run(command, in: folder)
    #expect(
      first.diagnostics
        == "note: the model 'feed.yml' was made from the samples; check it before you rely on it\n"
        + "note: \(caution)\n")
    #expect(try RowsmithProcess.run(command, in: folder).diagnostics == "")
  }

  @Test func `a pipe is read once`() throws {
    let outcome = try importing("-", "--entity", "Feed", input: #"{"id": 1}"#)
    #expect(outcome.status == 0)
    #expect(try feed() == "[{\"id\":1}]\n")
  }

  @Test func `an import that fails leaves neither model nor database`() throws {
    try folder.write(#"[{"id": 1, "name": "a"}, {"id": 2,}]"#, to: "bad.json")
    let outcome = try importing("bad.json")
    #expect(outcome.status == 1)
    #expect(try folder.names == ["bad.json", "feed.json", "new.json"])
  }

  @Test func `a dry run writes nothing`() throws {
    let outcome = try importing("feed.json", "--dry-run")
    #expect(outcome.status == 0)
    #expect(try folder.names == ["feed.json", "new.json"])
  }

  @Test func `what is new is counted unless it is said otherwise`() throws {
    _ = try importing("feed.json")
    let outcome = try importing("new.json")
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("Feed.mood"))
    #expect(try feed().contains(#"{"id":3,"name":"c"}"#))
  }

  @Test func `frozen, what is new makes its record a bad one`() throws {
    _ = try importing("feed.json")
    let model = try folder.read("feed.yml")
    let failed = try importing("new.json", "--schema-contract", "freeze")
    #expect(failed.status == 1)
    #expect(
      failed.diagnostics
        == "new.json:1:2: error: $[0].mood: Feed: expected only keys that the model mentions, found 'mood'\n")
    let skipped = try importing("new.json", "--schema-contract", "freeze", "--on-invalid", "skip")
    #expect(skipped.status == 0)
    #expect(try feed() == #"[{"id":1,"name":"a"},{"id":2,"name":"b"}]"# + "\n")
    #expect(try folder.read("feed.yml") == model)
  }

  @Test func `evolving, what is new goes into model and database`() throws {
    _ = try importing("feed.json")
    let model = try folder.read("feed.yml").replacing("name: String", with: "name: String   # mine")
    try folder.write(model, to: "feed.yml")
    let outcome = try importing("new.json", "--schema-contract", "evolve")
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "note: what is new was added to the model 'feed.yml'\n")
    #expect(try folder.read("feed.yml").hasPrefix(model + "      mood: String?\n"))
    #expect(try feed().contains(#""mood":"glad""#))
    let again = try importing("new.json", "--schema-contract", "evolve")
    #expect(again.status == 0 && again.diagnostics.isEmpty)
    #expect(again.output.contains("Feed         0        0          1        0"))
  }

  @Test(arguments: [true, false])
  func `evolving, files that are one come in with their model or not at all`(_ isOne: Bool) throws {
    _ = try importing("feed.json")
    let (model, rows) = (try folder.read("feed.yml"), try feed())
    try folder.write(#"[{"id": 3, "name": "c", "mood": "glad"}]"#, to: "good.json")
    try folder.write(#"[{"name": "d", "age": 4}]"#, to: "bad.json")
    let outcome = try RowsmithProcess.run(
      ["import", "good.json", "bad.json", "--into", "feed.db", "--schema-contract", "evolve"]
        + (isOne ? ["--as-one"] : []), in: folder)
    #expect(outcome.status == 1)
    if isOne {
      #expect(try folder.read("feed.yml") == model && feed() == rows)
      #expect(!outcome.diagnostics.contains("note: "))
    } else {
      #expect(try folder.read("feed.yml").hasPrefix(model) && feed().contains("glad"))
      #expect(
        outcome.diagnostics.hasSuffix(
          """
          note: 1 of 2 files were imported: those before 'bad.json'
          note: the model 'feed.yml' has what is new in all files, although one failed; with --as-one, it would be unchanged

          """))
    }
  }

  @Test func `evolving, tables bring new columns`() throws {
    try folder.write("id,name\n1,a\n", to: "feed.csv")
    try folder.write("id,name,age\n2,b,7\n", to: "new.csv")
    #expect(try importing("feed.csv").status == 0)
    let outcome = try importing("new.csv", "--schema-contract", "evolve")
    #expect(outcome.diagnostics == "note: what is new was added to the model 'feed.yml'\n")
    #expect(try feed() == #"[{"id":1,"name":"a"},{"id":2,"name":"b","age":7}]"# + "\n")
  }

  @Test(arguments: [
    // What is without a key, and keys of records that are not there.
    (#"[{"size": 1, "note": "a"}, {"size": 2, "note": "b"}]"#, #"[{"size": 3, "note": "c", "more": 1}]"#),
    (
      #"[{"id": 1, "parent_id": 2, "a": 1}, {"id": 2, "parent_id": 1, "a": 1}]"#,
      #"[{"id": 3, "parent_id": 9, "a": 1, "b": 2}]"#
    ),
  ])
  func `evolving, whatever an import keeps note of is there`(_ first: String, _ second: String) throws {
    try folder.write(first, to: "feed.json")
    try folder.write(second, to: "new.json")
    #expect(try importing("feed.json").status == 0)
    let outcome = try importing("new.json", "--schema-contract", "evolve")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
  }

  @Test func `evolving, a history says where the changes came from`() throws {
    _ = try importing("feed.json")
    try folder.write(
      folder.read("feed.yml").replacing("rowsmith: 1\n", with: "rowsmith: 1\nhistory: true\n"), to: "feed.yml"
    )
    // An import does not begin it.
    #expect(try importing("feed.json").diagnostics.contains("rowsmith migrate"))
    let begun = try RowsmithProcess.run(["migrate", "feed.db", "--model", "feed.yml"], in: folder)
    #expect(begun.status == 0)
    let plain = try importing("new.json")
    #expect(plain.status == 0)
    try folder.write(#"[{"id": 4, "name": "d", "mood": "glad"}]"#, to: "new.json")
    #expect(try importing("new.json", "--schema-contract", "evolve").status == 0)
    let changes = try RowsmithProcess.run(["changes", "feed.db"], in: folder)
    #expect(changes.output.split(separator: "\n").count == 2)
    #expect(!changes.output.contains("external"))
  }

  @Test func `evolving, an import that fails changes neither model nor database`() throws {
    _ = try importing("feed.json")
    let (model, rows) = (try folder.read("feed.yml"), try feed())
    try folder.write(
      #"[{"id": 3, "name": "c", "mood": "glad"}, {"name": "d", "mood": "sad"}]"#, to: "bad.json")
    let outcome = try importing("bad.json", "--schema-contract", "evolve")
    #expect(outcome.status == 1)
    #expect(try folder.read("feed.yml") == model)
    #expect(try feed() == rows)
    #expect(try folder.names == ["bad.json", "feed.db", "feed.json", "feed.yml", "new.json"])
  }

  @Test(arguments: [
    (#"{"people":{"zoe":{"id":66,"name":"z"}},"items":[{"id":2}]}"#, ["--document", "page"]),
    (#"{"people":{"zoe":{"id":66,"name":"z"}},"items":[]}"#, ["--document", "page"]),
    (#"{"people":{},"items":[]}"#, ["--document", "page"]), (#"{"items":null}"#, ["--document", "page"]),
    (#"{"zoe":{"id":66,"name":"z"}}"#, ["--entity", "Person", "--keyed"]), ("[]", ["--entity", "Item"]),
  ])
  func `evolving, a document is what the target says, however little it holds`(
    json: String, target: [String]
  ) throws {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Person:
          attributes: { id: Int, name: String }
        Item:
          attributes: { id: Int }
      documents:
        page:
          people: {Person}
          items: [Item]

      """
    try folder.write(model, to: "m.yml")
    try folder.write(json, to: "one.json")
    let outcome = try RowsmithProcess.run(
      ["import", "one.json", "--model", "m.yml", "--into", "a.db", "--schema-contract", "evolve"] + target,
      in: folder)
    #expect(outcome.status == 0 && outcome.diagnostics.isEmpty, "\(outcome.diagnostics)")
    #expect(try folder.read("m.yml") == model)
  }

  @Test func `evolving, a model that is named needs no target`() throws {
    _ = try importing("feed.json")
    let command = ["import", "new.json", "--model", "feed.yml", "--into", "feed.db"]
    #expect(try RowsmithProcess.run(command, in: folder).status == 2)
    let evolving = try RowsmithProcess.run(command + ["--schema-contract", "evolve"], in: folder)
    #expect(evolving.status == 0, "\(evolving.diagnostics)")
  }

  @Test(arguments: [[], ["--schema-contract", "evolve"]])
  func `the last page, which is empty, is the document of the others`(contract: [String]) throws {
    try folder.write(#"{"users": [{"id": 1}, {"id": 2}]}"#, to: "one.json")
    try folder.write(#"{"users": []}"#, to: "two.json")
    _ = try RowsmithProcess.run(["import", "one.json", "--into", "p.db"], in: folder)
    let model = try folder.read("p.yml")
    let outcome = try RowsmithProcess.run(["import", "two.json", "--into", "p.db"] + contract, in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("no records"), "\(outcome)")
    #expect(try folder.read("p.yml") == model)
  }

  @Test(arguments: ["[]", "null"])
  func `a record with an empty list is no document without records`(list: String) throws {
    try folder.write(
      #"{"bands":[{"id":1,"name":"x","tags":[{"id":1,"t":"a"}]}],"tags":[{"id":2,"t":"b"}]}"#, to: "one.json")
    try folder.write(#"{"id":5,"name":"y","tags":\#(list)}"#, to: "two.json")
    _ = try RowsmithProcess.run(["import", "one.json", "--into", "p.db"], in: folder)
    let model = try folder.read("p.yml")
    let outcome = try RowsmithProcess.run(["import", "two.json", "--into", "p.db"], in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("Band "), "\(outcome)")
    #expect(try folder.read("p.yml") == model)
  }

  @Test func `a list of objects with a null among them becomes JSON, and nothing is lost`() throws {
    try folder.write(#"[{"id":1,"rows":[{"a":1,"b":"x"},{"a":2,"b":"y"}]}]"#, to: "one.json")
    try folder.write(#"[{"id":2,"rows":[null,{"a":3,"b":"z"}]}]"#, to: "two.json")
    _ = try RowsmithProcess.run(["import", "one.json", "--into", "p.db"], in: folder)
    let outcome = try RowsmithProcess.run(
      ["import", "two.json", "--into", "p.db", "--schema-contract", "evolve"], in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try folder.read("p.yml").contains("rows: JSON"))
    let exported = try RowsmithProcess.run(["export", "--from", "p.db", "--entity", "One"], in: folder)
    #expect(
      exported.output == #"""
        [{"id":1,"rows":[{"a":1,"b":"x"},{"a":2,"b":"y"}]},{"id":2,"rows":[null,{"a":3,"b":"z"}]}]

        """#)
  }

  @Test(arguments: ["feed.yml", "feed.YML"])
  func `a database is not called as its model`(name: String) throws {
    let outcome = try RowsmithProcess.run(["import", "feed.json", "--into", name], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics.contains("is where the model belongs"))
    #expect(try folder.names == ["feed.json", "new.json"])
  }

  @Test func `a dry run writes nothing beside the database, not even where it could not`() throws {
    let outcome = try RowsmithProcess.run(
      ["import", "feed.json", "--into", "none/feed.db", "--dry-run"], in: folder)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try folder.names == ["feed.json", "new.json"])
  }

  @Test func `a model behind a symbolic link is widened where it is`() throws {
    _ = try importing("feed.json")
    let link = "mkdir shared && mv feed.yml shared/Feed.yml && ln -s shared/Feed.yml feed.yml"
    #expect(try RowsmithProcess.shell(link, in: folder).status == 0)
    #expect(try importing("new.json", "--schema-contract", "evolve").status == 0)
    #expect(
      try RowsmithProcess.shell("test -L feed.yml && grep -c mood: shared/Feed.yml", in: folder).output
        == "1\n")
  }

  @Test(arguments: [[], ["--schema-contract", "evolve"]])
  func `a map of few records is the map of the model`(contract: [String]) throws {
    let all = (0..<60).map { #""u\#($0)x": {"email": "e", "age": \#($0)}"# }
    try folder.write("{\(all.joined(separator: ","))}", to: "users.json")
    try folder.write(
      #"{"ann": {"email": "q", "age": 5}, "bob": {"email": "r", "age": 6}}"#, to: "new.json")
    _ = try RowsmithProcess.run(["import", "users.json", "--into", "p.db"], in: folder)
    let model = try folder.read("p.yml")
    let outcome = try RowsmithProcess.run(["import", "new.json", "--into", "p.db"] + contract, in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("User         2 "), "\(outcome)")
    #expect(try folder.read("p.yml") == model)
  }

  @Test func `what is around a map is not the map`() throws {
    func all(_ key: String) -> String {
      (0..<60).map { #""\#(key)\#($0)x": {"email": "e", "age": \#($0)}"# }.joined(separator: ",")
    }
    try folder.write("{\(all("u"))}", to: "users.json")
    try folder.write("{\"users\": {\(all("v"))}, \"meta\": {\"page\": 1}}", to: "new.json")
    _ = try RowsmithProcess.run(["import", "users.json", "--into", "p.db"], in: folder)
    let outcome = try RowsmithProcess.run(
      ["import", "new.json", "--into", "p.db", "--schema-contract", "evolve"], in: folder)
    #expect(outcome.status == 0 && outcome.output.contains("User        60 "), "\(outcome)")
    #expect(
      try folder.read("p.yml").contains("users: {User}") || folder.read("p.yml").contains("users: \"{User}\"")
    )
  }

  @Test(arguments: [
    ("type: String?, size: Int?", #"{"a":{"type":"big","size":3},"b":{"type":"small","size":4}}"#),
    ("size: Int?", #"{"a":{"size":3},"b":{}}"#), ("size: Int?", #"{"a":{"size":3},"b":{"color":"red"}}"#),
    ("rest: { type: JSON?, ImportName: $rest }", #"{"a":{"size":3},"b":{"color":"red"}}"#),
  ])
  func `not every record of a map has a member that the model knows`(members: String, map: String) throws {
    try folder.write(
      "rowsmith: 1\nentities: { Label: { PrimaryKey: name, attributes: { name: { type: String, ImportName: $key }, \(members) } } }\n",
      to: "p.yml")
    try folder.write(map, to: "d.json")
    let outcome = try RowsmithProcess.run(["import", "d.json", "--into", "p.db"], in: folder)
    #expect(outcome.status == 0 && outcome.output.contains(#/Label +2 /#), "\(outcome)")
  }
}
