import CSQLite
import Foundation
import RowsmithInference
import RowsmithModel
import Testing

/// What the tests read: files beside them, or texts that they write.
enum Facts {
  /// The folder of the tests of descriptions.
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static func path(_ name: String) -> String { folder.appendingPathComponent("Facts/\(name)").path }

  /// The draft of a file.
  static func draft(at path: String) throws -> ModelDraft {
    let kind = try #require(try Recognition.kind(at: path), "'\(path)' is not recognised")
    return try Description.draft(at: path, kind)
  }

  /// The draft of a text, which must pass the check of models without a word.
  static func draft(of text: String, at location: SourceLocation = #_sourceLocation) throws -> ModelDraft {
    let draft = try inFile(text) { try self.draft(at: $0) }
    expectSound(draft, at: location)
    return draft
  }

  /// Runs a body with the path of a file with a text, and removes the file.
  @discardableResult
  static func inFile<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "description-\(UUID().uuidString)"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// Runs a body with a database in which statements have been run.
  ///
  /// - Parameter areTried: whether lines that SQLite refuses are left out.
  @discardableResult
  static func inDatabase<Result>(_ sql: String, areTried: Bool = false, _ body: (String) throws -> Result)
    throws -> Result
  {
    let folder = NSTemporaryDirectory() + "description-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let path = folder + "/shop.sqlite"
    var handle: OpaquePointer?
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    var code = SQLITE_OK
    if areTried {
      for line in sql.split(separator: "\n") { sqlite3_exec(handle, String(line), nil, nil, nil) }
    } else {
      code = sqlite3_exec(handle, sql, nil, nil, nil)
    }
    let message = String(cString: sqlite3_errmsg(handle))
    sqlite3_close_v2(handle)
    try #require(code == SQLITE_OK, "\(message)")
    return try body(path)
  }

  /// Holds the compiler to take the model without an error or a warning.
  static func expectSound(_ draft: ModelDraft, at location: SourceLocation = #_sourceLocation) {
    let yaml = draft.yaml()
    let model = ModelCompiler.compile([ModelSource(path: "model.yml", text: yaml)], name: "Model")
    #expect(model.diagnostics.isEmpty, "\(model.diagnostics)\n\(yaml)", sourceLocation: location)
  }
}

extension ModelDraft {
  /// The line of an attribute or relationship, without what stands in front.
  func line(_ entity: String, _ member: String) -> String? {
    let lines = yaml().split(separator: "\n")
    guard let start = lines.firstIndex(of: "  \(entity):") else { return nil }
    let own = lines[(start + 1)...].prefix { $0.hasPrefix("   ") }
    return own.first { $0.hasPrefix("      \(member):") }.map { String($0.drop { $0 == " " }) }
  }

  /// The first member of a value, without what stands in front.
  func line(ofValue name: String) -> String? {
    let lines = yaml().split(separator: "\n")
    guard let start = lines.firstIndex(of: "  \(name):") else { return nil }
    return lines[(start + 1)...].first.map { String($0.drop { $0 == " " }) }
  }

  /// The line of a route.
  func route(_ name: String) -> String? {
    let lines = yaml().split(separator: "\n")
    guard let start = lines.firstIndex(of: "routes:") else { return nil }
    guard let first = lines[start...].firstIndex(where: { $0.hasPrefix("  \(name):") }) else { return nil }
    // One that does not fit on a line has one key a line.
    let rest = lines[(first + 1)...].prefix { $0.hasPrefix("    ") }
    return ([lines[first]] + rest).map { String($0.drop { $0 == " " }) }.joined(separator: " ")
  }

  /// The notes, a line each.
  var noted: [String] { notes.map { "\($0.place): \($0.message)" } }
}
