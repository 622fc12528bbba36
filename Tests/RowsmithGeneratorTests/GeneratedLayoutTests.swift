import RowsmithSchema
import Testing

@testable import RowsmithGenerator

/// How declarations are laid out: lines of at most 100 columns, as `swift format` leaves them.
@Suite struct GeneratedLayoutTests {
  private func lines(_ declaration: Declaration, access: AccessLevel = .internal) -> [String] {
    var writer = SourceWriter()
    Renderer(access: access).write(declaration, to: &writer)
    return writer.lines
  }

  @Test(arguments: [
    // `/// ` and 96 characters are the whole line.
    (String(repeating: "a", count: 47) + " " + String(repeating: "b", count: 48), 1),
    (String(repeating: "a", count: 47) + " " + String(repeating: "b", count: 49), 2),
    (String(repeating: "a", count: 200), 1), ("  " + String(repeating: "a", count: 200), 1), ("", 1),
    ("\n", 2),
    ("a\n\n\nb", 4), ("a\r\nb", 2), ("a  b", 1),
  ])
  func `documentation is broken where a line would not fit`(text: String, count: Int) {
    var writer = SourceWriter()
    writer.writeDocumentation([text])
    #expect(writer.lines.count == count)
    #expect(writer.lines.allSatisfy { $0.hasPrefix("///") && !$0.hasSuffix(" ") })
  }

  @Test func `documentation inside a type has less room`() {
    let text = String(repeating: "a", count: 47) + " " + String(repeating: "b", count: 48)
    var writer = SourceWriter()
    writer.indent { $0.writeDocumentation([text]) }
    #expect(
      writer.lines == [
        "  /// " + String(repeating: "a", count: 47), "  /// " + String(repeating: "b", count: 48),
      ])
  }

  @Test(arguments: [
    (AccessLevel.internal, ""), (.package, "package "), (.public, "public "),
  ])
  func `what is exported has the access level, what is private or inherited not`(
    access: AccessLevel, prefix: String
  ) {
    func property(_ visibility: Visibility) -> [String] {
      lines(
        .property(PropertyDeclaration(visibility: visibility, name: "a", type: "Int", value: .stored)),
        access: access)
    }
    #expect(property(.exported) == ["\(prefix)var a: Int"])
    #expect(property(.inherited) == ["var a: Int"])
    #expect(property(.private) == ["private var a: Int"])
  }

  @Test func `an extension has no access level of its own`() {
    #expect(
      lines(.type(TypeDeclaration(kind: .extension, name: "A", members: [])), access: .public)
        == ["nonisolated extension A {", "}"])
  }

  @Test func `conformances that do not fit are broken behind the first one`() {
    let long = (1...3).map { String(repeating: "\($0)", count: 40) }
    #expect(
      lines(.type(TypeDeclaration(kind: .structure, name: "A", conformances: long, members: [])))
        == ["nonisolated struct A: \(long[0]),", "  \(long[1]), \(long[2])", "{", "}"])
    let one = String(repeating: "x", count: 90)
    #expect(
      lines(.type(TypeDeclaration(kind: .structure, name: "A", conformances: [one], members: [])))
        == ["nonisolated struct A:", "  \(one)", "{", "}"])
  }

  @Test(arguments: [(23, [23, 0, 0, 0]), (0, [0, 0, 0, 0]), (1, [1, 0, 0, 0])])
  func `a model with fewer than 24 entities has its records in one file`(count: Int, sizes: [Int]) {
    let shards = RecordShards.split(GeneratedFileTests.large(count).entities)
    #expect(shards.map(\.count) == sizes)
    #expect(shards[0].map(\.name) == (0..<count).map { "Entity\($0)" })
  }

  @Test func `from 24 entities on each has its file, in the order of the model`() {
    let entities = GeneratedFileTests.large(24).entities
    let shards = RecordShards.split(entities)
    #expect(shards.allSatisfy { $0.count < 24 })
    #expect(shards.map(\.count).reduce(0, +) == 24)
    let places = shards.map { shard in shard.compactMap { entities.firstIndex(of: $0) } }
    #expect(places.allSatisfy { $0 == $0.sorted() })
    // The order of the model decides nothing about the file.
    let reversed = RecordShards.split(entities.reversed())
    #expect(reversed.map { Set($0.map(\.name)) } == shards.map { Set($0.map(\.name)) })
  }

  @Test func `the files have these names, which builds know`() {
    #expect(
      GeneratedFile.names == [
        "RowsmithModel.generated.swift", "RowsmithSchema.generated.swift",
        "RowsmithEnumerations.generated.swift",
        "RowsmithRecords.generated.swift", "RowsmithRecords2.generated.swift",
        "RowsmithRecords3.generated.swift", "RowsmithRecords4.generated.swift",
        "RowsmithClient.generated.swift",
        "RowsmithSync.generated.swift",
      ])
  }
}
