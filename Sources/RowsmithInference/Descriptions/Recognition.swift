import Foundation

/// Tells what a file is by what is in it; its name says nothing.
package enum Recognition {
  /// Files beyond this are samples: nobody describes an API in so many bytes.
  static let largestDescription = 256 << 20

  /// What the file or folder at a path is; nil where it is none of these, such as a sample in JSON.
  ///
  /// - Throws: ``DescriptionError`` where it cannot be read.
  package static func kind(at path: String) throws(DescriptionError) -> DescriptionKind? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DescriptionError(path, "there is no such file")
    }
    if isFolder.boolValue { return CoreDataFolder.isModel(path) ? .coreData : nil }
    let url = URL(fileURLWithPath: path)
    guard let file = try? FileHandle(forReadingFrom: url) else {
      throw DescriptionError(path, "the file cannot be read")
    }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: 4096)) ?? Data()
    if head.starts(with: Data("SQLite format 3\0".utf8)) { return .database }
    let text = String(decoding: head, as: UTF8.self)
    let first = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first
    if first == "<" { return text.contains("DataModel") || text.contains("<model") ? .coreData : nil }
    guard let size = try? file.seekToEnd(), size <= largestDescription, mayDescribe(url) else { return nil }
    // What cannot be read here is no description; whoever reads it as a sample says what is wrong with it.
    guard let value = try? DescriptionText.value(ofFileAt: path) else {
      return claimsToDescribe(text) ? .openAPI : nil
    }
    return kind(of: value)
  }

  /// What a document is by the keys at its top.
  static func kind(of value: DescriptionValue) -> DescriptionKind? {
    guard let object = value.object else { return nil }
    if object["openapi"]?.scalarText != nil || object["swagger"]?.scalarText != nil { return .openAPI }
    if let schema = object["$schema"]?.text, schema.contains("json-schema.org") { return .jsonSchema }
    if object["$defs"]?.object?.values.contains(where: isSchema) == true { return .jsonSchema }
    if object["definitions"]?.object?.values.contains(where: isSchema) == true { return .jsonSchema }
    guard isSchema(value), let type = object["type"]?.text else { return nil }
    if type == "object", let properties = object["properties"]?.object {
      return !properties.isEmpty && properties.values.allSatisfy { $0.object != nil } ? .jsonSchema : nil
    }
    return type == "array" && object["items"].map(isSchema) == true ? .jsonSchema : nil
  }

  private static func isSchema(_ value: DescriptionValue) -> Bool {
    guard let object = value.object else { return false }
    let keys = ["type", "properties", "$ref", "allOf", "oneOf", "anyOf", "enum", "items"]
    return keys.contains { object[$0] != nil }
  }

  /// Whether one of the words that make a description stands anywhere in the file, which is far quicker to see than to
  /// parse a large sample.
  private static func mayDescribe(_ url: URL) -> Bool {
    guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return false }
    let words = ["openapi", "swagger", "$schema", "$defs", "definitions", "properties", "items"]
    return words.contains { data.range(of: Data($0.utf8)) != nil }
  }

  /// Whether a file that is broken says at its top that it is a description, so that the mistake is reported as that of
  /// a description.
  private static func claimsToDescribe(_ text: String) -> Bool {
    text.contains(/(?m)^(openapi|swagger)\s*:/) || text.contains(/"(openapi|swagger)"\s*:\s*"/)
  }
}
