import Testing

@testable import RowsmithModel

/// From text to a tree of values with places.
struct TreeTests {
  private func tree(_ text: String) throws -> YAMLNode {
    var builder = YAMLTreeBuilder(ModelSource(path: "a.yml", text: text))
    return try #require(try builder.document())
  }

  @Test func `every value knows where it stands`() throws {
    let root = try tree("a: 1\nb:\n  - x\n  - 'y z'\n")
    let entries = try #require(root.entries)
    #expect(entries.map(\.key.range.description) == ["a.yml:1:1", "a.yml:2:1"])
    #expect(entries[0].value.range.description == "a.yml:1:4")
    let items = try #require(entries[1].value.items)
    #expect(items.map(\.range.description) == ["a.yml:3:5", "a.yml:4:5"])
    #expect(items[1].range.end == SourceRange.Position(line: 4, column: 10))
    #expect(items[1].scalar == YAMLScalar(text: "y z", isPlain: false))
  }

  @Test func `columns count characters, not bytes`() throws {
    let root = try tree("{ größe: 1, 名前: 2, x: 3 }")
    #expect(root.entries?.map(\.key.range.start.column) == [3, 13, 20])
  }

  @Test func `lines may end in any way`() throws {
    for ending in ["\n", "\r\n", "\r"] {
      let root = try tree("a: 1\(ending)b: 2\(ending)")
      #expect(root.entries?.map(\.key.range.start.line) == [1, 2])
    }
  }

  @Test func `a byte order mark is not there`() throws {
    let root = try tree("\u{FEFF}a: 1")
    #expect(root.entries?.map(\.key.value) == ["a"])
    #expect(root.entries?[0].key.range.description == "a.yml:1:1")
  }

  @Test func `in JSON, two escapes are one character, and columns stay those of the text`() throws {
    let root = try tree(
      #"{"a\\ud83d": "\ud83d\ude00b\uD83D\uDE00\u00e9", "x": ["\"\ud83d\ude00", 2]}"# + "\n")
    #expect(root.json == #"{"a\\ud83d":"😀b😀é","x":["\"😀",2]}"#)
    let entries = try #require(root.entries)
    #expect(entries.map(\.key.range.start.column) == [2, 49])
    let items = try #require(entries[1].value.items)
    #expect(items.map(\.range.start.column) == [55, 73])
    #expect(items[0].range.end.column == 71)
    let next = try tree("[\"\\ud83d\\ude00\",\n 1, \"\\ud83d\\ude00\", 2]")
    #expect(next.items?.map(\.range.description) == ["a.yml:1:2", "a.yml:2:2", "a.yml:2:5", "a.yml:2:21"])
  }

  @Test(arguments: [
    #"{"b": "\ud83d\ude00", "a": "x\ud83d"}"#, #"{"b": "\ud83d\ude00", "a": "x\ude00\ud83d"}"#,
    #"{"b": "\ud83d\ude00", "a": "x\ud83d\u0061"}"#, #"{"b": "\ud83d\ude00", "a": "x\ud83d\ude0"}"#,
    #"{"b": "\ud83d\ude00", "a": "x\ud83d"#,
  ])
  func `half a character is refused where it is`(text: String) throws {
    let error = #expect(throws: Diagnostic.self) { try tree(text) }
    #expect(error?.message.contains("not YAML") == true)
    #expect(error?.line == 1)
    #expect(error?.column == 32)
  }

  @Test func `outside JSON, escapes that YAML does not have stay what they are`() throws {
    let pair = #"\ud83d\ude00"#
    for text in ["a: '\(pair)'", "a: |-\n  \(pair)", "a: \(pair)", "{a: '\(pair)'}"] {
      #expect(try tree(text).entries?.first?.value.scalar?.text == pair)
    }
    #expect(try tree("{a: x\"\(pair)\"}").entries?.first?.value.scalar?.text == "x\"\(pair)\"")
    #expect(try tree("{} # \"\(pair)\"").entries?.isEmpty == true)
  }

  @Test func `an alias is the value of its anchor`() throws {
    let root = try tree("a: &x [1, 2]\nb: *x\n")
    #expect(root.json == #"{"a":[1,2],"b":[1,2]}"#)
    #expect(root.size == 9)
  }

  @Test func `merged keys come last and lose`() throws {
    let root = try tree("base: &b { x: 1, y: 2 }\nmore: &m { y: 3, z: 4 }\nall: { <<: [*b, *m], x: 0 }\n")
    #expect(root.entries?.last?.value.json == #"{"x":0,"y":2,"z":4}"#)
  }

  @Test func `a key in quotes is no merge`() throws {
    #expect(try tree("{ '<<': 1 }").json == #"{"<<":1}"#)
  }

  @Test func `nothing is a value that is absent`() throws {
    let root = try tree("a:\nb: ''\nc: ~\n")
    #expect(root.entries?.map(\.value.isAbsent) == [true, false, false])
  }
}
