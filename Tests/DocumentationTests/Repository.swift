import Foundation

/// The files of this repository, found from this file.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Where the articles are.
  static let catalogue = "Sources/Rowsmith/Rowsmith.docc"

  /// The pages that are checked, by their path from the top of the repository.
  static let pages: [String] = {
    let folder = root.appendingPathComponent(catalogue).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
      + names.filter { $0.hasSuffix(".md") }.sorted().map { "\(catalogue)/\($0)" } + clientPages
  }()

  /// The articles on the client.
  static let clientCatalogue = "Sources/RowsmithClient/RowsmithClient.docc"

  private static let clientPages: [String] = {
    let folder = root.appendingPathComponent(clientCatalogue).path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(clientCatalogue)/\($0)" }
  }()

  /// The files of the modules that apps see.
  static let sources: [String] = [
    "Sources/Rowsmith", "Sources/RowsmithSchema", "Sources/RowsmithAPI", "Sources/RowsmithClient",
    "Sources/RowsmithCurl",
    "Sources/RowsmithTesting",
  ].flatMap { folder in
    let names = FileManager.default.enumerator(atPath: root.appendingPathComponent(folder).path)
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  static func text(of path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
  }
}
