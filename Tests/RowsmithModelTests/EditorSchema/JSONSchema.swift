import Foundation

@testable import RowsmithModel

/// As much of JSON Schema, draft 7, as the editor's schema uses. JSON is YAML, so both sides are YAML trees.
struct JSONSchema {
  /// The whole schema.
  let root: YAMLNode

  /// What says something to a reader and nothing about validity.
  static let annotations: Set<String> = ["$schema", "$id", "title", "description", "default", "definitions"]

  /// What is validated here.
  static let keywords: Set<String> = [
    "$ref", "type", "enum", "const", "anyOf", "oneOf", "allOf", "not", "properties", "patternProperties",
    "additionalProperties", "propertyNames", "required", "minProperties", "maxProperties", "items",
    "minItems",
    "maxItems", "uniqueItems", "pattern", "minLength", "minimum",
  ]

  /// Reads a schema from a file.
  init(path: String) throws {
    var builder = YAMLTreeBuilder(
      ModelSource(path: path, text: try String(contentsOfFile: path, encoding: .utf8)))
    root = try builder.document() ?? YAMLNode(content: .sequence([]), range: .beginning(of: path))
  }

  /// Whether a document is as the schema says.
  func accepts(_ instance: YAMLNode) -> Bool { accepts(instance, root) }

  private func accepts(_ instance: YAMLNode, _ schema: YAMLNode) -> Bool {
    if let always = schema.bool { return always }
    return schema.entries?.allSatisfy { holds($0.key.value, $0.value, instance, schema) } ?? false
  }

  private func holds(_ keyword: String, _ value: YAMLNode, _ instance: YAMLNode, _ schema: YAMLNode) -> Bool {
    switch keyword {
    case "$ref": definition(value).map { accepts(instance, $0) } ?? false
    case "type": (value.items ?? [value]).contains { instance.isOfType($0.scalar?.text ?? "") }
    case "enum": value.items?.contains { $0.json == instance.json } ?? false
    case "const": value.json == instance.json
    case "anyOf": value.items?.contains { accepts(instance, $0) } ?? false
    case "oneOf": value.items?.count { accepts(instance, $0) } == 1
    case "allOf": value.items?.allSatisfy { accepts(instance, $0) } ?? false
    case "not": !accepts(instance, value)
    case "items", "minItems", "maxItems", "uniqueItems": arrayHolds(keyword, value, instance)
    case "pattern", "minLength": textHolds(keyword, value, instance)
    case "minimum": instance.isOfType("number") ? instance.integer >= value.integer : true
    default: objectHolds(keyword, value, instance, schema)
    }
  }

  private func arrayHolds(_ keyword: String, _ value: YAMLNode, _ instance: YAMLNode) -> Bool {
    guard let items = instance.items else { return true }
    return switch keyword {
    case "items": items.allSatisfy { accepts($0, value) }
    case "minItems": items.count >= value.integer
    case "maxItems": items.count <= value.integer
    default: Set(items.compactMap(\.json)).count == items.count
    }
  }

  private func textHolds(_ keyword: String, _ value: YAMLNode, _ instance: YAMLNode) -> Bool {
    guard case .text(let text)? = instance.scalar?.value else { return true }
    if keyword == "minLength" { return text.unicodeScalars.count >= value.integer }
    return text.range(of: value.scalar?.text ?? "", options: .regularExpression) != nil
  }

  private func objectHolds(
    _ keyword: String, _ value: YAMLNode, _ instance: YAMLNode, _ schema: YAMLNode
  ) -> Bool {
    guard let entries = instance.entries else { return true }
    switch keyword {
    case "properties":
      return entries.allSatisfy { entry in value[entry.key.value].map { accepts(entry.value, $0) } ?? true }
    case "patternProperties":
      return entries.allSatisfy { entry in
        value.entries?.allSatisfy { pattern in
          entry.key.value.range(of: pattern.key.value, options: .regularExpression) == nil
            || accepts(entry.value, pattern.value)
        } ?? true
      }
    case "additionalProperties":
      let known = Set(schema["properties"]?.entries?.map(\.key.value) ?? [])
      let patterns = schema["patternProperties"]?.entries?.map(\.key.value) ?? []
      return entries.allSatisfy { entry in
        let isKnown =
          known.contains(entry.key.value)
          || patterns.contains { entry.key.value.range(of: $0, options: .regularExpression) != nil }
        return isKnown || accepts(entry.value, value)
      }
    case "propertyNames":
      return entries.allSatisfy { entry in
        let name = YAMLScalar(text: entry.key.value, isPlain: false)
        return accepts(YAMLNode(content: .scalar(name), range: entry.key.range), value)
      }
    case "required": return value.items?.allSatisfy { instance[$0.scalar?.text ?? ""] != nil } ?? false
    case "minProperties": return entries.count >= value.integer
    case "maxProperties": return entries.count <= value.integer
    default: return true
    }
  }

  private func definition(_ reference: YAMLNode) -> YAMLNode? {
    guard let path = reference.scalar?.text, path.hasPrefix("#/") else { return nil }
    return path.dropFirst(2).split(separator: "/").reduce(root) { node, key in node?[String(key)] }
  }
}

extension YAMLNode {
  /// The value of a key of a mapping.
  subscript(key: String) -> YAMLNode? { entries?.first { $0.key.value == key }?.value }

  fileprivate var bool: Bool? { if case .bool(let value)? = scalar?.value { value } else { nil } }

  fileprivate var integer: Int { if case .integer(let value)? = scalar?.value { Int(value) } else { 0 } }

  fileprivate func isOfType(_ type: String) -> Bool {
    switch (type, content) {
    case ("object", .mapping), ("array", .sequence): return true
    case (_, .scalar(let scalar)):
      switch (type, scalar.value) {
      case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
        ("number", .number),
        ("string", .text):
        return true
      default: return false
      }
    default: return false
    }
  }
}
