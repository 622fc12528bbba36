import Foundation
import Testing

/// What an app can see is described, cases and requirements included, of which the linter of the format asks nothing.
@Suite struct CoverageTests {
  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { var identifier: String }
      struct Comment: Decodable {}
      struct Location: Decodable {}

      var kind: Kind
      var pathComponents: [String]
      var docComment: Comment?
      /// Missing of what the compiler made by itself.
      var location: Location?
    }

    var symbols: [Symbol]
  }

  @Test(arguments: ["Rowsmith", "RowsmithSchema", "RowsmithClient", "RowsmithSync", "RowsmithTesting"])
  func `every public declaration is described`(module: String) throws {
    let symbols = try symbols(of: module)
    #expect(symbols.count > 50)
    #expect(symbols.contains { $0.kind.identifier == "swift.enum.case" })
    #expect(bare(symbols) == [])
  }

  @Test func `every public declaration of live values is described`() throws {
    let symbols = try symbols(of: "RowsmithLive")
    #expect(symbols.count > 8)
    #expect(bare(symbols) == [])
  }

  private func symbols(of module: String) throws -> [SymbolGraph.Symbol] {
    try SymbolGraphs.graph(of: module, as: SymbolGraph.self).symbols
  }

  private func bare(_ symbols: [SymbolGraph.Symbol]) -> [String] {
    symbols.filter { $0.docComment == nil && $0.location != nil }.map {
      $0.pathComponents.joined(separator: ".")
    }
  }
}
