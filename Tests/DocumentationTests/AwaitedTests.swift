import Foundation
import Testing

/// What blocks its caller can be awaited, too.
@Suite struct AwaitedTests {
  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Kind: Decodable { var identifier: String }
      struct Fragment: Decodable { var spelling: String }

      var kind: Kind
      var pathComponents: [String]
      var declarationFragments: [Fragment]

      var words: Set<String> { Set(declarationFragments.map(\.spelling)) }
    }

    var symbols: [Symbol]
  }

  /// What throws and is not awaited: it does no input or output, or OpeningAStore.md says why.
  private static let others: Set<String> = [
    // Reads the text of a key, and what a request is: no input or output.
    "key(of:parsing:)", "state(of:)", "state(of:key:)", "conflicts(of:key:openOnly:)", "contents()",
    // What it gives is iterated with await.
    "observe(_:)",
    // Belongs to the task that makes it.
    "jsonProducer(options:)",
  ]

  @Test(arguments: [
    ("Rowsmith", ["Store"]), ("RowsmithClient", ["Client", "RequestQueue", "ServerList", "GeneratedClient"]),
    ("RowsmithSync", ["SyncSession"]),
  ])
  func `each call that blocks has one that is awaited beside it`(module: String, types: [String]) throws {
    var (blocking, awaited): ([String: Int], [String: Int]) = ([:], [:])
    for symbol in try symbols(of: module)
    where ["swift.method", "swift.type.method"].contains(symbol.kind.identifier)
      && symbol.pathComponents.count == 2 && types.contains(symbol.pathComponents[0])
    {
      let name = symbol.pathComponents[1]
      if symbol.words.contains("async") {
        awaited[name, default: 0] += 1
      } else if symbol.words.contains("throws") || name == "close()" {
        blocking[name, default: 0] += 1
      }
    }
    #expect(!awaited.isEmpty)
    for (name, count) in blocking.sorted(by: { $0.key < $1.key }) where !Self.others.contains(name) {
      #expect(awaited[name, default: 0] >= count, "\(name)")
    }
    if module == "Rowsmith" { #expect(blocking.count > 10 && blocking["jsonProducer(options:)"] == 1) }
  }

  private func symbols(of module: String) throws -> [SymbolGraph.Symbol] {
    try SymbolGraphs.graph(of: module, as: SymbolGraph.self).symbols
  }
}
