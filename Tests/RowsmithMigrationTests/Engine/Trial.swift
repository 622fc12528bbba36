import Foundation
import RowsmithSchema
import Testing

@testable import Rowsmith

/// A database of one model, to be brought to another.
final class Trial {
  let path: String
  private let folder: URL
  private(set) var current: Schema

  /// Makes a database. `json` holds, by entity, what is imported.
  convenience init(_ yaml: String, _ json: [(entity: String, json: String)] = []) throws {
    try self.init(schema: try schema(yaml), json)
  }

  convenience init(_ yaml: String, _ entity: String, _ json: String) throws {
    try self.init(yaml, [(entity, json)])
  }

  init(schema: Schema, _ json: [(entity: String, json: String)] = []) throws {
    (folder, path) = try Trial.makeFolder()
    current = schema
    let store = try Store(.file(path), schema: schema)
    for (entity, text) in json { try store.importJSON(.string(text), into: .entity(entity)) }
  }

  /// A database whose file is here.
  init(schema: Schema, file: Data) throws {
    (folder, path) = try Trial.makeFolder()
    current = schema
    try file.write(to: URL(fileURLWithPath: path))
  }

  private static func makeFolder() throws -> (folder: URL, path: String) {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isWritable = FileManager.default.isWritableFile(atPath: memory.path)
    let parent = isWritable ? memory : FileManager.default.temporaryDirectory
    let folder = parent.appendingPathComponent("rowsmith-migration-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return (folder, folder.appendingPathComponent("store.sqlite").path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func sql() throws -> SQLFile { try SQLFile(path) }

  /// A copy of the file as it is.
  func copy() throws -> Trial {
    let other = try Trial(schema: current)
    try FileManager.default.removeItem(atPath: other.path)
    try sql().run("VACUUM INTO '\(other.path)'")
    return other
  }

  func plan(_ yaml: String) throws -> MigrationPlan {
    try Store.migrationPlan(at: path, to: schema(yaml))
  }

  /// Migrates, and checks what must be true of every migrated database.
  @discardableResult
  func migrate(
    _ yaml: String, allowsLoss: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> MigrationReport {
    try migrate(to: try schema(yaml), allowsLoss: allowsLoss, sourceLocation: sourceLocation)
  }

  @discardableResult
  func migrate(
    to schema: Schema, allowsLoss: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> MigrationReport {
    let report = try Store.migrate(at: path, to: schema, allowsLoss: allowsLoss)
    current = schema
    let fresh = try Trial(schema: schema)
    #expect(try sql().structure() == fresh.sql().structure(), sourceLocation: sourceLocation)
    #expect(try sql().rows("PRAGMA integrity_check") == ["ok"], sourceLocation: sourceLocation)
    #expect(try Store.migrationPlan(at: path, to: schema).isEmpty, sourceLocation: sourceLocation)
    return report
  }

  /// What a migration refuses; the database must be as it was.
  func refusal(
    _ yaml: String, allowsLoss: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let before = try sql().contents(Layout(current)) + sql().structure()
    var lines: [String] = []
    do {
      try Store.migrate(at: path, to: schema(yaml), allowsLoss: allowsLoss)
      Issue.record("it was not refused", sourceLocation: sourceLocation)
    } catch let error as MigrationError {
      lines = error.description.split(separator: "\n").dropFirst().map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if lines.isEmpty { lines = [error.message] }
    }
    #expect(try sql().contents(Layout(current)) + sql().structure() == before, sourceLocation: sourceLocation)
    return lines
  }

  func rows(_ sql: String) throws -> [String] { try self.sql().rows(sql) }

  func importJSON(_ json: String, _ entity: String) throws {
    try Store(.file(path), schema: current).importJSON(.string(json), into: .entity(entity))
  }
}
