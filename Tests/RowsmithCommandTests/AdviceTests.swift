import Foundation
import Testing

@testable import RowsmithCommand

/// What `rowsmith import` says to do after it failed.
struct AdviceTests {
  private let small: SmallModel

  init() throws { small = try SmallModel(Self.yaml) }

  private static let yaml = """
    rowsmith: 1
    entities:
      Band:
        PrimaryKey: name
        attributes: { name: String, formed: Int? }
        relationships: { albums: { to: [Album], MergePolicy: Merge, inverse: band } }
      Album:
        attributes: { id: Int, title: String }
        relationships: { band: { to: Band?, inverse: albums, MergePolicy: Merge } }
      Currency:
        PrimaryKey: code
        attributes: { code: { type: String, ImportName: $key }, rate: Double }
      Reading:
        attributes: { at: Int, value: Double, unit: String? }
    documents: { all: { bands: [Band], albums: [Album], rates: "{Currency}" } }

    """

  /// The end of the message, from the proposal on.
  private func advice(_ json: String, _ arguments: [String]) throws -> String? {
    let outcome = try small.importJSON(json, arguments)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("<stdin>:"))
    return outcome.diagnostics.firstRange(of: ": try ").map {
      String(outcome.diagnostics[$0.upperBound...].dropLast())
    }
  }

  @Test(arguments: [
    (#"{"data": [{"name": "A"}], "meta": {"page": 1}}"#, "Band", "--at data"),
    (#"{"meta": {"page": 1}, "data": {"items": [{"name": "A"}]}}"#, "Band", "--at data.items"),
    (#"{"a": {"b": {"c": {"name": "A", "formed": 1}}}}"#, "Band", "--at a.b.c"),
    (#"{"a": {"b": {"c": {"d": {"e": [{"name": "A"}]}}}}}"#, "Band", "--at a.b.c.d.e"),
    (
      #"{"data": {"albums": [{"id": 1}], "more": {"bands": [{"name": "A"}]}}}"#, "Band",
      "--at data.more.bands"
    ),
    (#"{"data": {"name": "A"}}"#, "Band", "--at data"),
    (#"{"the data": {"v1.2": [{"name": "A"}]}}"#, "Band", #"--at 'the data.v1\.2'"#),
    // More of a band is in one than in the other.
    (#"{"people": [{"name": "A"}], "bands": [{"name": "A", "formed": 1}]}"#, "Band", "--at bands"),
    (#"{"points": [{"at": 1, "value": 2.5}], "station": "x"}"#, "Reading", "--at points"),
  ])
  func `records in an envelope are found`(json: String, entity: String, place: String) throws {
    #expect(try advice(json, ["--entity", entity]) == place)
    // And are there.
    let path = place.dropFirst("--at ".count).replacing("'", with: "")
    #expect(try small.importJSON(json, ["--entity", entity, "--at", String(path)]).status == 0)
  }

  @Test
  func `below the key path that was given`() throws {
    #expect(
      try advice(#"{"x": {"data": [{"name": "A"}]}}"#, ["--entity", "Band", "--at", "x"]) == "--at x.data")
  }

  @Test(arguments: ["dta", "$.data", "data.items", "x"])
  func `where a key path leads nowhere`(path: String) throws {
    #expect(
      try advice(#"{"data": [{"name": "A"}], "x": {}}"#, ["--entity", "Band", "--at", path])
        == (path == "x" ? nil : "--at data"))
  }

  @Test
  func `a document in an envelope`() throws {
    let json = #"{"meta": {}, "data": {"albums": {}, "answer": {"bands": [{"name": "A"}], "albums": []}}}"#
    let outcome = try small.importJSON(json, ["--document", "all"])
    #expect(outcome.status == 0)
    #expect(
      outcome.diagnostics
        == "note: nothing of the document 'all' was found; it seems to be elsewhere in the JSON: try --at data\n"
    )
    for json in [#"{"bands": []}"#, "{}", #"{"data": [{"bands": []}]}"#] {
      #expect(try small.importJSON(json, ["--document", "all"]).diagnostics == "")
    }
  }

  @Test
  func `an envelope that is taken for a record, because nothing is required`() throws {
    let small = try SmallModel(
      "rowsmith: 1\nentities: { Reading: { attributes: { at: Int?, value: Double? } } }\n")
    let outcome = try small.importJSON(#"{"data": [{"at": 1, "value": 2}]}"#, ["--entity", "Reading"])
    #expect(
      outcome.diagnostics == "note: records of Reading seem to be elsewhere in the document: try --at data\n")
    let record = try small.importJSON(#"{"at": 1, "value": 2, "more": {"at": 1}}"#, ["--entity", "Reading"])
    #expect(record.diagnostics == "")
  }

  @Test
  func `the items of a relationship in an envelope`() throws {
    _ = try small.importJSON(#"{"name": "A"}"#, ["--entity", "Band"])
    #expect(
      try advice(#"{"data": [{"id": 1, "title": "x"}]}"#, ["--parent", "Band:A.albums"]) == "--at data")
  }

  @Test
  func `in a file, and behind what a pipe has given`() throws {
    let json =
      "{\"meta\": \"\(String(repeating: "x", count: 300_000))\", \"data\": [{\"name\": \"A\"}], \"z\": ["
    try small.folder.write(json + "1]}", to: "a.json")
    let arguments = "import --model Small.yml --into a.sqlite --entity Band"
    for script in ["$R \(arguments) a.json", "cat a.json | $R \(arguments) -", "$R \(arguments) - < a.json"] {
      let outcome = try RowsmithProcess.shell(script, in: small.folder)
      #expect(outcome.status == 1)
      #expect(outcome.diagnostics.hasSuffix("try --at data\n"))
    }
  }

  @Test
  func `nothing is proposed where nothing is better`() throws {
    #expect(try advice(#"{"data": [{"title": "A"}]}"#, ["--entity", "Band"]) == nil)
    #expect(
      try advice(#"[{"name": "A"}, {"formed": 1, "albums": [{"id": 1}]}]"#, ["--entity", "Band"]) == nil)
    #expect(
      try advice(#"{"name": "A", "formed": "x", "band": {"name": "B", "formed": 1}}"#, ["--entity", "Band"])
        == nil)
    #expect(try advice(#"{"data": ["#, ["--entity", "Band"]) == nil)
  }

  @Test
  func `records under their keys are recognised, and records that are not`() throws {
    #expect(try advice(#"{"USD": {"rate": 1.5}}"#, ["--entity", "Currency"]) == "--keyed")
    #expect(
      try advice(#"{"base": "EUR", "rates": {"USD": {"rate": 1.5}}}"#, ["--entity", "Currency"])
        == "--at rates --keyed")
    #expect(
      try advice(#"{"base": "EUR", "rates": {"USD": {"rate": 1.5}}}"#, ["--entity", "Currency", "--keyed"])
        == "--at rates")
    #expect(try advice(#"[{"name": "A"}]"#, ["--entity", "Band", "--keyed"]) == "without --keyed")
    // Also if the records have their keys themselves.
    let bands = #"{"a": {"name": "A", "formed": 1}, "b": {"name": "B", "formed": 2}}"#
    #expect(try advice(bands, ["--entity", "Band"]) == "--keyed")
    #expect(try advice(#"{"data": \#(bands)}"#, ["--entity", "Band"]) == "--at data --keyed")
    #expect(try advice(#"{"a": {"name": "A"}, "meta": {"page": 1}}"#, ["--entity", "Band"]) == "--at a")
    #expect(
      try advice(#"{"data": [{"name": "A"}]}"#, ["--entity", "Band", "--keyed"])
        == "--at data without --keyed")
  }

  @Test
  func `a record without the key of its map`() throws {
    let outcome = try small.importJSON(#"[{"code": "USD", "rate": 1.5}]"#, ["--entity", "Currency"])
    #expect(
      outcome.diagnostics == """
        <stdin>:1:2: error: $[0]: Currency: expected the primary key 'code', found nothing; the model takes it from $key, \
        the key of the object that holds the records: such a document is imported with --keyed

        """)
  }

  @Test(
    arguments: [
      (
        [0x28, 0xB5, 0x2F, 0xFD], "this is zstd, not JSON in UTF-8: zstd -dc 'a b.json' | rowsmith import - …"
      ),
      (
        [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0],
        "this is xz, not JSON in UTF-8: xz -dc 'a b.json' | rowsmith import - …"
      ),
      (
        Array("BZh91AY".utf8), "this is bzip2, not JSON in UTF-8: bunzip2 -c 'a b.json' | rowsmith import - …"
      ),
      ([0x50, 0x4B, 3, 4, 20], "this is zip, not JSON in UTF-8: unzip -p 'a b.json' | rowsmith import - …"),
      (
        [0xFF, 0xFE, 0x5B, 0],
        "this is UTF-16, not JSON in UTF-8: iconv -f UTF-16 -t UTF-8 'a b.json' | rowsmith import - …"
      ),
      (
        [0x5B, 0, 0x5D, 0],
        "this is UTF-16, not JSON in UTF-8: iconv -f UTF-16LE -t UTF-8 'a b.json' | rowsmith import - …"
      ),
      (
        [0xFF, 0xFE, 0, 0, 0x5B, 0, 0, 0],
        "this is UTF-32, not JSON in UTF-8: iconv -f UTF-32 -t UTF-8 'a b.json' | rowsmith import - …"
      ),
      (
        Array("SQLite format 3\0".utf8),
        "this is an SQLite database, not JSON; name the database to import into with --into"
      ),
      (
        Array("\n<!DOCTYPE html>".utf8),
        "this is HTML, not JSON: perhaps an error page of the server"
      ),
      (Array("<?xml version='1.0'?><a/>".utf8), "this is XML, not JSON"),
      (Array("rowsmith: 1\nentities: {}\n".utf8), "this is a model, not JSON; name it with --model"),
    ] as [([UInt8], String)])
  func `what is no JSON is recognised by its first bytes`(bytes: [UInt8], message: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: small.folder.file("a b.json")))
    let outcome = try RowsmithProcess.run(
      ["import", "a b.json", "--model", "Small.yml", "--into", "a.sqlite", "--entity", "Band"],
      in: small.folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics == "a b.json: error: \(message)\n")
    #expect(!small.folder.has("a.sqlite"))
  }

  @Test
  func `what comes in a pipe is recognised too`() throws {
    let outcome = try RowsmithProcess.shell(
      "printf '(\\265/\\375' | $R import - --model Small.yml --into a.sqlite --entity Band", in: small.folder)
    #expect(
      outcome.diagnostics
        == "<stdin>: error: this is zstd, not JSON in UTF-8: … | zstd -dc | rowsmith import - …\n")
  }

  @Test(arguments: ["", " \n\t"])
  func `an empty document is said to be empty`(text: String) throws {
    let outcome = try small.importJSON(text, ["--entity", "Band"])
    #expect(outcome.diagnostics.hasSuffix("; the document is empty\n"))
  }

  @Test
  func `broken JSON behind much white space is not said to be empty`() throws {
    let json = String(repeating: " ", count: 1 << 20) + "[{]"
    let outcome = try small.importJSON(json, ["--entity", "Band"])
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasSuffix("found ']'\n"))
  }

  @Test
  func `broken JSON in a named pipe is not said to be empty`() throws {
    let outcome = try RowsmithProcess.shell(
      "mkfifo pipe; { printf '[{]' > pipe & }; "
        + "$R import pipe --model Small.yml --into a.sqlite --entity Band", in: small.folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasPrefix("pipe:1:3: error: "))
    #expect(outcome.diagnostics.hasSuffix("found ']'\n"))
  }

  @Test
  func `broken JSON is not taken for something else`() throws {
    for text in ["{", "[1", "nonsense", "\u{FEFF}{x", "PK", "0"] {
      let outcome = try small.importJSON(text, ["--entity", "Band"])
      #expect(outcome.diagnostics.hasPrefix("<stdin>:1:"))
      #expect(!outcome.diagnostics.contains("this is"))
    }
  }

  @Test
  func `notes do not stand before an error of usage`() throws {
    let small = try SmallModel(
      """
      rowsmith: 1
      entities:
        A:
          hooks: [didImport]
          attributes: { id: Int, name: { type: "String?", Transform: shout } }
          relationships: { next: A? }
      """)
    for arguments in [["--entity", "B"], ["--parent", "A:x.next"], ["--parent", "A:1.prev"], []] {
      let outcome = try small.importJSON("{}", arguments)
      #expect(outcome.status == 2)
      #expect(outcome.diagnostics.hasPrefix("error: "))
      #expect(!outcome.diagnostics.contains("note:"))
    }
    for arguments in [["--entity", "B"], ["--entity", "A", "--embed", "nxt"]] {
      let outcome = try RowsmithProcess.run(
        ["export", "--model", "Small.yml", "--from", "none.sqlite"] + arguments, in: small.folder)
      #expect(outcome.status == 2)
      #expect(!outcome.diagnostics.contains("note:"))
    }
  }
}
