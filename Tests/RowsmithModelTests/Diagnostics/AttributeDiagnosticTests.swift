import RowsmithSchema
import Testing

/// Types, dates, defaults and where the JSON holds them.
struct AttributeDiagnosticTests {
  @Test func `an unknown type suggests the nearest`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Status: [a] }
        entities:
          A: { attributes: { a: Strng, b: Stauts, c: integer, d: "[Bol]", e: Banana, f: float, g: \
        boolean? } }
        """,
      """
      4:25: error: unknown type 'Strng'; did you mean 'String'?
      4:35: error: unknown type 'Stauts'; did you mean 'Status'?
      4:46: error: unknown type 'integer'; did you mean 'Int'?
      4:58: error: unknown type 'Bol'; did you mean 'Bool'?
      4:70: error: unknown type 'Banana'; expected Int, Double, Decimal, Bool, String, Date, UUID, URL, \
      Data, JSON or an enumeration
      4:81: error: unknown type 'float'; did you mean 'Double'?
      4:91: error: unknown type 'boolean'; did you mean 'Bool'?
      """)
  }

  @Test func `an entity is no attribute type`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          Band: { attributes: { id: Int } }
          A: { attributes: { band: Band?, bands: [Band], other: Bnd } }
        """,
      """
      4:28: error: 'Band' is an entity; put 'band' under 'relationships'
      4:42: error: 'Band' is an entity; put 'bands' under 'relationships'
      4:57: error: unknown type 'Bnd'; did you mean 'Band'?
      """)
  }

  @Test func `a list of JSON is JSON`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { a: [JSON] } } }
        """,
      """
      2:35: error: a list of JSON values is a JSON value; write 'a: JSON'
      """)
  }

  @Test func `only dates have a date format`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { a: { type: Int, DateFormat: iso8601 } } } }
        """,
      """
      2:60: error: 'DateFormat' is for dates, and 'a' is not one; make its type Date or leave 'DateFormat' out
      """)
  }

  @Test func `a default is of the attribute's kind`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Status: [draft, published] }
        entities:
          A:
            attributes:
              a: { type: Int, default: 1.5 }
              b: { type: Int, default: "1" }
              c: { type: Double, default: .nan }
              d: { type: Bool, default: 1 }
              e: { type: String, default: 1 }
              f: { type: Decimal, default: 1/2 }
              g: { type: Date, default: yesterday }
              h: { type: UUID, default: 123 }
              i: { type: URL, default: "not a url" }
              j: { type: Data, default: "?" }
              k: { type: "[Int]", default: 1 }
              l: { type: "[Int]", default: [1, x] }
              m: { type: Status, default: [draft] }
              n: { type: JSON, default: { a: .inf } }
        """,
      """
      6:32: error: the default of 'a' must be a whole number, found 1.5
      7:32: error: the default of 'b' must be a whole number, found '1'
      8:35: error: the default of 'c' must be a number, found .nan
      9:33: error: the default of 'd' must be true or false, found 1
      10:35: error: the default of 'e' must be text (in quotes where it looks like something else), \
      found 1
      11:36: error: the default of 'f' must be a decimal number, found '1/2'
      12:33: error: the default of 'g' must be a date in the attribute's DateFormat or in ISO 8601, \
      found 'yesterday'
      13:33: error: the default of 'h' must be a UUID, found 123
      14:32: error: the default of 'i' must be a URL, found 'not a url'
      15:33: error: the default of 'j' must be base64 text, found '?'
      16:36: error: the default of 'k' must be a list, found 1
      17:36: error: the default of 'l' must be a list in which every item is a whole number, found a list
      18:35: error: the default of 'm' must be a value of 'Status', found a list
      19:33: error: the default of 'n' must be a value that JSON can hold, found a mapping
      """)
  }

  @Test func `a default of an enumeration is listed`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Status: [draft, published] }
        entities:
          A: { attributes: { a: { type: Status, default: drft }, b: { type: Status, default: gone }, c: { \
        type: "[Status]", default: [draft, publshed] } } }
        """,
      """
      4:50: error: the default of 'a' is 'drft', which is not listed; did you mean 'draft'?
      4:86: error: the default of 'b' is 'gone', which is not listed; expected draft or published
      4:126: error: the default of 'c' is 'publshed', which is not listed; did you mean 'published'?
      """)
  }

  @Test func `a required attribute is not null by default`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { a: { type: Int, default: null }, b: { type: Int?, default: null }, \
        c: { type: Int, default: } } } }
        """,
      """
      2:57: error: the default of 'a' is null, but its type is not optional; add '?' to the type
      2:124: error: the default of 'c' is null, but its type is not optional; add '?' to the type
      """)
  }

  @Test func `null is the default of an enumeration only in quotes, and if it is listed`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        enums: { Kind: ["null", "true", "1"], Other: [a] }
        entities:
          A:
            attributes:
              a: { type: Kind, default: "null" }
              b: { type: Kind, default: null }
              c: { type: Other, default: "null" }
              d: { type: Kind?, default: ~ }
              e: { type: "[Kind]", default: ["null", "1"] }
              f: { type: Kind, default: 1 }
              g: { type: Kind, default: true }
        """,
      """
      7:33: error: the default of 'b' is null, but its type is not optional; add '?' to the type
      8:34: error: the default of 'c' is 'null', which is not listed; expected a
      """)
  }

  @Test func `a transform of the app is a function`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { a: { type: String, Transform: to-upper } } } }
        """,
      """
      2:62: error: 'to-upper' cannot name a transform: the app implements it as a function
      """)
  }

  @Test func `a mistyped transform is probably a built-in one`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { a: { type: String, Transform: lowerCase }, b: { type: String, \
        Transform: slugify }, c: { type: String, Transform: trim } } } }
        """,
      """
      2:62: warning: the transform 'lowerCase' is not built in, so the app must implement it; did you \
      mean 'lowercase'?
      """)
  }

  @Test func `a default is what the transform makes of it`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              a: { type: String, Transform: uppercase, default: chf }
              b: { type: String, Transform: trim, default: " x" }
              c: { type: String?, Transform: emptyToNull, default: "" }
              d: { type: String, Transform: collapseWhitespace, default: "a  b" }
              e: { type: String, Transform: lowercase, default: "a b" }
              f: { type: String, Transform: mine, default: " X " }
        """,
      """
      5:57: warning: the default of 'a' is 'chf', but 'Transform: uppercase' reads this as 'CHF'; write 'CHF'
      6:52: warning: the default of 'b' is ' x', but 'Transform: trim' reads this as 'x'; write 'x'
      7:60: warning: the default of 'c' is '', but 'Transform: emptyToNull' reads this as null; leave the default out
      8:66: warning: the default of 'd' is 'a  b', but 'Transform: collapseWhitespace' reads this as 'a b'; write 'a b'
      """)
  }

  @Test func `two attributes do not import the same key`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes:
              id: Int
              name: String
              title: { type: String, ImportName: name }
              body: { type: String, ImportName: [text, info.body] }
              text: String
              first: { type: Int, ImportName: $index }
              second: { type: Int, ImportName: $index }
              imageURL: URL
              image_url: String
          B: { extends: A, attributes: { label: { type: String, ImportName: [label, name] } } }
        """,
      """
      7:42: error: 'title' imports 'name', which 'name' at Model.yml:6:7 imports already; give one of \
      them another 'ImportName'
      9:7: error: 'text' imports 'text', which 'body' at Model.yml:8:7 imports already; give one of \
      them another 'ImportName'
      11:40: error: 'second' imports '$index', which 'first' at Model.yml:10:7 imports already; give \
      one of them another 'ImportName'
      13:7: warning: 'image_url' reads 'image_url' first, as 'imageURL' at Model.yml:12:7 does, and \
      their types differ; give one of them another 'ImportName'
      """)
  }

  @Test func `a later alternate may be what another attribute reads`() throws {
    let yaml = """
      entities:
        A:
          PrimaryKey: developerID
          attributes:
            developerID: { type: String, ImportName: [developer_id, email] }
            email: String
            title: { type: String, ImportName: [name, e_mail, email] }
      """
    let model = try schema(yaml)
    #expect(Schema.written(try model.attribute("A.developerID").importPaths) == ["developer_id", "email"])
    #expect(Schema.written(try model.attribute("A.email").importPaths) == ["email"])
    #expect(Schema.written(try model.attribute("A.title").importPaths) == ["name", "e_mail", "email"])
  }

  @Test func `a text that is stored has no U+0000`() {
    expectDiagnostics(
      of: #"""
        rowsmith: 1
        enums: { Kind: [a, "b\0"] }
        entities:
          A:
            attributes:
              one: { type: String, default: "a\0b" }
              two: { type: JSON, default: { deep: ["\0"] } }
              three: { type: Int, ImportName: "x\u0000", doc: "\0" }
              four: { type: JSON, default: { "\0": 1 } }
        """#,
      """
      2:20: error: the character U+0000 cannot be part of a text that is stored; leave it out
      6:37: error: the character U+0000 cannot be part of a text that is stored; leave it out
      7:44: error: the character U+0000 cannot be part of a text that is stored; leave it out
      8:39: error: the character U+0000 cannot be part of a text that is stored; leave it out
      9:38: error: the character U+0000 cannot be part of a text that is stored; leave it out
      """)
  }

  @Test func `description is imported once`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { Band: { attributes: { description: String, bandDescription: String } } }
        """,
      """
      2:56: error: 'bandDescription' imports 'description', which 'description' at Model.yml:2:35 \
      imports already; give one of them another 'ImportName'
      """)
  }

  @Test func `an attribute from the key of a map needs a map`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A: { attributes: { id: Int, code: { type: String, ImportName: $key } } }
          B: { attributes: { id: Int }, relationships: { all: { to: [A], MergePolicy: Merge } } }
        """,
      """
      3:31: warning: 'code' can never be set: '$key' needs a map such as {A}, and none holds 'A'
      """)
  }

  @Test func `an attribute from the key of a map is set where records at the top are one`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities:
          A:
            attributes: { id: Int, code: { type: String, ImportName: $key } }
            relationships: { all: { to: [A], MergePolicy: Merge } }
          B: { attributes: { id: Int }, relationships: { one: { to: A?, MergePolicy: Merge, inverse: none } } }
        """, "")
  }

  @Test func `an attribute from a scalar item needs a list`() {
    expectDiagnostics(
      of: """
        rowsmith: 1
        entities: { A: { attributes: { id: { type: Int, ImportName: $value } } } }
        documents: { all: { a: A } }
        """,
      """
      2:32: warning: 'id' can never be set: '$value' needs a list or map, and none holds 'A'
      """)
  }
}
