import Rowsmith
import RowsmithInference
import TestSupport
import Testing

/// Records of several kinds in one list.
@Suite struct KindTests {
  private func model(_ json: String, named name: String = "events") throws -> (
    yaml: String, imported: Imported
  ) {
    var options = Inference.Options()
    options.name = name
    let inferred = try Inference.infer([.string(json)], options)
    let imported = try Imported(inferred, .string(json))
    #expect(imported.report.unknownKeys.isEmpty && imported.report.skipped.isEmpty)
    return (inferred.draft.yaml(), imported)
  }

  @Test func `kinds that differ in a member that all have are one entity`() throws {
    let (yaml, imported) = try model(
      """
      [{"id": 1, "type": "push", "actor": "ann", "at": "x", "payload": {"size": 3, "ref": "a", "commits": [{"sha": "q"}]}},
       {"id": 2, "type": "fork", "actor": "ann", "at": "x", "payload": {"forkee": "b", "to": "c", "by": "d"}},
       {"id": 3, "type": "watch", "actor": "ann", "at": "x", "payload": {"action": "e"}}]
      """)
    #expect(!yaml.contains("extends"))
    #expect(yaml.contains("      size: { type: Int?, ImportName: payload.size }"))
    #expect(try imported.database.rows(of: "Event") == 3)
  }

