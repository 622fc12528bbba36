import Foundation
import Testing

/// The folders of `Sources/Rowsmith` are one module, so no compiler holds them apart: the table in CONTRIBUTING.md says
/// which may use which.
struct RoomTests {
  /// Which rooms use a type of a room that they may not use. Strike out what you mend; nothing is added.
  private static let known: Set<Break> = [
    Break("JSON", "ImportSession"),
    Break("Migration", "JSONValue"), Break("Migration", "KeyCoding"),
    Break("Observing", "Cancellation"), Break("Observing", "Session"), Break("Observing", "Store"),
    Break("Records", "TextValue"),
    Break("SQLite", "KeyCoding"), Break("SQLite", "StatementTables"),
    Break("SQLite", "TableAccess"), Break("SQLite", "TextMatch"),
    Break("Transactions", "Cancellation"), Break("Transactions", "ImportThread"),
    Break("Transactions", "Session"),
  ]

  /// A room and a type that it uses.
  private struct Break: Hashable, CustomStringConvertible {
    var room: String
    var type: String

    init(_ room: String, _ type: String) { (self.room, self.type) = (room, type) }

    var description: String { "\(room) uses \(type)" }
  }

  private struct File {
    var path: String
    var room: String
    var words: SwiftWords
  }

  /// By room, those that it may use.
  private let rooms: [String: Set<String>]
  private let files: [File]

  init() throws {
    rooms = try Self.table()
    files = try Self.files(rooms: Set(rooms.keys))
  }

  /// The table of the folders: `| room | knows | may use |`.
  private static func table() throws -> [String: Set<String>] {
    let lines = try Repository.text(of: "CONTRIBUTING.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    let head = try #require(lines.firstIndex { $0.hasPrefix("| folder of") && $0.hasSuffix("| may use |") })
    var rooms: [String: Set<String>] = [:]
    for line in lines[(head + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|").map(names)
      let room = try #require(cells.first?.first)
      rooms[room] = Set(try #require(cells.last))
    }
    return rooms
  }

  /// The names in the first column of a table of CONTRIBUTING.md, whose first line begins like this.
  private static func listed(under head: String) throws -> Set<String> {
    let lines = try Repository.text(of: "CONTRIBUTING.md").split(
      separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0.hasPrefix(head) })
    let rows = lines[(start + 2)...].prefix(while: { $0.hasPrefix("|") })
    return Set(rows.flatMap { row in row.split(separator: "|").first.map(names) ?? [] })
  }

  /// The folders in a folder of this repository, without catalogues of articles.
  private static func folders(in path: String) throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: Repository.root.appendingPathComponent(path).path)
    return Set(names.filter { !$0.contains(".") })
  }

  /// What stands in backquotes.
  private static func names(_ cell: Substring) -> [String] {
    cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }
      .map { String($0.element) }
  }

  private static func files(rooms: Set<String>) throws -> [File] {
    let prefix = "Sources/Rowsmith/"
    return try Repository.sources.filter { $0.hasPrefix(prefix) }.compactMap { path in
      var folder = path.dropFirst(prefix.count).split(separator: "/").dropLast()
      // What belongs to no room stands beside the folders: it is the module's door.
      if folder.isEmpty { return nil }
      while !folder.isEmpty, !rooms.contains(folder.joined(separator: "/")) { folder.removeLast() }
      let room = folder.isEmpty ? path : folder.joined(separator: "/")
      return File(path: path, room: room, words: SwiftWords(try Repository.text(of: path)))
    }
  }

  @Test
  func `every module is in the table of the modules`() throws {
    let modules = try Self.folders(in: "Sources").filter { $0.hasPrefix("Rowsmith") }
    let listed = try Self.listed(under: "| module |")
    #expect(modules.subtracting(listed) == [])
  }

  @Test(arguments: ["RowsmithInference", "RowsmithClient", "RowsmithSync"])
  func `every folder is in the table of its module, which has no others`(module: String) throws {
    let folders = try Self.folders(in: "Sources/\(module)")
    let listed = try Self.listed(under: "| folder of `Sources/\(module)` |")
    #expect(folders == listed)
  }

  @Test
  func `every folder is a room of the table, and the table has no others`() {
    #expect(Set(files.map(\.room)) == Set(rooms.keys))
    #expect(Set(rooms.values.joined()).subtracting(rooms.keys) == [])
  }

  @Test
  func `a room uses no type of a room that it may not use`() {
    var homes: [String: Set<String>] = [:]
    for file in files {
      for type in file.words.declaredTypes { homes[type, default: []].insert(file.room) }
    }
    var found: Set<Break> = []
    for file in files {
      let allowed = (rooms[file.room] ?? []).union([file.room])
      for type in file.words.mentionedTypes {
        guard let home = homes[type], home.isDisjoint(with: allowed) else { continue }
        let new = Break(file.room, type)
        found.insert(new)
        #expect(
          Self.known.contains(new),
          "\(file.path) uses \(type) of \(home.sorted().joined(separator: ", ")), which \(file.room) may not know"
        )
      }
    }
    let mended = Self.known.subtracting(found).map(\.description).sorted()
    #expect(mended == [], "mended: strike them out")
  }
}
