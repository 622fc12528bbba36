import Foundation
import TestSupport
import Testing

/// Queries and writes that mean nothing do not compile, and the compiler says why.
struct CompilerTests {
  /// For each mistake a statement, what the compiler's error is to point at, and part of what it is to say.
  private static let mistakes: [(statement: String, word: String, error: String)] = [
    (
      #"_ = Band.filter { $0.formed == "1970" }"#, "formed",
      "'Column<Band, Int>' to expected argument type 'Column<Band, String?>'"
    ),
    (
      "_ = Band.filter { $0.name > 3 }", "name",
      "'Column<Band, String>' to expected argument type 'Column<Band, Int?>'"
    ),
    ("_ = Band.filter { $0.formd == 1970 }", "formd", "'Band.Columns' has no member 'formd'"),
    ("_ = Band.filter { $0.released == nil }", "released", "'Band.Columns' has no member 'released'"),
    (
      "_ = Band.filter { $0.formed == nil }", "nil",
      "'nil' is not compatible with expected argument type 'Int'"
    ),
    ("_ = Band.filter { $0.name == Album.Columns.name }", "name }", "'Column<Album, String>'"),
    (
      "_ = Band.filter { Album.Columns.name == $0.name }", "==",
      "'Column<Album, String>' and 'Column<Band, String>'"
    ),
    (#"_ = Band.filter { $0.formed.hasPrefix("19") }"#, "hasPrefix", "'NoSuchMember'"),
    (
      "_ = Band.filter { $0.albums.contains { $0.formed > 1970 } }", "formed",
      "'Album.Columns' has no member 'formed'"
    ),
    (
      "_ = Band.order { Album.Columns.name.ascending }", "ascending",
      "'Ordering<Album>' to closure result type 'Ordering<Band>'"
    ),
    (
      "_ = Band.order { (Album.Columns.name, $0.name) }", "(Album",
      "'(Column<Album, String>, Column<Band, String>)'"
    ),
    ("_ = Band.order { ($0.name, $0.albums) }", "order", "'ToMany<Band, Album>' conform to 'OrderingTerm'"),
    ("_ = Album.order { $0.band.nme }", "nme", "'Band.Columns' has no member 'nme'"),
    (
      "_ = Band.filter { $0.name }", "name",
      "'Column<Band, String>' to closure result type 'Condition<Band>'"
    ),
    (
      "_ = Band.filter { $0.name && $0.formed > 3 }", "name",
      "'Column<Band, String>' to expected argument type 'Condition<Band>'"
    ),
    (#"_ = Album.filter { $0.band.formed == "1970" }"#, "formed", "'Column<Album, Int?>'"),
    ("_ = Album.filter { $0.name.formed == 1970 }", "formed", "'NoSuchMember'"),
    (#"_ = Album.filter { $0.name.lowercased() == "avalon" }"#, "lowercased", "'NoSuchMember'"),
    (
      #"_ = Album.filter { $0.band == nil && $0.label.lowercased() == "eg" }"#, "lowercased",
      "'NoSuchMember'"
    ),
    (
      "_ = Album.order { $0.released.desc }", "desc",
      "'NoSuchMember' to closure result type 'Ordering<Album>'"
    ),
    ("let key = 3; _ = Album.filter { $0.band == key }", "==", "'Column<Album, Reference<Band>?>' and 'Int'"),
    ("let keys = [3]; _ = Album.filter { $0.band.isIn(keys) }", "isIn", "'isIn'"),
    (
      #"_ = Album.filter { $0.band == Musician(name: "", born: 1, instruments: "") }"#, "==",
      "'Column<Album, Reference<Band>?>' and 'Musician'"
    ),
    ("_ = Band.all.including { $0.formed }", "including", "'Int' conform to 'ToOne'"),
    (
      "_ = Band.all.including { Album.Columns.band }", "including",
      "'Band' and 'Column<Album, Reference<Band>?>.Source'"
    ),
    (
      "_ = Band.all.including { ($0.albums, $0.name) }", "including",
      "'(ToMany<Band, Album>, Column<Band, String>)' cannot conform to 'Related'"
    ),
    (
      "_ = Band.all.including { ($0.albums, $0.members, $0.albums, $0.members) }", "including",
      "cannot conform to 'Related'"
    ),
    (
      "_ = Band.all.including { $0.albums.including { $0.label } }", "including { $0.label",
      "'String' conform to 'ToOne'"
    ),
    (
      "for band in try store.fetch(Band.all.including { $0.albums }) { _ = band.related.formed }", "formed",
      "'[Album]' has no member 'formed'"
    ),
    (
      "_ = store.observe(Band.all.values { ($0.name, $0.formed) })", "observe",
      "'(String, Int)' cannot conform to 'Equatable'"
    ),
    ("_ = Album.all.sectioned { $0.nme }", "nme", "'Album.Columns' has no member 'nme'"),
    ("_ = Album.filter { $0.band == 3 }", "3", "'Band.Key' (aka 'String') and 'Int'"),
    ("_ = Album.filter { $0.name.matches { $0.formed == 1970 } }", "matches", "'matches'"),
    ("_ = try store.fetch(Band.all.sum { $0.name })", "name", "'Column<Band, String>'"),
    ("_ = try store.fetch(Band.find(3))", "3", "'Int' to expected argument type 'Band.Key' (aka 'String')"),
    ("_ = try store.fetch(Band.self)", "fetch", "'Band.Type' cannot conform to 'ReadRequest'"),
    ("_ = try store.fetch(Band.all.max { $0.albums })", "max", "'Value'"),
    (
      "_ = try store.fetch(Album.related(to: [Album]()) { $0.albums })", "albums",
      "'Album.Columns' has no member 'albums'"
    ),
    (
      "_ = try store.write { try $0.update(Album.all) { [$0.label.set(3)] } }", "3",
      "'Int' to expected argument type 'Column<Album, String?>'"
    ),
    ("_ = try store.write { try $0.update(Album.all) { [$0.released.set(nil)] } }", "set", "'set'"),
    (
      #"try store.write { try $0.link("Avalon", to: 3, Band.Columns.albums) }"#, "3",
      "'Int' to expected argument type 'Band.Key' (aka 'String')"
    ),
    (#"try store.write { try $0.insert("Japan") }"#, "insert", "'insert'"),
    (#"_ = Band(name: "Japan")"#, ")", "missing argument for parameter 'formed'"),
    ("_ = Band(name: nil, formed: 1)", "nil", "'nil' is not compatible with expected argument type 'String'"),
    ("let bands: [Band] = try store.fetch(Album.all); _ = bands", "fetch", "'[Album]' to type '[Band]'"),
  ]

  /// Errors that the compiler itself cannot explain.
  private static let unexplained = [
    "let names: [Int] = try store.fetch(Band.all.values { $0.name }); _ = names"
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
  func `every mistake is an error of the compiler that points at its word, and nothing else is one`() throws {
    let statements = Self.mistakes.map(\.statement) + Self.unexplained + Self.right
    let errors = try errors(in: statements)
    for (index, mistake) in Self.mistakes.enumerated() {
      let found = errors[index, default: []]
      #expect(
        found.contains { $0.rest.hasPrefix(mistake.word) && $0.message.contains(mistake.error) },
        "\(mistake.statement)\n\(found)")
      #expect(!found.contains { $0.isVague }, "\(mistake.statement)\n\(found)")
    }
    let right = statements.count - Self.right.count
    for index in Self.mistakes.count..<right { #expect(errors[index] != nil, "\(statements[index])") }
    for index in right..<statements.count {
      #expect(errors[index] == nil, "\(statements[index])\n\(errors[index, default: []])")
    }
    #expect(errors.keys.allSatisfy(statements.indices.contains), "\(errors)")
  }

  /// An error of the compiler.
  private struct CompilerError {
    /// The source from the place where it points, to the end of the line.
    var rest: Substring
    var message: Substring

    /// Whether it does not say what is wrong.
    var isVague: Bool {
      ["failed to produce", "unable to type-check", "ambiguous", "trailing closure passed"]
        .contains { message.contains($0) }
    }
  }

  /// The errors for each statement, by its index.
  private func errors(in statements: [String]) throws -> [Int: [CompilerError]] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "rowsmith-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // The first statement is on the second line.
    let lines =
      ["import Bands; import Foundation; import Rowsmith"]
      + statements.enumerated().map { "func f\($0)(_ store: Store) throws { \($1) }" }
    let file = folder.appendingPathComponent("Statements.swift")
    try "\(lines.joined(separator: "\n"))\n".write(to: file, atomically: true, encoding: .utf8)
    var found: [Int: [CompilerError]] = [:]
    for printed in try typecheck(file).split(separator: "\n") where printed.hasPrefix(file.path) {
      guard let error = printed.dropFirst(file.path.count).wholeMatch(of: #/:(\d+):(\d+): error: (.*)/#),
        let line = Int(error.1), let column = Int(error.2)
      else { continue }
      let rest = lines.indices.contains(line - 1) ? lines[line - 1].dropFirst(column - 1) : ""
      found[line - 2, default: []].append(CompilerError(rest: rest, message: error.3))
    }
    return found
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
