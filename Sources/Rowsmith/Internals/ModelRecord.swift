import Foundation
import RowsmithSchema

/// What a database records about the model that made it.
struct ModelRecord {
  /// The SQL of the tables.
  var layout: String
  /// The schema as JSON.
  var schema: String
  /// The format version of the database; see ``FormatLadder``.
  let version: Int64

  init(_ schema: Schema, ladder: FormatLadder = .today) throws {
    version = ladder.version
    layout = DDL.statements(for: Layout(schema)).joined(separator: ";\n")
    self.schema = try ModelRecord.text(of: schema)
  }

  /// The JSON of a schema. Opening a database compares it to detect another version of the model.
  static func text(of schema: Schema) throws -> String {
    try SortedJSONEncoder.text(of: schema)
  }

  /// Reads the record of a database.
  ///
  /// - Throws: ``MigrationError`` if a later version of Rowsmith made it.
  init(from connection: Connection, ladder: FormatLadder = .today) throws {
    try self.init(MetaValues(of: connection), ladder: ladder)
  }

  /// - Throws: ``MigrationError`` if a later version of Rowsmith made the database.
  init(_ meta: MetaValues, ladder: FormatLadder) throws {
    let version = meta.integer("version")
    if let version, version > ladder.version {
      throw MigrationError(
        .unknownVersion,
        "a later version of Rowsmith made the database (it has version \(version), expected at most "
          + "\(ladder.version)); use that version")
    }
    guard let layout = meta.text("layout"), let schema = meta.text("schema"), let version, version >= 1 else {
      throw MigrationError(
        .unknownVersion, "the database does not say which model made it: '_rowsmith_meta' is incomplete")
    }
    self.layout = layout
    self.schema = schema
    self.version = version
  }

  /// Replaces the record of a database.
  func write(to connection: Connection) throws {
    try connection.run(
      """
      INSERT INTO main._rowsmith_meta VALUES ('layout', ?1), ('schema', ?2), ('version', ?3)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value
      """, [.text(layout), .text(schema), .integer(version)])
  }

  /// Decodes the schema.
  ///
  /// - Throws: ``MigrationError`` if it has parts that this version of Rowsmith does not know.
  func decoded() throws -> Schema {
    do {
      return try JSONDecoder().decode(Schema.self, from: Data(schema.utf8))
    } catch {
      throw MigrationError(
        .unknownVersion,
        "the model that made the database has parts that this version of Rowsmith does not know; use the "
          + "version that made it")
    }
  }
}
