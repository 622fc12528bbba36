import Testing

@testable import RowsmithModel

/// The bound of all suggestions of a model.
struct SuggestionSearchTests {
  @Test func `words are compared until there were too many`() {
    let search = SuggestionSearch()
    let known = (0..<1000).map { "word\($0)" }
    var found = 0
    for _ in 0..<200 where search.nearest(to: "wrd1", in: known) == "word1" { found += 1 }
    #expect(found == SuggestionSearch.most / known.count)
    #expect(search.compared == SuggestionSearch.most)
  }

  @Test func `the words are not even listed beyond that`() {
    let search = SuggestionSearch()
    let known = Array(repeating: "word", count: SuggestionSearch.most)
    _ = search.nearest(to: "wrd", in: known)
    var isListed = false
    func list() -> [String] {
      isListed = true
      return known
    }
    #expect(search.nearest(to: "wrd", in: list()) == nil)
    #expect(!isListed)
  }
}
