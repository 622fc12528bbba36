import Testing

@testable import Rowsmith

@Suite struct ImportReferenceTests {
  private let page: Page

  init() throws { page = try Page("Sources/Rowsmith/Rowsmith.docc/Importing.md") }

  @Test func `every option of an import is described`() throws {
    let section = try #require(page.section("What can be read"))
    // Those are the engine's own: its tests make small documents count as large, `evolve` asks what a model lacks and reads
    // `[]` as null, a table has fields for what other records have, and the client keeps rows that no server knows
    // and looks for values that it has as well.
    let options = Mirror(reflecting: ImportOptions()).children.compactMap(\.label)
      .filter {
        ![
          "lateIndexBytes", "repeatedObjectBytes", "rowsBeforeQueue", "rootRows", "model",
          "findsContradictions", "findsNewKeys", "findsAllRoots", "readsEmptyArrays", "readsTables",
          "keptRows", "confirmed",
        ].contains($0)
      }
    #expect(options.count > 5)
    for option in options { #expect(section.contains("| `\(option)` |"), "\(option)") }
    for policy in InvalidRecordPolicy.allCases { #expect(section.contains("`\(policy.rawValue)`")) }
  }

  @Test func `every field of the report is described`() throws {
    let section = try #require(page.section("The report"))
    let stored: [Any] = [ImportReport(), ImportReport.Findings()]
    let fields = stored.flatMap { Mirror(reflecting: $0).children.compactMap(\.label) }
    #expect(fields.contains("entities") && fields.contains("unknownKeys"))
    // What is found is stored apart from the counts. `evolve` alone reads empty arrays as null, and a sync alone needs all root
    // records that were left out.
    for field in fields where !["found", "emptyArrays", "unlistedRoots"].contains(field) {
      #expect(section.contains("`\(field)`"), "\(field)")
    }
  }

  @Test func `every policy has its row`() throws {
    let section = try #require(page.section("Relationships"))
    for policy in Schema.MergePolicy.allCases { #expect(section.contains("\n| `\(policy.rawValue)` |")) }
  }
}
