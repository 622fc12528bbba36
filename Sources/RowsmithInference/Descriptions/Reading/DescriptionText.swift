import Foundation
import Rowsmith
import RowsmithModel
import RowsmithSchema

/// Reads descriptions in JSON or YAML.
enum DescriptionText {
  /// The value of a file.
  static func value(ofFileAt path: String) throws(DescriptionError) -> DescriptionValue {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw DescriptionError.unreadable(path)
    }
    guard let text = String(validUTF8: data) else {
      throw DescriptionError(path, "the file is not UTF-8")
    }
    return try value(of: text, path: path)
  }

  /// The value of a text: JSON if it begins like JSON, otherwise YAML.
  static func value(of text: String, path: String) throws(DescriptionError) -> DescriptionValue {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
    let first = text.utf8.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return try yaml(text, path) }
    do {
      return DescriptionValue(try JSONValue(parsing: text))
    } catch {
      // Flow-style YAML begins like JSON. If it is neither, the JSON error is reported.
      if let value = try? yaml(text, path) { return value }
      throw DescriptionError(path, "not JSON: \(error.message)", line: error.line, column: error.column)
    }
  }

  private static func yaml(_ text: String, _ path: String) throws(DescriptionError) -> DescriptionValue {
    do {
      guard let node = try YAMLDocument.read(text, path: path) else {
        throw DescriptionError(path, "the file is empty")
      }
      return DescriptionValue(node)
    } catch let error as Diagnostic {
      throw DescriptionError(path, error.message, line: error.line, column: error.column)
    } catch let error as DescriptionError {
      throw error
    } catch {
      throw DescriptionError(path, "\(error)")
    }
  }
}

extension DescriptionValue {
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .null
    case .bool(let bool): self = .bool(bool)
    case .number(let text): self = .number(text)
    case .string(let text): self = .text(text)
    case .array(let items): self = .list(items.map { DescriptionValue($0) })
    case .object(let members):
      var object = DescriptionObject()
      for member in members { object.append(member.key, DescriptionValue(member.value)) }
      self = .object(object)
    }
  }

  init(_ node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      switch scalar.value {
      case .null: self = .null
      case .bool(let bool): self = .bool(bool)
      case .integer, .number: self = .number(scalar.text)
      case .text(let text): self = .text(text)
      }
    case .sequence(let items): self = .list(items.map { DescriptionValue($0) })
    case .mapping(let entries):
      var object = DescriptionObject()
      for entry in entries { object.append(entry.key.value, DescriptionValue(entry.value)) }
      self = .object(object)
    }
  }
}
