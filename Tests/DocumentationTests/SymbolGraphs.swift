import Foundation
import Testing

/// The symbol graphs of the modules that apps see: every public declaration with its comment. They are extracted once for all
/// tests, which takes seconds.
enum SymbolGraphs {
  private static let texts = Result { try extracted() }

  /// The graph of a module.
  ///
  /// - Parameter type: what a test reads of it.
  static func graph<Graph: Decodable>(of module: String, as type: Graph.Type) throws -> Graph {
    try JSONDecoder().decode(type, from: #require(try texts.get()[module]))
  }

  private static func extracted() throws -> [String: Data] {
    let folder = try ScratchFolder()
    let process = Process()
    process.executableURL = Repository.root.appendingPathComponent("Scripts/documentation")
    process.arguments = ["--no-build", "--symbols", folder.path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    var texts: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where name.hasSuffix(".symbols.json") {
      let url = URL(fileURLWithPath: folder.file(name))
      texts[String(name.dropLast(".symbols.json".count))] = try Data(contentsOf: url)
    }
    return texts
  }
}
