import Foundation
import Rowsmith

/// Recognises the kind of a file from its content, not from its name.
package enum Recognition {
  /// The largest size of a description, in bytes; a larger file is a sample.
  static let largestDescription = 256 << 20

  /// The kind of the file or folder at a path; `nil` if it is none of these, such as a JSON sample.
  ///
  /// - Throws: ``DescriptionError`` if it cannot be read.
  package static func kind(at path: String) throws(DescriptionError) -> DescriptionKind? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DescriptionError(path, "there is no such file")
    }
    if isFolder.boolValue { return CoreDataFolder.isModel(path) ? .coreData : nil }
    let url = URL(fileURLWithPath: path)
    guard let file = try? FileHandle(forReadingFrom: url) else {
      throw DescriptionError.unreadable(path)
    }
    defer { try? file.close() }
    let head = (try? file.read(upToCount: 4096)) ?? Data()
    if head.starts(with: Data("SQLite format 3\0".utf8)) { return .database }
    let text = String(decoding: head, as: UTF8.self)
    let first = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first
    if first == "<" { return text.contains("DataModel") || text.contains("<model") ? .coreData : nil }
    // A description is a single object of limited size.
    guard first != "[", let size = try? file.seekToEnd(), size <= largestDescription else { return nil }
    guard first == "{" ? mayDescribe(jsonAt: path) : mayDescribe(yamlAt: url) else { return nil }
    // An unreadable file is not a description; the reader of samples reports what is wrong with it.
    guard let value = try? DescriptionText.value(ofFileAt: path) else {
      return claimsToDescribe(text) ? .openAPI : nil
    }
    return kind(of: value)
  }

  /// The kind of a document, from its top-level keys.
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

  /// The top-level keys of descriptions; each has at least one.
  private static let keys: Set<String> = [
    "openapi", "swagger", "$schema", "$defs", "definitions", "properties", "items",
  ]

  /// Whether a JSON document has such a key. It is scanned without building the values of a large sample.
  private static func mayDescribe(jsonAt path: String) -> Bool {
    // Invalid JSON is parsed later, because it may be a YAML object.
    guard let first = try? SampleReader.topKeys(.file(path), upTo: 64 << 20) else { return true }
    return !keys.isDisjoint(with: first)
  }

  /// Whether a line of a text begins with such a key.
  private static func mayDescribe(yamlAt url: URL) -> Bool {
    guard let data = try? Data(contentsOf: url, options: .mappedIfSafe) else { return false }
    let starts = keys.flatMap { key in ["", "\"", "'"].map { Array("\($0)\(key)".utf8) } }
    let firsts = Set(starts.map { $0[0] })
    return data.withUnsafeBytes { bytes in
      var line = bytes[...]
      if line.starts(with: [0xEF, 0xBB, 0xBF]) { line = line.dropFirst(3) }
      while let first = line.first {
        if firsts.contains(first), starts.contains(where: { line.starts(with: $0) }) { return true }
        guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        line = line[(end + 1)...]
      }
      return false
    }
  }

  /// Whether a malformed file claims to be a description in one of its first lines, so that the error is reported for a
  /// description.
  /// Whether the first bytes of a document claim that it is a description.
  package static func claimsToDescribe(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: Array("SQLite format 3\0".utf8)) { return true }
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    return text.contains(/(?m)^(openapi|swagger)\s*:/)
      || text.prefixMatch(of: /\s*\{\s*"(openapi|swagger)"\s*:\s*"/) != nil
      || text.prefixMatch(of: /\s*\{\s*"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//) != nil
  }

  private static func claimsToDescribe(_ text: String) -> Bool {
    text.contains(/(?m)^(openapi|swagger)\s*:/) || text.contains(/"(openapi|swagger)"\s*:\s*"/)
  }
}
