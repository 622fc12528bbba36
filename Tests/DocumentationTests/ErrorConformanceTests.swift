import Foundation
import Testing

/// Every public type of error has a sentence for people.
struct ErrorConformanceTests {
  @Test
  func `every public error is a localized one`() throws {
    let folder = Repository.root.appendingPathComponent("Sources").path
    let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap { $0 as? String }
    let sources = try files.filter { $0.hasSuffix(".swift") }.sorted().map {
      try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8)
    }
    let text = sources.joined(separator: "\n")
    let types = text.matches(of: /public (?:struct|enum) (\w+): Error\b/).map { String($0.1) }
    #expect(types.contains("StoreError"))
    #expect(types.contains("JSONError"))
    for type in types {
      #expect(text.contains("\(type): LocalizedError {"), "\(type) is no LocalizedError")
    }
  }
}
