import RowsmithModel
import Testing

/// What is wrong with a file before anything of the language is read.
struct FileDiagnosticTests {
  @Test func `an empty file is told how a model begins`() {
    expectDiagnostics(
      of: "",
      """
      1:1: error: the file is empty; a model begins with 'rowsmith: 1'
      """)
  }

  @Test func `a file of comments is an empty file`() {
    expectDiagnostics(
      of: """
        # nothing yet
        """,
      """
      1:1: error: the file is empty; a model begins with 'rowsmith: 1'
      """)
  }

  @Test func `a model begins with its version`() {
    expectDiagnostics(
      of: """
        entities:
          A: { attributes: { a: Int } }
        """,
      """
      1:1: error: the key 'rowsmith' is missing; begin the file with 'rowsmith: 1'
      """)
  }

  @Test func `the only version is 1`() {
    expectDiagnostics(
      of: """
        rowsmith: 2
        entities:
          A: { attributes: { a: Int } }
        """,
      """
      1:11: error: 'rowsmith' is the version of the format and must be 1, found 2
      """)
  }

  @Test func `a version is not text`() {
    expectDiagnostics(
      of: """
        rowsmith: "1"
        entities:
          A: { attributes: { a: Int } }
        """,
      """
      1:11: error: 'rowsmith' is the version of the format and must be 1, found '1'
      """)
  }

  @Test func `a model is a mapping`() {
    expectDiagnostics(
      of: """
        - rowsmith: 1
        """,
      """
      1:1: error: a model must be a mapping, found a list
      """)
  }

  @Test func `what is not YAML says where and why`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { a: Int }
          B: { attributes: { a: Int } }
        """,
      """
      4:3: error: this is not YAML: did not find expected ',' or '}' (while parsing a flow mapping that begins \
      on line 3)
      """)
  }

  @Test func `an unclosed quote is not YAML`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { doc: "open }
        """,
      """
      3:13: error: this is not YAML: found unexpected end of stream (while scanning a quoted scalar)
      """)
  }

  @Test(arguments: ["'", "\""])
  func `a quote that nothing closes is shown where it is, not at the end of the file`(_ quote: String) {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { doc: \(quote)open, attributes: { a: Int } }
          B: { attributes: { b: Int } }
          C: { attributes: { c: Int } }
        """,
      """
      3:13: error: this is not YAML: found unexpected end of stream (while scanning a quoted scalar)
      """)
  }

  @Test(arguments: ["b Int", "b:Int", "'b' Int"])
  func `a missing colon is shown on its line`(_ attribute: String) {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              a: Int
              \(attribute)
              c: Int
        """,
      """
      6:7: error: this is not YAML: could not find expected ':' (while scanning a simple key)
      """)
  }

  @Test func `a missing colon is shown at the key above what is indented below it`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            PrimaryKey: a
            attributes
              a: Int
        """,
      """
      5:5: error: this is not YAML: could not find expected ':' (while scanning a simple key)
      """)
  }

  @Test func `a bracket that nothing closes is named with its line`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            relationships:
              a: [B
              b: [C]
        """,
      """
      6:8: error: this is not YAML: did not find expected ',' or ']' (while parsing a flow sequence that \
      begins on line 5)
      """)
  }

  @Test func `a wrong indentation is not YAML`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              a: Int
             b: Int
        """,
      """
      6:6: error: this is not YAML: did not find expected key (while parsing a block mapping)
      """)
  }

  @Test func `a tab does not indent`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
        \tA: { attributes: { a: Int } }
        """,
      """
      3:1: error: YAML is indented with spaces; replace this tab
      """)
  }

  @Test func `an optional list needs quotes`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              a: [Int]?
        """,
      """
      5:15: error: a '?' after a bracket needs quotes in YAML; write "[Int]?"
      """)
  }

  @Test func `an optional map needs quotes`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            relationships:
              a: {B}?
        """,
      """
      5:13: error: a '?' after a bracket needs quotes in YAML; write "{B}?"
      """)
  }

  @Test func `a control character is not YAML`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: \u{1}
        """,
      """
      2:11: error: this is not YAML: control characters are not allowed
      """)
  }

  @Test func `a key is there once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        defaults: { MergePolicy: Merge }
        entities:
          A: { attributes: { a: Int } }
          A: { attributes: { b: Int } }
        defaults: { coerce: true }
        """,
      """
      5:3: error: the key 'A' is given twice; it is already on line 4
      6:1: error: the key 'defaults' is given twice; it is already on line 2
      """)
  }

  @Test func `an attribute is there once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              name: String
              name: Int
        """,
      """
      6:7: error: the key 'name' is given twice; it is already on line 5
      """)
  }

  @Test func `a key is a word`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        ? [entities]
        : 1
        entities: { A: { attributes: { a: Int } } }
        """,
      """
      2:3: error: a key must be a word, found a list
      """)
  }

  @Test func `tags mean nothing`() {
    expectDiagnostics(
      of: """
        rowsmith: !!int 1
        entities: !mine { A: { attributes: { a: Int } } }
        """,
      """
      1:11: error: the tag '!!int' means nothing in a model; remove it
      2:11: error: the tag '!mine' means nothing in a model; remove it
      """)
  }

  @Test func `a file holds one model`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { a: Int } } }
        ---
        rowsmith: 1
        """,
      """
      3:1: error: a file holds one model; remove this second YAML document or move it to a file of its own
      """)
  }

  @Test func `an alias needs its anchor`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: *base }
        """,
      """
      2:16: error: the alias '*base' has no anchor; write '&base' before the value it stands for
      """)
  }

  @Test func `only mappings are merged`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes: { <<: Int, a: Int }
        """,
      """
      4:23: error: '<<' merges a mapping or a list of mappings, found 'Int'
      """)
  }

  @Test func `a mistake behind two aliases is one mistake`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: &shared { a: Strin } }
          B: { attributes: *shared }
        """,
      """
      3:33: error: unknown type 'Strin'; did you mean 'String'?
      """)
  }

  @Test(arguments: [
    "a: { type: \"[Int]?\", doc: Sizes: small first }", "a: { type: Int, doc: @home } # was [Int]?",
  ])
  func `another mistake beside an optional list is not about its quotes`(attribute: String) throws {
    let text = "rowsmith: 1\nentities:\n  A:\n    attributes:\n      \(attribute)\n"
    let found = ModelCompiler.compile([ModelSource(path: "Model.yml", text: text)], name: "Model").diagnostics
    #expect(try #require(found.first).description.contains("error: this is not YAML"))
  }
}
