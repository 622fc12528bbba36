import Rowsmith
import Testing

/// Locations in a document, as messages write them.
@Suite struct JSONPathTests {
  @Test(arguments: [
    (["a"], "$.a"), (["a", "b_c", "d-e"], "$.a.b_c.d-e"), (["größe", "名前"], "$.größe.名前"),
    (["a b"], "$[\"a b\"]"),
    ([""], "$[\"\"]"), (["a.b"], "$[\"a.b\"]"), (["12"], "$[12]"), (["-1"], "$[-1]"), (["1a"], "$.1a"),
    (["a\"b"], #"$["a\"b"]"#), (["a\nb"], #"$["a\nb"]"#), (["$"], "$[\"$\"]"),
    (["a", "", "b"], "$.a[\"\"].b"), ([], "$"),
  ])
  func `a key that is no plain name is in quotes`(keys: [String], text: String) {
    #expect(keys.reduce(JSONPath()) { $0.appending(key: $1) }.description == text)
  }

  @Test func `an index is in brackets`() {
    var path = JSONPath().appending(key: "a").appending(index: 0)
    path.append(index: 12)
    path.append(key: "b")
    #expect(path.description == "$.a[0][12].b")
  }
}
