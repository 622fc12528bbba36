import Testing

@testable import RowsmithModel

/// Words that were probably meant.
struct SuggestionTests {
  @Test(arguments: [
    ("albms", "albums"), ("ablums", "albums"), ("Albums", "albums"), ("album", "albums"), ("alums", "albums"),
  ])
  func `a mistyped word is recognised`(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, in: ["members", "albums", "name"]) == meant)
  }

  @Test(arguments: ["banana", "x", "", "mem", "alb"])
  func `what is not near is nothing`(word: String) {
    #expect(Suggestion.nearest(to: word, in: ["members", "albums"]) == nil)
  }

  @Test func `the first of two that are as near is taken`() {
    #expect(Suggestion.nearest(to: "cat", in: ["bat", "rat"]) == "bat")
    #expect(Suggestion.nearest(to: "cat", in: ["rat", "bat"]) == "rat")
  }

  @Test func `another spelling of the same letters is nearer than anything else`() {
    #expect(Suggestion.nearest(to: "import_name", in: ["ImportNames", "ImportName"]) == "ImportName")
  }

  @Test func `a short word is not another short word`() {
    #expect(Suggestion.nearest(to: "a", in: ["b", "c"]) == nil)
    #expect(Suggestion.nearest(to: "id", in: ["to"]) == nil)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("ab", "ba", 1), ("name", "nmae", 1),
    ("same", "same", 0),
  ])
  func `edit distance counts letters`(first: String, second: String, distance: Int) {
    #expect(EditDistance.between(first, second) == distance)
    #expect(EditDistance.between(second, first) == distance)
  }
}
