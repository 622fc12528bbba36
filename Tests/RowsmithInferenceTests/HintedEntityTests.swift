import Rowsmith
import RowsmithInference
import Testing

/// Entities that a model has under other names, and what cannot be added to one.
@Suite struct HintedEntityTests {
  func adding(_ json: String, to model: String, entity: String? = nil, named name: String = "records")
    throws -> String
  {
    var options = Inference.Options()
    options.name = name
    options.entity = entity
    let inferred = try Inference.infer([.string(json)], options)
    return try HintedModel(text: model, path: "Model.yml").adding(inferred, entity: entity).text
  }

  /// What is said of a model to which nothing can be added.
  private func refusal(_ json: String, of model: String, entity: String? = nil) -> [String] {
    do {
      _ = try adding(json, to: model, entity: entity)
      return []
    } catch let error as HintFailure {
      return error.lines
    } catch {
      return ["\(error)"]
    }
  }

  private static let song =
    #"[{"id": 1, "name": "a", "len": 3, "by": {"id": 7, "name": "b", "born": 1}, "new": 5}]"#

  @Test func `records are recognised by what they read, and what is in them by where it is`() throws {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Tune:                                 # ours
          attributes:
            id: Int
            title: { type: String, ImportName: name }
            len: Int
          relationships:
            singer: { to: Artist?, ImportName: by }
        Artist:
          attributes:
            id: Int
            called: { type: String, ImportName: name }
        Other:
          attributes:
            id: Int

      """
    #expect(
      try adding(Self.song, to: model, named: "songs")
        == model.replacing("      len: Int\n", with: "      len: Int\n      new: Int?\n")
        .replacing(
          "      called: { type: String, ImportName: name }\n",
          with: "      called: { type: String, ImportName: name }\n      born: Int?\n"))
  }

  @Test func `what a person has called the records is the entity, whatever it reads`() throws {
    let model = """
      rowsmith: 1
      entities:
        Song:
          attributes:
            id: Int
            name: String
        Tune:
          attributes:
            id: Int

      """
    #expect(
      try adding(#"[{"id": 1, "name": "a"}]"#, to: model, entity: "Tune")
        == model + "      name: String?\n")
  }

  @Test func `records of which too little is the same are an entity of their own`() throws {
    let model = """
      rowsmith: 1
      entities:
        Tune:
          attributes:
            id: Int
            a: Int
            b: Int
            c: Int
            d: Int

      """
    #expect(
      try adding(#"[{"id": 1, "x": "a", "y": "b", "z": "c", "v": "d"}]"#, to: model, named: "songs")
        == model
        + "\n  Song:\n    attributes:\n      id: Int\n      x: String\n      y: String\n      z: String\n      v: String\n"
    )
  }

  @Test(arguments: [
    // The types, optional or not, and the policies are a person's.
    ("size: String", #"[{"id": 1, "size": 3}]"#),
    ("size: { type: Int, local: true, default: 0 }", #"[{"id": 1}]"#),
    ("size: \"[Int]?\"", #"[{"id": 1, "size": null}]"#),
    ("size: { type: Date, DateFormat: yyyy }", #"[{"id": 1, "size": "2020-01-02"}]"#),
    ("size: { type: Int, ImportName: [dim, size] }", #"[{"id": 1, "size": 3}, {"id": 2, "dim": 4}]"#),
    ("size: { type: Int, ImportName: dim.x }", #"[{"id": 1, "dim": {"x": 3}}]"#),
    ("size: { type: JSON, ImportName: dim }", #"[{"id": 1, "dim": {"x": 3, "y": 4}}]"#),
  ])
  func `what the model reads already stays as it is, whatever the samples say`(
    attribute: String, json: String
  )
    throws
  {
    let model = "rowsmith: 1\nentities:\n  Thing:\n    attributes:\n      id: Int\n      \(attribute)\n"
    #expect(try adding(json, to: model, entity: "Thing") == model)
  }

  @Test(arguments: [
    // Beside what is there, in its own casing, and never required.
    ("snake_case", "newSize: Int?"), ("camelCase", "newSize: { type: Int?, ImportName: new_size }"),
    ("exact", "newSize: { type: Int?, ImportName: new_size }"),
  ])
  func `what is new is spelled as the model is`(casing: String, line: String) throws {
    let model = """
      rowsmith: 1
      defaults: { casing: \(casing) }
      entities:
        Thing:
          attributes:
            id: Int

      """
    #expect(
      try adding(#"[{"id": 1, "new_size": 3}]"#, to: model, entity: "Thing") == model + "      \(line)\n")
  }

  @Test(arguments: [
    ("iso8601", "2020-01-02T03:04:05Z", "Date?"),
    ("iso8601", "2020-01-02", "{ type: Date?, DateFormat: yyyy-MM-dd }"),
    ("yyyy-MM-dd", "2020-01-02", "Date?"),
    ("yyyy-MM-dd", "2020-01-02T03:04:05Z", "{ type: Date?, DateFormat: iso8601 }"),
  ])
  func `a new date has its format, unless it is the model's`(format: String, text: String, type: String)
    throws
  {
    let model = """
      rowsmith: 1
      defaults: { DateFormat: \(format) }
      entities:
        Thing:
          attributes:
            id: Int

      """
    #expect(
      try adding(#"[{"id": 1, "day": "\#(text)"}]"#, to: model, entity: "Thing") == model
        + "      day: \(type)\n")
  }

  @Test(arguments: [
    ("", "parts: { to: [Part], ordered: true, MergePolicy: Merge }"),
    ("defaults: { MergePolicy: Replace }\n", "parts: { to: [Part], ordered: true, MergePolicy: Merge }"),
    ("defaults: { MergePolicy: Merge }\n", "parts: { to: [Part], ordered: true }"),
  ])
  func `a new relationship merges, whatever the model's default is`(defaults: String, line: String) throws {
    let model = "rowsmith: 1\n\(defaults)entities:\n  Thing:\n    attributes:\n      id: Int\n"
    let text = try adding(#"[{"id": 1, "parts": [{"id": 7, "a": 1}]}]"#, to: model, entity: "Thing")
    #expect(
      text
        == model + """
              relationships:
                \(line)

            Part:
              attributes:
                id: Int
                a: Int

          """)
  }

  @Test func `what an alias stands for takes no addition, which is said with the reason`() throws {
    let model = """
      rowsmith: 1
      entities:
        Base: { PrimaryKey: id, attributes: &shared { id: Int } }
        Thing: { PrimaryKey: id, attributes: *shared }

      """
    #expect(
      refusal(#"[{"id": 1, "size": 3}]"#, of: model, entity: "Thing").first
        == "error: what is new in the samples cannot be added to 'Model.yml'; add it by hand:")
  }

  @Test func `a model with errors is refused with them`() {
    #expect(
      refusal(#"[{"id": 1}]"#, of: "rowsmith: 1\nentities:\n  Thing: { attributes: { id: Number } }\n").count
        == 1)
  }

  @Test func `what would lose an inverse is refused, with what to write`() {
    let model = """
      rowsmith: 1
      entities:
        Blog:
          attributes: { id: Int }
          relationships:
            posts: [Post]
        Post:
          attributes: { id: Int, title: String }
          relationships:
            blog: { to: Blog?, export: false }

      """
    let lines = refusal(
      #"[{"id": 1, "posts": [{"id": 2, "title": "a"}], "top": {"id": 2, "title": "a"}}]"#, of: model,
      entity: "Blog")
    #expect(
      lines == [
        "error: 'Model.yml': what is new in the samples leads to what 'Blog.posts' leads to; write its 'inverse' first"
      ])
  }

  @Test(arguments: ["Item", nil])
  func `what is in records and has their name is not they`(entity: String?) throws {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Item:
          attributes:
            id: Int
            total: Int

      """
    let json = #"[{"id": 3, "total": 7, "items": [{"id": 1, "sku": "a"}, {"id": 2, "sku": "b"}]}]"#
    let text = try adding(json, to: model, entity: entity, named: "new")
    let name = entity == nil ? "ItemRecord" : "Item2"
    #expect(text.contains("items: { to: [\(name)], ordered: true }"), "\(text)")
    #expect(text.contains("  \(name):\n    attributes:\n      id: Int\n      sku: String\n"), "\(text)")
    #expect(!text.contains("New:") && !text.contains("sku: String?"), "\(text)")
  }

