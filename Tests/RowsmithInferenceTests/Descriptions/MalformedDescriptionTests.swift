import Foundation
import RowsmithInference
import Testing

/// What is wrong is said with its place, and nothing ends the process.
@Suite struct MalformedDescriptionTests {
  private func failure(_ text: String, _ kind: DescriptionKind) throws -> DescriptionError? {
    try Facts.inFile(text) { path in
      do {
        _ = try Description.draft(at: path, kind)
        return nil
      } catch let error as DescriptionError {
        #expect(error.path == path)
        return error
      }
    }
  }

  @Test func `YAML that is none has a line and a column`() throws {
    let error = try #require(try failure("openapi: 3.0.0\npaths: [\n", .openAPI))
    #expect((error.line, error.column) == (3, 1))
    #expect(error.description.contains(":3:1: "))
  }

  @Test func `JSON that is none has a line and a column`() throws {
    let error = try #require(try failure("{\"openapi\": \"3.0.0\",\n \"paths\": {]}", .openAPI))
    #expect((error.line, error.column) == (2, 12))
    #expect(error.message.hasPrefix("not JSON: "))
  }

  @Test func `a key that is there twice in YAML is an error`() throws {
    let error = try #require(try failure("openapi: 3.0.0\npaths: {}\npaths: {}\n", .openAPI))
    #expect(error.line == 3)
  }

  @Test func `Swagger 2 is named as what it is`() throws {
    let error = try #require(try failure("swagger: '2.0'\npaths: {}\n", .openAPI))
    #expect(
      error.message == "this is Swagger 2.0, expected OpenAPI 3.0 or 3.1; convert it to OpenAPI 3 first")
  }

  @Test func `a version that is not known is an error`() throws {
    #expect(
      try failure("openapi: 4.0.0\n", .openAPI)?.message
        == "the version of 'openapi' must be 3.0 or 3.1, found 4.0.0")
    #expect(
      try failure("info: {}\n", .openAPI)?.message
        == "the version of 'openapi' must be 3.0 or 3.1, found nothing")
    #expect(try failure("swagger: 2\n", .openAPI)?.message.hasPrefix("this is Swagger 2, expected") == true)
    #expect(
      try failure("openapi: 3.1.0\ncomponents: [1]\n", .openAPI)?.message
        == "'components' must be an object with keys")
    #expect(
      try failure("openapi: 3.0.0\npaths: 7\n", .openAPI)?.message == "'paths' must be an object with keys")
  }

  @Test func `a description without anything to recognise is an error`() throws {
    #expect(
      try failure("openapi: 3.0.0\npaths: {}\n", .openAPI)?.message
        == "no schema has an identity (id, uuid or the like) by which records could be recognised, so there is no "
        + "entity to make")
    for schema in [
      "{\"type\": \"string\"}", "{\"type\": \"object\"}",
      "{\"$defs\": {\"a\": {\"properties\": {\"b\": {}}}}}",
      "{\"type\": \"array\", \"items\": {\"type\": \"object\"}}",
    ] {
      #expect(
        try failure(schema, .jsonSchema)?.message
          == "the schema describes no object whose keys are known, so there is no entity to make")
    }
    #expect(try failure("[1]", .jsonSchema)?.message == "a JSON Schema is an object with keywords")
  }

  @Test func `bytes that are not UTF-8 are an error`() throws {
    let path = NSTemporaryDirectory() + "description-\(UUID().uuidString)"
    try Data([0x7B, 0xFF, 0x7D]).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(throws: DescriptionError(path, "the file is not UTF-8")) {
      _ = try Description.draft(at: path, .jsonSchema)
    }
  }

  @Test func `XML that is none has a line`() throws {
    let error = try #require(try failure("<model>\n<entity name=\"A\">\n</model>", .coreData))
    #expect(error.line == 3)
    let other = try #require(try failure("<html/>", .coreData))
    #expect(other.message == "the outermost element is 'html', where a Core Data model has 'model'")
    #expect(try failure("<model></model>", .coreData)?.message == "the model has no entity")
    #expect(try failure("<model><entity/></model>", .coreData)?.message == "an entity has no name")
    #expect(try failure("", .coreData)?.message == "the file is not complete XML")
  }

  @Test(arguments: [DescriptionKind.openAPI, .jsonSchema])
  func `a file that is not there, or has nothing in it, is an error`(kind: DescriptionKind) throws {
    let path = NSTemporaryDirectory() + "description-\(UUID().uuidString)"
    #expect(throws: DescriptionError(path, "the file cannot be read: No such file or directory")) {
      try Description.draft(at: path, kind)
    }
    #expect(throws: DescriptionError(NSTemporaryDirectory(), "the file cannot be read: it is a folder")) {
      try Description.draft(at: NSTemporaryDirectory(), kind)
    }
    #expect(try failure(" \n", kind)?.message == "the file is empty")
  }

  @Test func `a Core Data model that lacks a part says which`() throws {
    let folder = NSTemporaryDirectory() + "Things-\(UUID().uuidString).xcdatamodeld"
    func message() -> String? {
      do throws(DescriptionError) {
        _ = try Description.draft(at: folder, .coreData)
        return nil
      } catch {
        return "\(error.path.replacing(folder, with: "")): \(error.message)"
      }
    }
    func write(_ text: String) throws {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/.xccurrentversion"))
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(message() == ": there is no such file")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(message() == ": there is no '.xcdatamodel' in it, and no 'contents'")
    try FileManager.default.createDirectory(
      atPath: "\(folder)/One.xcdatamodel", withIntermediateDirectories: true)
    #expect(message() == "/One.xcdatamodel: there is no 'contents' in it")
    try write("One")
    #expect(message() == "/.xccurrentversion: the file is not a property list with '_XCCurrentVersionName'")
    try write(
      "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>_XCCurrentVersionName</key>"
        + "<string>Two.xcdatamodel</string></dict></plist>")
    #expect(message() == "/.xccurrentversion: the current version is 'Two.xcdatamodel', which does not exist")
  }

  @Test func `a file that is no database is an error`() throws {
    let error = try #require(
      try failure("SQLite format 3\0 but not really, and long enough to be taken for one", .database))
    #expect(error.message.hasPrefix("the database cannot be read: "))
  }

  @Test func `a database without tables is an error`() throws {
    try Facts.inDatabase("CREATE TABLE a (b); DROP TABLE a") { path in
      #expect(throws: DescriptionError(path, "the database has no tables")) {
        try Description.draft(at: path, .database)
      }
    }
  }

  @Test func `values that nest without end are an error, not a crash`() throws {
    let deep =
      String(repeating: "{\"properties\":", count: 5_000) + "1" + String(repeating: "}", count: 5_000)
    #expect(try failure(deep, .jsonSchema) != nil)
    let yaml = String(repeating: "[", count: 5_000)
    #expect(try failure("openapi: " + yaml, .openAPI) != nil)
  }

  @Test func `aliases of aliases are an error, not a tree without end`() throws {
    var text = "openapi: 3.0.0\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...8 {
      let list = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(list)]\n"
    }
    #expect(try failure(text, .openAPI) != nil)
  }
}
