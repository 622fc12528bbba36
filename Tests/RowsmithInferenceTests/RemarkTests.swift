import Rowsmith
import RowsmithInference
import Testing

/// What comments say of values that no type shows, and types that a name decides.
@Suite struct RemarkTests {
  @Test(
    arguments: [
      (["null"], "JSON?  # only null was seen"), (["[]"], "JSON  # always empty"),
      (["[]", "null"], "JSON?  # always empty; null in 1 of 2"),
      (["[[1]]"], "JSON"), (["[1, \"a\"]"], "JSON"), (["[1, null]"], "JSON"),
      (["{}", "[1]"], "JSON  # an object in 1, a list in 1"),
      (["{\"a\": 1}", "3", "4"], "JSON  # an object in 1, a scalar in 2"),
      (["[1]", "3"], "JSON  # a list in 1, a scalar in 1"),
      (["{\"a\": 1}", "[1]", "\"x\""], "JSON  # an object in 1, a list in 1, a scalar in 1"),
      (
        ["{\"2020-01-01\": 1, \"2020-01-02\": \"a\", \"2020-01-03\": true}", "{}"],
        "JSON  # its keys are data"
      ),
      (["true", "false"], "Bool"), (["true", "null"], "Bool?  # null in 1 of 2"),
      (["true", "\"a\"", "1"], "JSON  # text in 1, a number in 1, true or false in 1"),
    ] as [([String], String)])
  func `what was seen of a value that has no narrower type is said`(values: [String], type: String) throws {
    #expect(try ModelDraft.type(of: values) == type)
  }

  private static let uuid = "0d9f9a3c-7e60-4c1b-8a6b-1f2e3d4c5b6a"

  @Test(arguments: [
    ([uuid], "UUID"),
    ([uuid.uppercased()], "String  # a UUID with capitals, which the type UUID would write small"),
    ([uuid, uuid.uppercased()], "String  # a UUID with capitals, which the type UUID would write small"),
    ([uuid, "a"], "String"), ([uuid.replacing("-", with: "")], "String"), ([uuid + "0"], "String"),
    (["https://example.com/a", "http://example.com"], "URL"), (["mailto:a@example.com"], "String"),
    (["https://example.com/a b"], "String"), (["//example.com/a"], "String"), (["https://"], "String"),
    (["/a/b"], "String"),
    (["https://example.com", ""], "String"),
  ])
  func `a text is a UUID or an address if each is one, written so`(texts: [String], type: String) throws {
    #expect(try ModelDraft.type(of: texts.map { "\"\($0)\"" }) == type)
  }

  private static let short = "aGVsbG8gd29ybGQhIQ=="
  private static let long = String(repeating: "aGVs", count: 15) + "aA=="

  @Test(arguments: [
    // A name that says so, or so much that it can be nothing else.
    ("data", [short], "Data"), ("content", [short], "Data"), ("file_bytes", [short], "Data"),
    ("blob", [short], "Data"), ("b64", [short], "Data"), ("clientCertificate", [short], "Data"),
    ("token", [short], "String"), ("data_type", [short], "String"), ("token", [long], "Data"),
    ("token", [long, short], "String"), ("token", [String(long.dropFirst(4))], "String"),
    // One that is padded shows that none is another text of such letters; all must be whole.
    ("data", ["aGVsbG8gd29ybGQh"], "String"), ("data", [short, "aGVsbG8gd29ybGQh"], "Data"),
    ("data", ["aGVsbG8gd29yZA==", "aGVsbG8gYQ=="], "String"),
    ("data", [short, "aGVsbG8gd29ybGQhI"], "String"),
    ("data", [short, "hello, hello, hello!"], "String"),
  ])
  func `base64 is data under a name that says so, or where it is long`(
    name: String, texts: [String], type: String
  ) throws {
    #expect(try ModelDraft.type(of: texts.map { "\"\($0)\"" }, named: name) == type)
  }

  @Test(arguments: [
    // Eight of a name that has words, and three times as many as words; forty and eight times for any other.
    ("status", 8, 2, true), ("status", 7, 2, false), ("status", 9, 3, true), ("status", 8, 3, false),
    ("order_state", 8, 2, true), ("priorities", 8, 2, true), ("gender", 8, 2, true),
    ("stateful", 8, 2, false),
    ("colour", 40, 5, true), ("colour", 39, 4, false), ("colour", 40, 6, false), ("status", 48, 16, true),
    ("status", 60, 17, false),
  ])
  func `few words are an enum, fewer of them under a name that has words`(
    name: String, records: Int, words: Int, isEnum: Bool
  ) throws {
    let values = (0..<records).map { "\"w\(String(UnicodeScalar(UInt8(97 + $0 % words))))\"" }
    let draft = try ModelDraft.of(values: values, named: name)
    #expect(draft.enums.count == (isEnum ? 1 : 0))
    #expect(draft.enums.first.map { $0.values.count } ?? words == words)
  }
}
