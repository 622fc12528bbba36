import Foundation
import TestSupport
import Testing

/// Queries and writes that mean nothing do not compile.
struct CompilerTests {
  /// One statement for each mistake.
  private static let mistakes = [
    #"_ = Band.filter { $0.formed == "1970" }"#,
    "_ = Band.filter { $0.name > 3 }",
    "_ = Band.filter { $0.formd == 1970 }",
    "_ = Band.filter { $0.released == nil }",
    "_ = Band.filter { $0.formed == nil }",
    "_ = Band.filter { $0.name == Album.Columns.name }",
    "_ = Band.filter { Album.Columns.name == $0.name }",
    #"_ = Band.filter { $0.formed.hasPrefix("19") }"#,
    "_ = Band.filter { $0.albums.contains { $0.formed > 1970 } }",
    "_ = Band.order { Album.Columns.name.ascending }",
    "_ = Band.order { (Album.Columns.name, $0.name) }",
    "_ = Band.order { ($0.name, $0.albums) }",
    "_ = Album.order { $0.band.nme }",
    "_ = Band.filter { $0.name }",
    "_ = Band.filter { $0.name && $0.formed > 3 }",
    "_ = Album.filter { $0.band.formed == \"1970\" }",
    "_ = Album.filter { $0.name.formed == 1970 }",
    "let key = 3; _ = Album.filter { $0.band == key }",
    "let keys = [3]; _ = Album.filter { $0.band.isIn(keys) }",
    "_ = Album.filter { $0.band == Musician(name: \"\", born: 1, instruments: \"\") }",
    "_ = Band.all.including { $0.formed }",
    "_ = Band.all.including { Album.Columns.band }",
    "_ = Band.all.including { ($0.albums, $0.name) }",
    "_ = Band.all.including { $0.albums.including { $0.label } }",
    "for band in try store.fetch(Band.all.including { $0.albums }) { _ = band.related.formed }",
    "_ = store.observe(Band.all.values { ($0.name, $0.formed) })",
    "_ = Album.all.sectioned { $0.nme }",
    "_ = Album.filter { $0.band == 3 }",
    "_ = Album.filter { $0.name.matches { $0.formed == 1970 } }",
    "let names: [Int] = try store.fetch(Band.all.values { $0.name }); _ = names",
    "_ = try store.fetch(Band.all.sum { $0.name })",
    "_ = try store.fetch(Band.find(3))",
    "_ = try store.fetch(Band.self)",
    "_ = try store.fetch(Band.all.max { $0.albums })",
    "_ = try store.fetch(Album.related(to: [Album]()) { $0.albums })",
    "_ = try store.write { try $0.update(Album.all) { [$0.label.set(3)] } }",
    "_ = try store.write { try $0.update(Album.all) { [$0.released.set(nil)] } }",
    #"try store.write { try $0.link("Avalon", to: 3, Band.Columns.albums) }"#,
    #"try store.write { try $0.insert("Japan") }"#,
  ]

  /// The same kinds of statement, right.
  private static let right = [
    "_ = Band.filter { $0.formed == 1970 && $0.disbanded != nil }",
    #"_ = Album.filter { $0.band == "Japan" && $0.band.matches { $0.formed > 1970 } }"#,
    "let key = \"Japan\"; _ = Album.filter { $0.band == key && $0.band != Optional(key) && $0.band != nil }",
    "_ = Album.filter { $0.band.isIn([\"Japan\"]) || $0.band == Band(name: \"\", formed: 1) }",
    "_ = Album.filter { $0.band.formed < 1975 && $0.band.name.hasPrefix(\"J\") }",
    "_ = Album.order { ($0.band.name, $0.released.descending, $0.name) }",
    "_ = Musician.all.including { $0.bands.including { ($0.band, $0.musician) } }",
    "let names: [(String, Int?)] = try store.fetch(Album.all.values { ($0.name, $0.band.formed) }); _ = names",
    "_ = store.observe(Album.all.sectioned { $0.label })",
    "_ = Album.all.including { $0.band }.isOneStatement",
    "_ = Band.filter { $0.albums.contains { $0.label == nil } }",
    "_ = BandMember.filter { $0.joined < $0.left }",
    "let names: [String] = try store.fetch(Band.all.values { $0.name }); _ = names",
    "let sum: Int = try store.fetch(Band.all.sum { $0.formed }); _ = sum",
    #"_ = try store.fetch(Band.find("Japan"))"#,
    "for band in try store.fetch(Band.all.including { $0.albums }) { _ = band.related.count }",
    "_ = store.observe(Band.all.including { ($0.albums, $0.members) })",
    "let rows = try store.fetch(.sql(\"SELECT 1\")); _ = rows[0].columns",
    "_ = try store.write { try $0.update(Album.all) { [$0.label.set(nil)] } }",
    #"try store.write { try $0.link("Avalon", to: "Japan", Band.Columns.albums) }"#,
  ]

  @Test
  func `every mistake is an error of the compiler, and nothing else is`() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let statements = Self.mistakes + Self.right
    let functions = statements.enumerated().map { "func f\($0)(_ store: Store) throws { \($1) }" }
    let file = folder.appendingPathComponent("Statements.swift")
    // The first statement is on the second line.
    try "import Bands; import Foundation; import Rowsmith\n\(functions.joined(separator: "\n"))\n"
      .write(to: file, atomically: true, encoding: .utf8)
    let output = try typecheck(file)
    let lines = output.split(separator: "\n").compactMap { line -> Int? in
      guard line.hasPrefix(file.path), line.contains(": error: ") else { return nil }
      return Int(line.dropFirst(file.path.count + 1).prefix { $0.isNumber })
    }
    let wrong = Set(lines.map { $0 - 2 })
    for (index, statement) in statements.enumerated() {
      #expect(wrong.contains(index) == (index < Self.mistakes.count), "\(statement)")
    }
    #expect(wrong.allSatisfy(statements.indices.contains), "\(output)")
  }

  private func typecheck(_ file: URL) throws -> String {
    let products = Self.products.appendingPathComponent("Modules")
    try #require(FileManager.default.fileExists(atPath: products.path), "\(products.path)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "swiftc", "-typecheck", "-swift-version", "6", "-I", products.path, "-Xcc",
      "-fmodule-map-file=\(Repository.path("Sources/CSQLite/module.modulemap"))", file.path,
    ]
    return try process.printed()
  }

  /// Where the build put the tests, and the modules beside them.
  private static let products: URL = {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    return (bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])).deletingLastPathComponent()
  }()
}
