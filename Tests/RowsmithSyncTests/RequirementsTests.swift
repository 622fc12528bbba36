import Foundation
import Testing

/// `Requirements.md` names tests that there are.
@Suite struct RequirementsTests {
  private static let folder = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()

  private static func source() throws -> String {
    let tests = folder.deletingLastPathComponent()
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    var text = ""
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "swift" { text += try String(contentsOf: file, encoding: .utf8) }
    }
    return text
  }

  @Test func `each requirement is there, and each test that it names`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "Requirements.md"), encoding: .utf8)
    let source = try Self.source()
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let numbers = rows.compactMap { $0.dropFirst(2).split(separator: " ").first.flatMap { Int($0) } }
    #expect(numbers == Array(1...30))
    for name in text.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter({
      $0.offset % 2 == 1
    }) {
      let parts = name.element.split(separator: ".")
      guard let type = parts.first, type.hasSuffix("Tests") else { continue }
      #expect(source.contains("struct \(type)"), "\(name.element)")
      if parts.count == 2 { #expect(source.contains("func \(parts[1])("), "\(name.element)") }
    }
  }

  @Test func `each test with a number in its name stands beside that number`() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "Requirements.md"), encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let proof = Self.folder.appending(path: "Proof")
    for file in try FileManager.default.contentsOfDirectory(at: proof, includingPropertiesForKeys: nil) {
      let source = try String(contentsOf: file, encoding: .utf8)
      for part in source.components(separatedBy: "@Test(").dropFirst() {
        guard let name = part.components(separatedBy: "\"").dropFirst().first,
          let head = name.split(separator: ":").first
        else { continue }
        for number in head.split(separator: ",").compactMap({ Int($0.filter { $0 != " " }) }) {
          let suite = file.deletingPathExtension().lastPathComponent
          let row = rows.first { $0.hasPrefix("| \(number) |") }
          #expect(row?.contains(suite) == true || row?.contains("(\(number))") == true, "\(number): \(suite)")
        }
      }
    }
  }
}
