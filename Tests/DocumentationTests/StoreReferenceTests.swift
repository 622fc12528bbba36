import Rowsmith
import Testing

@Suite struct StoreReferenceTests {
  private let page: Page

  init() throws { page = try Page("Sources/Rowsmith/Rowsmith.docc/OpeningAStore.md") }

  @Test func `every option of a store is described`() throws {
    let section = try #require(page.section("Options"))
    let options = Mirror(reflecting: StoreOptions()).children.compactMap(\.label)
    #expect(options.count > 5)
    // Apps do not see those.
    for option in options where !["internalTables", "leftOut"].contains(option) {
      #expect(section.contains("| `\(option)` |"), "\(option)")
    }
    for policy in StoreOptions.DamagePolicy.allCases { #expect(page.text.contains("`\(policy.rawValue)`")) }
  }

  @Test func `every policy for a changed model is described`() throws {
    let section = try #require(page.section("When the model has changed"))
    for policy in ModelChangePolicy.allCases { #expect(section.contains("| `\(policy.rawValue)` |")) }
  }
}