  private static let mixed = """
    rowsmith: 1
    entities:
      Person:
        attributes:
          id: Int
          name: String
      Note:
        attributes:
          id: Int
          text: String
    documents:
      page:
        included: { oneOf: { people: Person, notes: Note }, Discriminator: type }

    """

  @Test func `a page with one kind of several says something of that kind alone`() throws {
    #expect(
      try adding(#"{"included": [{"id": 1, "type": "notes", "text": "a"}]}"#, to: Self.mixed) == Self.mixed)
    #expect(
      try adding(#"{"included": [{"id": 1, "type": "notes", "text": "a", "votes": 3}]}"#, to: Self.mixed)
        == Self.mixed.replacing("text: String\n", with: "text: String\n      votes: Int?\n"))
  }

  @Test func `a kind that is new is listed`() throws {
    let json = #"""
      {"included": [{"id": 1, "type": "notes", "text": "a", "mood": "b", "size": 1},
        {"id": 1, "type": "tags", "label": "x", "colour": "y", "uses": 2}]}
      """#
    let text = try adding(json, to: Self.mixed)
    #expect(text.contains("oneOf: { people: Person, notes: Note, tags: Tag }"), "\(text)")
  }

  @Test func `kinds of a family are found by the values that say what they are`() throws {
    let model = """
      rowsmith: 1
      entities:
        Item:
          Discriminator: { key: type, values: { a: Alpha, b: Beta } }
          attributes:
            id: Int
        Alpha:
          extends: Item
          attributes:
            x: Int
            xx: Int
        Beta:
          extends: Item
          attributes:
            y: Int
            yy: Int

      """
    let known = #"[{"id": 3, "type": "b", "y": 7, "yy": 8}, {"id": 4, "type": "a", "x": 1, "xx": 2}]"#
    #expect(try adding(known, to: model, entity: "Item") == model)
    let new = #"[{"id": 3, "type": "b", "y": 7, "yy": 8}, {"id": 4, "type": "c", "z": 1, "zz": 2}]"#
    let text = try adding(new, to: model, entity: "Item")
    #expect(text.contains("values: { a: Alpha, b: Beta, c: C }"), "\(text)")
  }

  @Test func `records that a person keeps as JSON become no entity`() throws {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Order:
          attributes:
            id: Int
            lines: JSON   # on purpose

      """
    let json =
      #"[{"id": 1, "lines": [{"id": 1, "sku": "a", "by": {"id": 2, "name": "x"}}]}, {"id": 2, "lines": []}]"#
    #expect(try adding(json, to: model, named: "orders") == model)
  }

  @Test func `records that the model reads in part, or as JSON, are no entities`() throws {
    let model = """
      rowsmith: 1
      entities:
        Post:
          attributes:
            id: Int
            authorName: { type: String, ImportName: author.name }
            extra: JSON?

      """
    let json = #"[{"id": 1, "author": {"id": 5, "name": "x", "bio": "b"}, "extra": {"id": 9, "q": 1}}]"#
    #expect(
      try adding(json, to: model, entity: "Post") == model.dropLast() + """

              authorID: { type: Int?, ImportName: author.id }
              authorBio: { type: String?, ImportName: author.bio }

        """)
  }

