import Rowsmith
import RowsmithInference
import TestSupport
import Testing

/// What tells records apart.
@Suite struct KeyTests {
  /// A model whose import loses no record.
  private func model(_ json: String, named name: String = "record") throws -> (
    yaml: String, imported: Imported
  ) {
    var options = Inference.Options()
    options.name = name
    let inferred = try Inference.infer([.string(json)], options)
    return (inferred.draft.yaml(), try Imported(inferred, .string(json)))
  }

  @Test(arguments: ["model", "lang", "version"])
  func `a number that counts within a kind or an edition is a key with it`(_ qualifier: String) throws {
    let json = """
      [{"\(qualifier)": "app.blog", "pk": 1, "fields": {"name": "One", "tagline": "a"}},
       {"\(qualifier)": "app.blog", "pk": 2, "fields": {"name": "Two", "tagline": "b"}},
       {"\(qualifier)": "app.entry", "pk": 1, "fields": {"name": "Three", "blog": 1}}]
      """
    let (yaml, imported) = try model(json)
    #expect(yaml.contains("    PrimaryKey: [\(qualifier), pk]\n"))
    #expect(try imported.database.rows(of: "Record") == 3)
  }

  @Test func `what a list has twice with other values is no key`() throws {
    let files =
      #"{"sha": "aa", "path": "a/one"}, {"sha": "bb", "path": "a/two"}, {"sha": "aa", "path": "b/one"}"#
    let (yaml, imported) = try model(#"{"id": 5, "size": 3, "files": [\#(files)]}"#)
    #expect(yaml.contains("      files: [File]\n"))
    #expect(try imported.database.values().contains("text b/one"))
  }

  @Test(arguments: [
    ("user_id", "timestamp", true), ("user_id", "joined", false), ("order_id", "timestamp", false),
  ])
  func `who did something is no key of the lines of a log`(
    _ key: String, _ time: String, _ isLog: Bool
  ) throws {
    let lines = (1...4).map {
      #"{"\#(time)": "2024-01-02T03:04:0\#($0)Z", "\#(key)": \#($0 * 7), "action": "a"}"#
    }
    let (yaml, imported) = try model(lines.joined(separator: "\n"))
    #expect(yaml.contains("# No member tells these records apart: each import adds them again.") == isLog)
    #expect(try imported.database.rows(of: "Record") == 4)
  }

  @Test func `who did something is no key of a log, also where it is a code and comes first`() throws {
    let lines = (10...34).map {
      #"{"user_id": "U10\#($0)", "timestamp": "2024-01-02T03:04:\#($0)Z", "action": "a"}"#
    }
    let (yaml, imported) = try model(lines.joined(separator: "\n"))
    #expect(yaml.contains("# No member tells these records apart: each import adds them again."))
    #expect(try imported.database.rows(of: "Record") == 25)
  }

  @Test(arguments: [
    ("title", "timestamp_ms", false), ("name", "time", false), ("title", "size", true),
  ])
  func `a name is no key of what holds a history, which another file may continue`(
    _ name: String, _ member: String, _ isKey: Bool
  ) throws {
    let messages = (1...3).map { #"{"sender": "a", "\#(member)": \#(1_650_000_000_000 + $0)}"# }
    let (yaml, _) = try model(#"{"\#(name)": "Ann", "messages": [\#(messages.joined(separator: ","))]}"#)
    #expect(yaml.contains("PrimaryKey: \(name)\n") == isKey, "\(yaml)")
  }

  @Test func `one mistake in a long list does not make an id another thing`() throws {
    let records = (1...40).map { #"{"id": \#($0), "size": \#($0 * 3), "open": true}"# }
    let json = "[\(records.joined(separator: ",")), {\"id\": 7, \"size\": 1, \"open\": true}]"
    let (yaml, imported) = try model(json)
    #expect(yaml.contains("  # Records came more than once with other values: the later ones stay.\n"))
    #expect(try imported.database.rows(of: "Record") == 40)
  }

  @Test func `a name that two of very many records have is no key`() throws {
    let names = (0..<2000).map { "n\($0)" } + ["n17"]
    let records = names.enumerated().map { #"{"name": "\#($1)", "size": \#($0), "open": true}"# }
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(yaml.contains("# No member tells these records apart: each import adds them again."))
    #expect(try imported.database.rows(of: "Record") == 2001)
  }

  @Test(arguments: [(2000, 2), (40, 60)])
  func `a record that has changed is said, among however many records and members`(_ count: Int, _ width: Int)
    throws
  {
    func record(_ id: Int, _ last: Int) -> String {
      let members = (1..<width).map { #""m\#($0)": \#(id + $0)"# } + [#""last": \#(last)"#]
      return #"{"id": \#(id), \#(members.joined(separator: ", "))}"#
    }
    let records = (1...count).map { record($0, $0) } + [record(count - 1, 0)]
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(yaml.contains("  # Records came more than once with other values: the later ones stay.\n"))
    #expect(try imported.database.rows(of: "Record") == count)
  }

  @Test(arguments: ["zone", "alpha"])
  func `a code that two of very many records have is no key`(_ key: String) throws {
    let codes = (0..<6000).map { 10_000 + $0 } + [10_016]
    let records = codes.enumerated().map { #"{"\#(key)": "\#($1)M", "size": \#($0)}"# }
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]", named: "zones")
    #expect(!yaml.contains("PrimaryKey"), "\(yaml)")
    #expect(try imported.database.rows(of: "Zone") == 6001)
  }

  @Test func `a code of two of very many records is no key, even if they lack different members`() throws {
    func record(_ code: Int, _ size: Int, _ note: String) -> String {
      #"{"code": "c\#(code)", "size": \#(size), "note": \#(note)}"#
    }
    let records = (0..<2000).map { record($0, $0, $0 % 3 == 0 ? #""x\#($0)""# : "null") }
    let others = [1001, 1003, 1007].map { record($0, 9000 + $0, #""zz""#) }
    let (yaml, imported) = try model("[\((records + others).joined(separator: ","))]")
    #expect(!yaml.contains("PrimaryKey"), "\(yaml)")
    #expect(try imported.database.rows(of: "Record") == 2003)
  }

  @Test(arguments: [1, 600, 1200])
  func `the kind that differs is part of the key, wherever an id of very many comes again`(_ place: Int)
    throws
  {
    func record(_ type: Int, _ id: Int) -> String {
      #"{"version": 1, "object": "card", "type": \#(type), "id": \#(id), "size": \#(id % 9)}"#
    }
    var records = (0..<1200).map { record($0 % 2 + 1, $0) }
    records.insert(contentsOf: [0, 2, 34, 600, 1034, 1036].map { record(2, $0) }, at: place)
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(yaml.contains("    PrimaryKey: [type, id]\n"), "\(yaml)")
    #expect(try imported.database.rows(of: "Record") == 1206)
  }

  @Test func `of two kinds of very many records, the one that differs is part of the key`() throws {
    func record(_ kind: String, _ id: Int) -> String {
      #"{"type": "row", "entityName": "\#(kind)", "id": \#(id), "size": \#(id % 9)}"#
    }
    let others = [0, 2, 34, 600, 1034, 1036].map { record("b", $0) }
    let records = (0..<1200).map { record($0 % 2 == 0 ? "a" : "b", $0) } + others
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(yaml.contains("    PrimaryKey: [recordEntityName, id]\n"), "\(yaml)")
    #expect(try imported.database.rows(of: "Record") == 1206)
  }

  @Test func `records with two kinds in another order are the same`() throws {
    let kinds = [#""type": "row", "entityName": "song""#, #""entityName": "song", "type": "row""#]
    let records = (0..<2400).map { #"{"id": \#($0 % 1200), "size": \#($0 % 6), \#(kinds[$0 / 1200])}"# }
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(!yaml.contains("came more than once with other values"), "\(yaml)")
    #expect(try imported.database.rows(of: "Record") == 1200)
  }

  @Test func `an id of very many records whose type changed stays the key if others have no type`() throws {
    func record(_ id: Int, _ type: String) -> String {
      let kind = id % 2 == 0 ? "" : #", "type": "\#(type)""#
      return #"{"id": \#(id), "name": "n\#(id)", "size": \#(id % 7)\#(kind)}"#
    }
    let first = (0..<3000).map { record($0, $0 % 4 == 1 ? "a" : "b") }
    let records = first + [record(1201, "z"), record(1203, "z")]
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(yaml.contains("  # Records came more than once with other values: the later ones stay.\n"))
    #expect(try imported.database.rows(of: "Record") == 3000)
  }

  @Test func `kinds of which two of very many records have one id have a key of two parts`() throws {
    let ids = (0..<1200).map { ($0 % 2 == 0 ? "a" : "b", $0) } + [("b", 34)]
    let records = ids.map { #"{"type": "\#($0)", "id": \#($1), "\#($0)1": \#($1), "\#($0)2": true}"# }
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(yaml.contains("    PrimaryKey: [type, id]\n"), "\(yaml)")
    #expect(try imported.database.rows(of: "Record") == 1201)
  }

  @Test(arguments: [
    (["2020-01-01T00:00:00.0001Z", "2020-01-01T00:00:00.0002Z"], "String"),
    (["2020-01-01T00:00:00Z", "2020-01-01T00:00:00+00:00"], "String"),
    (["2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00"], "String"),
    (["2020-01-01T00:00:00Z", "2020-01-01T00:00:01Z"], "Date"),
  ])
  func `times that a Date would not tell apart are keys as texts`(_ ids: [String], _ type: String) throws {
    let records = ids.enumerated().map { #"{"id": "\#($1)", "size": \#($0)}"# }
    let (yaml, imported) = try model("[\(records.joined(separator: ","))]")
    #expect(yaml.contains("      id: \(type)"), "\(yaml)")
    #expect(try imported.database.rows(of: "Record") == 2)
  }

  @Test func `codes of one length that are first and come once are keys`() throws {
    func records(_ count: Int, _ code: (Int) -> String) -> String {
      "[\((0..<count).map { #"{"alpha": "\#(code($0))", "name": "n\#($0)"}"# }.joined(separator: ","))]"
    }
    let codes = { (index: Int) in
      String(decoding: [65 + UInt8(index / 10), 48 + UInt8(index % 10), 77], as: UTF8.self)
    }
    #expect(try model(records(30, codes)).yaml.contains("    PrimaryKey: alpha\n"))
    // Too few, one that came twice, texts of any length.
    #expect(try model(records(19, codes)).yaml.contains("    PrimaryKey: name\n"))
    #expect(try model(records(30) { codes($0 % 29) }).yaml.contains("    PrimaryKey: name\n"))
    #expect(try model(records(30) { "a\($0)" }).yaml.contains("    PrimaryKey: name\n"))
  }

  @Test func `an identifier in what holds it is a key, be there one record`() throws {
    let (yaml, _) = try model(
      #"{"kind": "List", "items": [{"metadata": {"uid": "a-1", "name": "x"}, "spec": {"a": 1}}]}"#)
    #expect(yaml.contains("    PrimaryKey: metadataUID\n") || yaml.contains("    PrimaryKey: uid\n"))
  }

  @Test
  func `a text that is called as its records are is their key, and that of maps in them counts within it`()
    throws
  {
    let json = """
      [{"zone": "a", "services": {"S3": {"host": "h1", "tls": 1}, "EC2": {"host": "h2", "tls": 1}}},
       {"zone": "b", "services": {"S3": {"host": "h3", "tls": 0}, "EC2": {"host": "h4", "tls": 1}}},
       {"zone": "c", "services": {"S3": {"host": "h5", "tls": 0}}}]
      """
    let (yaml, imported) = try model(json, named: "zones")
    #expect(yaml.contains("  Zone:\n    PrimaryKey: zone\n"))
    #expect(try imported.database.rows(of: "Service") == 5)
    // Without a key there is nothing to count within.
    let loose = try model(json, named: "areas").imported
    #expect(try loose.database.values().isSuperset(of: ["text h1", "text h3", "text h5"]))
  }

  @Test func `a key that has the name of its records goes before the key of something else`() throws {
    let groups = (1...4).map {
      #"{"group_key": "g\#($0)", "latest_note_id": \#($0 + 7), "notes_count": 1}"#
    }
    let (yaml, _) = try model("[\(groups.joined(separator: ","))]", named: "note_groups")
    #expect(yaml.contains("  NoteGroup:\n    PrimaryKey: groupKey\n"))
  }

  @Test(arguments: [20, 8000])
  func `what a list has twice with other values is no key, however long the list`(_ count: Int) throws {
    let files = (0..<count).map {
      #"{"sha": "s\#($0 % (count / 2))", "path": "a long path of the file number \#($0)"}"#
    }
    let (yaml, imported) = try model(#"{"id": 5, "files": [\#(files.joined(separator: ","))]}"#)
    #expect(yaml.contains("      files: [File]\n") || yaml.contains(#"files: "[File]""#), "\(yaml)")
    #expect(try imported.database.values().contains("text a long path of the file number 0"))
  }

  @Test(arguments: [1, 300_000])
  func `records with one id and other values have no key, however large they are`(_ size: Int) throws {
    let text = String(repeating: "x", count: size)
    let (_, imported) = try model(
      #"[{"id": 1, "doc": "A", "text": "\#(text)1"}, {"id": 1, "doc": "B", "text": "\#(text)2"}]"#)
    #expect(try imported.database.rows(of: "Record") == 2)
  }

  @Test(arguments: ["data", "properties", "attributes", "node"])
  func `an identifier among the members that an item holds is its key`(_ holder: String) throws {
    let items = (1...3).map { #"{"at": [\#($0).5], "\#(holder)": {"id": \#($0), "name": "n\#($0)"}}"# }
    let (yaml, imported) = try model(
      #"{"features": [\#(items.joined(separator: ", "))]}"#, named: "places")
    #expect(yaml.contains("id: { type: Int, ImportName: \(holder).id }"), "\(yaml)")
    #expect(!yaml.contains("No member tells"), "\(yaml)")
    #expect(try imported.database.rows(of: "Feature") == 3)
  }
}
