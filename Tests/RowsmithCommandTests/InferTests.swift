import Foundation
import Testing

@Suite struct InferTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func run(_ arguments: String..., input: String? = nil) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(arguments, input: input, in: folder)
  }

  private static let bands = #"[{"id": 1, "name": "Japan"}, {"id": 2, "name": "Genesis"}]"#

  @Test func `infer prints a model that passes the check`() throws {
    try folder.write(Self.bands, to: "bands.json")
    let inferred = try run("infer", "bands.json")
    #expect(inferred.status == 0)
    #expect(inferred.output.contains("  Band:\n    attributes:\n      id: Int\n      name: String\n"))
    try folder.write(inferred.output, to: "Bands.yml")
    let checked = try run("check", "Bands.yml")
    #expect(checked.status == 0 && checked.output.isEmpty && checked.diagnostics.isEmpty)
  }

  @Test func `as JSON the model is a text in an object`() throws {
    try folder.write(Self.bands, to: "bands.json")
    let text = try run("infer", "bands.json").output
    let inferred = try run("infer", "bands.json", "--format", "json")
    #expect(inferred.status == 0)
    let object = try JSONDecoder().decode([String: String].self, from: Data(inferred.output.utf8))
    #expect(object == ["model": text])
  }

  @Test func `the model goes into a file, and the entity is called as it is said`() throws {
    let inferred = try run("infer", "-", "--entity", "Act", "--output", "Acts.yml", input: Self.bands)
    #expect(inferred.status == 0 && inferred.output.isEmpty)
    #expect(try folder.read("Acts.yml").contains("\n  Act:\n"))
  }

  @Test func `a place in the samples can be named`() throws {
    let json = #"{"answer": {"acts": \#(Self.bands)}, "more": 3}"#
    let inferred = try run("infer", "-", "--at", "answer.acts", "--entity", "Act", input: json)
    #expect(inferred.output.contains("  Act:\n"))
    let missing = try run("infer", "-", "--at", "answer.bands", input: json)
    #expect(missing.status == 1)
    #expect(
      missing.diagnostics
        == "<stdin>: error: $.answer: expected a value under 'bands', found 'acts'; there are records at other places: try --at answer.acts\n"
    )
  }

  @Test(arguments: [
    ("items", #"{"data": {"items": [{"id": 1}]}, "items": 3}"#, nil),
    ("items", #"{"data": {"items": [{"id": 1}]}, "others": [{"id": 2}]}"#, "--at data.items"),
    ("x", #"{"a": [{"id": 1}], "b": {"c.d": [{"id": 2}]}, "e": [1]}"#, #"--at a or --at 'b.c\.d'"#),
    ("x", #"{"a": {"b": {"c": {"d": {"e": [{"id": 1}]}}}}}"#, "--at a.b.c.d.e"),
    ("x", #"{"a": {"id": 1}}"#, nil), ("x", #"[{"id": 1}]"#, "without --at"), ("x", "[1]", nil),
    ("x", "[]", nil),
    ("x", #"[[{"id": 1}]]"#, nil),
  ])
  func `where nothing is at a place, the places where records are are said`(
    _ path: String, _ json: String, _ places: String?
  ) throws {
    let outcome = try run("infer", "-", "--at", path, input: json)
    #expect(outcome.status == 1)
    let proposed = outcome.diagnostics.firstRange(of: ": try ").map {
      outcome.diagnostics[$0.upperBound...].dropLast()
    }
    #expect(proposed.map { String($0) } == places)
  }

  @Test func `tables are samples, too, and are imported without a model`() throws {
    try folder.write("id,name,formed\n1,Japan,1974\n2,Genesis,1967\n", to: "bands.csv")
    let inferred = try run("infer", "bands.csv")
    #expect(inferred.output.contains("      id: { type: Int, coerce: true }\n      name: String\n"))
    let imported = try run("import", "bands.csv", "--into", "bands.db")
    #expect(imported.status == 0)
    #expect(imported.output.contains("Band         2"))
    try folder.write(Self.bands, to: "bands.json")
    let mixed = try run("infer", "bands.csv", "bands.json")
    #expect(mixed.status == 1)
    #expect(
      mixed.diagnostics
        == "error: some of the files are tables and others are JSON; give each kind by itself\n")
  }

  @Test func `what is no JSON is said with its place`() throws {
    try folder.write("[{\"id\": 1},\n {\"id\": }]", to: "bad.json")
    let inferred = try run("infer", "bad.json")
    #expect(inferred.status == 1 && inferred.output.isEmpty)
    #expect(inferred.diagnostics == "bad.json:2:9: error: expected a value, found '}'\n")
  }

  @Test func `what a person has written stands, to the comment`() throws {
    let model = """
      # Ours.
      rowsmith: 1
      entities:
        Group:   # was: Band
          attributes:
            id: Int
            title: { type: String, ImportName: name }   # as on the sleeve

          # Nothing else yet.

      """
    try folder.write(model, to: "Bands.yml")
    let same = try run("infer", "-", "--hints", "Bands.yml", "--entity", "Group", input: Self.bands)
    #expect(same.output == model)
    let more = #"[{"id": 3, "name": "Can", "formed": 1968, "label": {"id": 9, "name": "Spoon"}}]"#
    let added = try run("infer", "-", "--hints", "Bands.yml", "--entity", "Group", input: more)
    #expect(
      added.output == """
        # Ours.
        rowsmith: 1
        entities:
          Group:   # was: Band
            attributes:
              id: Int
              title: { type: String, ImportName: name }   # as on the sleeve
              formed: Int?
            relationships:
              label: { to: Label?, MergePolicy: Merge }

          Label:
            attributes:
              id: Int
              name: String

            # Nothing else yet.

        """)
  }

  private static let schema = #"""
    {"$schema": "http://json-schema.org/draft-07/schema#", "title": "Album", "type": "object", "required": ["id"],
      "properties": {"id": {"type": "integer"}}}
    """#

  @Test(arguments: [
    ["--hints", "Bands.yml", "--output", "Bands.yml"], ["--entity", "Act"], ["--at", "a"],
    ["--delimiter", ";"],
  ])
  func `an option for samples is refused for a description, and nothing is written`(options: [String]) throws
  {
    let model = "rowsmith: 1\nentities: { Band: { attributes: { id: Int } } }\n"
    try folder.write(model, to: "Bands.yml")
    try folder.write(Self.schema, to: "album.json")
    let inferred = try RowsmithProcess.run(["infer", "album.json"] + options, in: folder)
    #expect(inferred.status == 2 && inferred.output.isEmpty)
    #expect(inferred.diagnostics.contains("\(options[0]): 'album.json' describes a model"))
    #expect(try folder.read("Bands.yml") == model)
  }

  @Test func `a description that is not a file is not taken for a sample`() throws {
    let piped = try RowsmithProcess.run(["infer", "-"], input: Self.schema, in: folder)
    #expect(piped.status == 1 && piped.output.isEmpty)
    #expect(
      piped.diagnostics
        == "<stdin>: error: this describes a model; save it as a file, uncompressed, and give that\n")
    try folder.write(Self.schema, to: "a.json")
    try folder.write(Self.schema, to: "b.json")
    let two = try RowsmithProcess.run(["infer", "a.json", "b.json"], in: folder)
    #expect(two.status == 2 && two.diagnostics.contains("'a.json' describes a model"))
  }

  @Test(arguments: ["bands.json", "./bands.json", "link.json"])
  func `a model does not overwrite what it is made from`(output: String) throws {
    try folder.write(Self.bands, to: "bands.json")
    let link = folder.file("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "bands.json")
    let outcome = try RowsmithProcess.run(["infer", "bands.json", "--output", output], in: folder)
    #expect(outcome.status == 2)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: --output: '\(output)' is the FILE 'bands.json', which the model would overwrite"))
    let piped = try RowsmithProcess.shell("$R infer - --output \(output) < bands.json", in: folder)
    #expect(piped.status == 2)
    #expect(try folder.read("bands.json") == Self.bands)
  }

  @Test func `hints may come through a pipe, which is read once`() throws {
    try folder.write(Self.bands, to: "bands.json")
    let outcome = try RowsmithProcess.shell(
      """
      $R infer bands.json --entity Band --output Bands.yml
      mkfifo pipe; cat Bands.yml > pipe &
      $R infer bands.json --entity Band --hints pipe & pid=$!; \(RowsmithProcess.end(within: 20))
      """, in: folder)
    #expect(try outcome.output == folder.read("Bands.yml") + "status 0\n")
  }

  @Test func `a pipe takes the model and stays, and so does a link`() throws {
    try folder.write(Self.bands, to: "bands.json")
    let piped = try RowsmithProcess.shell(
      "mkfifo pipe; { $R infer bands.json --output pipe & }; cat pipe; wait; test -p pipe && echo a pipe",
      in: folder)
    #expect(piped.output.contains("entities:") && piped.output.hasSuffix("a pipe\n"))
    let linked = try RowsmithProcess.shell(
      "mkdir shared; touch shared/B.yml; chmod 600 shared/B.yml; ln -s shared/B.yml B.yml; "
        + "$R infer bands.json --output B.yml; test -L B.yml && grep -c entities: shared/B.yml; "
        + "ls -l shared/B.yml | cut -c1-10", in: folder)
    #expect(linked.output == "1\n-rw-------\n")
    let refused = try RowsmithProcess.run(["infer", "bands.json", "--output", "shared"], in: folder)
    #expect(refused.status == 1)
    #expect(refused.diagnostics == "error: cannot write the model 'shared': Is a directory\n")
  }
}
