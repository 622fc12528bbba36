import RowsmithAPI
import RowsmithSchema
import Testing

@testable import RowsmithModel

@Suite struct LanguageReferenceTests {
  private let page: Page

  init() throws { page = try Page("Sources/Rowsmith/Rowsmith.docc/Language.md") }

  @Test(arguments: Vocabulary.Place.allCases) func `every key is described where it may stand`(
    place: Vocabulary.Place
  ) throws {
    let title =
      switch place {
      case .model: "The top of a file"
      case .defaults: "`defaults`"
      case .enumeration: "`enums`"
      case .value: "`values`"
      case .entity: "Entities"
      case .attribute: "Attributes"
      case .relationship: "Relationships"
      case .discriminator: "Inheritance"
      case .member: "Documents"
      case .api, .error, .batch: "The server"
      case .route: "Routes"
      case .paging, .incremental: "Pages"
      case .sync: "Synchronisation"
      case .history: "History"
      case .search: "Search"
      case .entitySync: "Entities that synchronise"
      }
    let section = try #require(page.section(title))
    for key in place.keys { #expect(section.contains("`\(key)`"), "\(key) in \(place.name)") }
  }

  @Test func `every key that is described exists`() {
    let keys = Set(Vocabulary.Place.allCases.flatMap(\.keys))
    for title in [
      "The top of a file", "`defaults`", "Entities", "Attributes", "Relationships", "The server", "Routes",
      "Synchronisation", "Entities that synchronise", "History",
    ] {
      for line in (page.section(title) ?? "").split(separator: "\n") where line.hasPrefix("| `") {
        let key = line.split(separator: "`")[1]
        #expect(keys.contains(String(key)), "\(key)")
      }
    }
  }

  @Test func `every type, format, casing and transform is described`() {
    let words =
      Schema.ScalarType.names + DateFormatName.names + BuiltInTransform.allCases.map(\.rawValue)
      + Casing.allCases.map(\.rawValue) + Schema.MergePolicy.allCases.map(\.rawValue)
      + Schema.DeleteRule.allCases.map(\.rawValue) + Schema.Prune.allCases.map(\.rawValue)
      + RoutePolicy.allCases.map(\.rawValue) + ["rails", "queue", "link"]
      + ConflictPolicy.allCases.map(\.rawValue) + DeleteConflictPolicy.allCases.map(\.rawValue)
      + KnownSyncServer.allCases.map(\.rawValue) + RelationshipSync.allCases.map(\.rawValue)
      + AttributeSync.allCases.map(\.rawValue)
      + ["shouldImport", "willImport", "didImport", "$key", "$index", "$value", "$rest", "$record"]
    for word in words { #expect(page.text.contains("`\(word)`"), "\(word)") }
  }
}
