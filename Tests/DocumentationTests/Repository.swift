import Foundation

/// The files of this repository, found from this file.
enum Repository {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Where the articles are.
  static let catalogue = "Sources/Rowsmith/Rowsmith.docc"

  /// Where those on the client, and on synchronisation, are.
  static let otherCatalogues = [
    "Sources/RowsmithClient/RowsmithClient.docc", "Sources/RowsmithSync/RowsmithSync.docc",
  ]

  /// The pages that are checked, by their path from the top of the repository.
  static let pages: [String] =
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + ([catalogue] + otherCatalogues).flatMap(articles)

  private static func articles(in folder: String) -> [String] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" }
  }

  /// The files of the modules that apps see.
  static let sources: [String] = [
    "Sources/Rowsmith", "Sources/RowsmithSchema", "Sources/RowsmithAPI", "Sources/RowsmithClient",
    "Sources/RowsmithCurl", "Sources/RowsmithLive", "Sources/RowsmithSync", "Sources/RowsmithTesting",
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