  @Test func `kinds that are alike stay apart where others are not`() throws {
    // Two kinds share most members; a third does not.
    let (yaml, imported) = try model(
      """
      [{"id": 1, "type": "image", "w": 1, "h": 2, "alpha": true},
       {"id": 2, "type": "photo", "w": 1, "h": 2, "camera": "x"},
       {"id": 3, "type": "sound", "length": 3, "codec": "y", "rate": 4, "title": "z"}]
      """, named: "media")
    #expect(
      yaml.contains("Discriminator: { key: type, values: { image: Image, photo: Photo, sound: Sound } }\n"))
    #expect(try imported.database.rows(of: "Media") == 3)
  }

  @Test func `what several kinds have is one member of what they extend, unless it is different things`()
    throws
  {
    let (yaml, imported) = try model(
      """
      [{"id": 1, "type": "photo", "title": "a", "w": 1, "h": 2, "credit": "x", "size": 1, "maker": {"id": 1, "m": "p"}},
       {"id": 2, "type": "film", "title": "b", "codec": "c", "fps": 3, "credit": "y", "size": 1.5, "length": "l",
        "maker": {"id": 2, "m": "q"}},
       {"id": 3, "type": "sound", "title": "c", "rate": 4, "album": "z", "length": 7}]
      """, named: "media")
    let base = try #require(yaml.split(separator: "\n\n").first { $0.contains("  Media:\n") })
    for line in ["credit: String?", "size: Double?", "maker: Maker?"] {
      #expect(base.contains("      \(line)"), "\(line) in \(base)")
    }
    #expect(yaml.contains("      length: String\n"))
    #expect(yaml.contains("      length2: { type: Int, ImportName: length }\n"))
    #expect(["credit2", "size2", "maker2"].allSatisfy { !yaml.contains($0) })
    #expect(try imported.database.values().isSuperset(of: ["text x", "text y"]))
  }

  @Test func `what kinds have in other formats, or with other members, is kept as each has it`() throws {
    let (yaml, _) = try model(
      """
      [{"id": 1, "type": "photo", "title": "a", "w": 1, "h": 2, "at": 1700000000, "day": "2020-01-01T00:00:00Z",
        "area": {"x": 1}, "memo": null},
       {"id": 2, "type": "film", "title": "b", "codec": "c", "fps": 3, "at": 1700000000000, "day": "2020-01-02",
        "area": {"x": "q"}, "memo": null},
       {"id": 3, "type": "sound", "title": "c", "rate": 4, "album": "z", "length": 7}]
      """, named: "media")
    for line in [
      "at: { type: Date, DateFormat: epochSeconds }",
      "at2: { type: Date, ImportName: at, DateFormat: epochMilliseconds }",
      "day: Date", "day2: { type: Date, ImportName: day, DateFormat: yyyy-MM-dd }",
    ] {
      #expect(yaml.contains("      \(line)\n"), "\(line) in \(yaml)")
    }
    #expect(yaml.contains("ImportName: area }\n") && !yaml.contains("area: JSON"), "\(yaml)")
    let base = try #require(yaml.split(separator: "\n\n").first { $0.contains("  Media:\n") })
    #expect(base.contains("      memo: JSON?") && !yaml.contains("memo2"), "\(yaml)")
  }

  @Test func `a kind that is called as all of them keeps its name`() throws {
    let json = #"[{"kind": "Ant", "id": 2, "a": ""}, {"kind": "Bee", "id": 3, "b": 1, "c": 2}]"#
    let (yaml, imported) = try model(json, named: "Ant")
    #expect(yaml.contains("  AntBase:\n    Discriminator: { key: kind, values: { Ant: Ant, Bee: Bee } }\n"))
    #expect(try imported.database.values().contains("text Ant"))
    var options = Inference.Options()
    options.entity = "Ant"
    let given = try Inference.infer([.string(json)], options)
    #expect(given.target == .entity("Ant"))
  }

  @Test func `an object that is now of one kind, now of another, is a link to one of several entities`()
    throws
  {
    let (yaml, imported) = try model(
      """
      [{"id": 1, "text": "a", "subject": {"kind": "Issue", "id": 5, "labels": "x", "closed": true}},
       {"id": 2, "text": "b", "subject": {"kind": "Pull", "id": 5, "branch": "y", "merged": false}},
       {"id": 3, "text": "c", "subject": null}]
      """, named: "comments")
    #expect(
      yaml.contains("      subject: { oneOf: [Issue, Pull], Discriminator: kind }  # null in 1 of 3\n"))
    #expect(try imported.database.rows(of: "Issue") == 1 && imported.database.rows(of: "Pull") == 1)
    #expect(try imported.database.values().isSuperset(of: ["text x", "text y"]))
  }

  @Test func `words for kinds that name no entity are said with it`() throws {
    let (yaml, _) = try model(
      """
      [{"id": 1, "owner": {"type": "user", "id": "a", "login": "x", "age": 1}},
       {"id": 2, "owner": {"type": "team", "id": "a", "slug": "y", "size": 3}}]
      """, named: "repos")
    #expect(yaml.contains("      owner: { oneOf: { user: User, team: Team }, Discriminator: type }\n"))
  }

  @Test func `kinds that share a key in one list are one entity, whose key has the kind`() throws {
    let (yaml, imported) = try model(
      """
      {"version": 0.6, "osm3s": {"t": "x"}, "elements": [
        {"type": "node", "id": 1, "lat": 1.5}, {"type": "way", "id": 1, "nodes": [1]},
        {"type": "relation", "id": 1, "members": []}]}
      """, named: "osm")
    #expect(yaml.contains("  Element:\n    PrimaryKey: [type, id]\n"))
    #expect(try imported.database.rows(of: "Element") == 3)
  }

  @Test func `kinds that share a key in two lists extend nothing`() throws {
    let (yaml, imported) = try model(
      """
      [{"id": 1, "parts": [{"type": "node", "id": 5, "lat": 1.5}]},
       {"id": 2, "parts": [{"type": "way", "id": 5, "length": 3, "closed": true}]}]
      """, named: "maps")
    #expect(!yaml.contains("extends"))
    let values = try imported.database.values()
    #expect(values.isSuperset(of: ["1.5", "3"].map { Leaves.spelling(.number($0)) }))
  }

  @Test func `a kind by which a document names an entity is no attribute, a reference with it no record`()
    throws
  {
    let (yaml, imported) = try model(
      """
      {"data": [{"type": "posts", "id": "1", "title": "a", "author": {"type": "people", "id": "2"}}],
       "included": [{"type": "people", "id": "9", "name": "Dan"},
                    {"type": "notes", "id": "5", "body": "b", "by": {"type": "people", "id": "9"}}]}
      """, named: "posts")
    #expect(yaml.contains("included: { oneOf: { people: Person, notes: Note }, Discriminator: type }"))
    #expect(yaml.contains("  Person:\n    attributes:\n      id: String\n      name: String\n"))
    #expect(yaml.contains("  Post:\n    attributes:\n      type: String\n"))
    // Person 2 is named and not there.
    #expect(try imported.database.rows(of: "Person") == 1)
    #expect(imported.report.unknownKeys.isEmpty && imported.report.unresolved == ["Post.author": 1])
  }

  @Test func `a list of the records that have the link is no inverse of it`() throws {
    let (yaml, imported) = try model(
      """
      [{"id": 1, "text": "a", "subject": {"kind": "Issue", "id": 5, "labels": "x", "open": true,
          "comments": [{"id": 2, "text": "b", "subject": null}]}},
       {"id": 3, "text": "c", "subject": {"kind": "Pull", "id": 5, "branch": "y", "draft": true, "base": 3}}]
      """, named: "comments")
    #expect(yaml.contains("oneOf: [Issue, Pull]"))
    #expect(try imported.database.rows(of: "Comment") == 3)
    // The comment in the list is on nothing, as it says itself.
    #expect(try imported.database.rows(of: "Comment\" WHERE subject_id IS NULL --") == 1)
  }

  @Test func `where the word for the kind has another place, too, the object is kept as JSON`() throws {
    let (yaml, _) = try model(
      """
      [{"id": 1, "subject_type": "a", "subject": {"kind": "Issue", "id": 5, "labels": "x", "open": true}},
       {"id": 2, "subject_type": "b", "subject": {"kind": "Pull", "id": 5, "branch": "y", "draft": 1}}]
      """)
    #expect(yaml.contains("      subject: JSON\n"))
  }

  @Test func `lists of several kinds have no owner of a name that is none`() throws {
    let lists = (1...12).map { list in
      let lines = (1...4).map { #"{"id": \#(list * 10 + $0), "what": "w\#($0)"}"# }.joined(separator: ",")
      let own = list.isMultiple(of: 2) ? #""a": 1, "b": 2, "c": 3"# : #""d": 1, "e": 2, "f": 3"#
      let kind = list.isMultiple(of: 2) ? "buy" : "sell"
      return #"{"id": \#(list), "type": "\#(kind)", "lines": [\#(lines)], \#(own)}"#
    }
    let (yaml, imported) = try model("[\(lists.joined(separator: ","))]", named: "orders")
    #expect(yaml.contains("extends: Order\n"))
    #expect(try imported.database.rows(of: "Line") == 48)
  }

  @Test func `a small record whose members every record has is not another one`() throws {
    let (yaml, _) = try model(
      """
      [{"id": 1, "issue": {"id": 5, "url": "u", "title": "t", "body": "b", "created_at": "c", "updated_at": "d",
          "number": 4, "milestone": 3, "assignee": "x", "labels": "l", "comments": 4, "locked": false, "pull": 6},
        "comment": {"id": 9, "url": "v", "body": "c", "created_at": "e", "updated_at": "f"}}]
      """)
    #expect(yaml.contains("  Issue:\n") && yaml.contains("  Comment:\n"))
  }
}