  @Test func `a new list of texts is optional and one of records is not, whatever they are called`() throws {
    let model = """
      rowsmith: 1
      defaults: { MergePolicy: Merge }
      entities:
        Post:
          attributes:
            id: Int
            lines: { type: String?, ImportName: text }
          relationships:
            shop: Shop
        Shop:
          attributes:
            id: Int

      """
    let json =
      #"[{"id": 1, "tags": ["a"], "lines": [{"id": 4, "sku": "c"}], "shop": {"id": 2, "tags": [{"id": 3, "label": "b"}]}}]"#
    let text = try adding(json, to: model, entity: "Post")
    #expect(text.contains("      tags: \"[String]?\"\n"), "\(text)")
    #expect(text.contains("      tags: { to: [Tag], ordered: true }\n"), "\(text)")
    #expect(text.contains("lines2: { to: [Line], ImportName: lines, ordered: true }"), "\(text)")
  }

  @Test(arguments: [
    (
      "entities:\n  Ticket:\n    attributes:\n      id: Int\n      kind: String\n      sev: Int\n      who: String\n",
      "Ticket"
    ),
    ("enums:\n  Issue: [small, large]\nentities:\n", "IssueRecord"),
  ])
  func `a link to one of several has the names of the model`(others: String, name: String) throws {
    let model =
      "rowsmith: 1\ndefaults: { MergePolicy: Merge }\n\(others)  Event:\n    attributes:\n      id: Int\n"
    let json = """
      [{"id": 1, "subject": {"kind": "issue", "id": 11, "sev": 1, "who": "a"}},
       {"id": 2, "subject": {"kind": "pull", "id": 12, "branch": "b", "sha1": "c"}}]
      """
    let text = try adding(json, to: model, entity: "Event")
    #expect(
      text.contains("subject: { oneOf: { issue: \(name), pull: Pull }, Discriminator: kind }"), "\(text)")
  }

  @Test(.timeLimit(.minutes(10))) func `a deep tree of several kinds is read once`() throws {
    let kinds = ["A", "B", "C"].map { kind in
      "  \(kind): { extends: Node, relationships: { in\(kind): { to: [Node], ImportName: children, inverse: none } } }\n"
    }
    let model =
      "rowsmith: 1\ndefaults: { MergePolicy: Merge }\nentities:\n  Node: { attributes: { id: Int }, "
      + "Discriminator: { key: type, values: { n: Node, a: A, b: B, c: C } } }\n" + kinds.joined()
    var json = #"{"id": 0, "type": "a"}"#
    for depth in 1...40 {
      json = #"{"id": \#(depth), "type": "\#(["a", "b", "c"][depth % 3])", "children": [\#(json)]}"#
    }
    _ = try adding("[\(json)]", to: model, entity: "Node")
  }
}
