import Foundation
import RowsmithSchema

/// What a database records about an internal table, so that a process that does not know the table still follows its rules.
struct InternalTableNote: Hashable, Codable {
  var version: Int
  var clearedBy: [InternalTable.Occasion]

  /// The prefix of the table's name in the keys of `_rowsmith_meta`.
  private static let prefix = "table "

  init(_ table: InternalTable) {
    version = table.version
    clearedBy = table.clearedBy
  }

  /// Ignores an occasion that a later version has added.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    version = try container.decode(Int.self, forKey: .version)
    let names = try container.decodeIfPresent([String].self, forKey: .clearedBy) ?? []
    clearedBy = names.compactMap(InternalTable.Occasion.init)
  }

  /// The notes of a database, by the names of the tables.
  ///
  /// - Parameters:
  ///   - meta: the database's `_rowsmith_meta`.
  ///   - tables: tables whose notes are usually current. Such notes need no decoding.
  static func all(
    in connection: Connection, _ meta: MetaValues, as tables: [InternalTable] = []
  ) throws -> [String: InternalTableNote] {
    let today = tables.map(InternalTableNote.init)
    let texts = try today.map { try $0.text() }
    var notes: [String: InternalTableNote] = [:]
    for (name, text) in meta.texts(after: prefix) where connection.hasTable(name) {
      if let index = tables.firstIndex(where: { $0.name == name }), texts[index] == text {
        notes[name] = today[index]
        continue
      }
      do {
        notes[name] = try JSONDecoder().decode(InternalTableNote.self, from: Data(text.utf8))
      } catch {
        throw MigrationError(
          .unknownVersion,
          "'\(connection.path)' has a note on its table '\(name)' that this version of Rowsmith does not understand; use "
            + "the version that made it")
      }
    }
    return notes
  }

  func write(_ name: String, in connection: Connection) throws {
    try connection.run(
      "INSERT INTO main._rowsmith_meta VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [.text(InternalTableNote.prefix + name), .text(try text())])
  }

  private func text() throws -> String { try SortedJSONEncoder.text(of: self) }
}
