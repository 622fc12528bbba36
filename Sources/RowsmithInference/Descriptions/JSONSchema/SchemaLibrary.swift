import Foundation

/// The documents of a description, and the targets of references.
///
/// A class because a document is read lazily, at the first reference to it.
final class SchemaLibrary {
  /// The main file.
  let path: String
  let root: SchemaNode
  /// What could not be carried over, in the order found.
  private(set) var notes: [DraftNote] = []
  private var noted: Set<String> = []
  private var documents: [String: DescriptionValue]
  /// The places of schemas with a name of their own (`$id`, `$anchor`), by file and name.
  private var names: [String: [String: SchemaPlace]] = [:]
  /// The facts of the schemas that were read whole, by their places. Otherwise, a line of schemas that extend each other would be
  /// read anew from each of them.
  var complete: [SchemaPlace: SchemaFacts] = [:]
  /// How often a schema led back to one that was being read: what is read around it is not whole.
  var returns = 0
  /// The most files that references may lead to.
  private static let mostFiles = 500

  init(path: String, value: DescriptionValue) {
    self.path = path
    root = SchemaNode(value: value, place: SchemaPlace(file: path, keys: []))
    documents = [path: value]
  }

  /// Adds a note, unless it is already there.
  func note(_ place: SchemaPlace, _ message: String) {
    let text = place.text(in: path)
    if noted.insert("\(text) \(message)").inserted { notes.append(DraftNote(text, message)) }
  }

  /// The schema for a node, after following references.
  ///
  /// - Returns: `nil` if a reference has no target, which is noted.
  func resolve(_ node: SchemaNode) -> SchemaNode? {
    var node = node
    var visited: Set<SchemaPlace> = []
    while let reference = reference(of: node), !extends(node) {
      guard visited.insert(node.place).inserted else {
        note(node.place, "the reference '\(reference)' leads back to itself; any value is assumed")
        return nil
      }
      guard let next = target(of: reference, from: node.place) else { return nil }
      node = next
    }
    return node
  }

  /// Whether a schema has members beside its reference, which are added to the target as with `allOf`.
  private func extends(_ node: SchemaNode) -> Bool {
    if node.value["properties"]?.object != nil { return true }
    return node.value["allOf"]?.list?.contains { $0["properties"]?.object != nil || $0["$ref"] != nil }
      ?? false
  }

  private func reference(of node: SchemaNode) -> String? {
    node.value["$ref"]?.text ?? node.value["$dynamicRef"]?.text
  }

  /// The schema that another extends with members beside its reference.
  func extended(by node: SchemaNode) -> SchemaNode? {
    guard extends(node), let reference = reference(of: node) else { return nil }
    return target(of: reference, from: node.place).flatMap(resolve)
  }

  /// The target of a reference.
  private func target(of reference: String, from place: SchemaPlace) -> SchemaNode? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    let (address, fragment) = (parts[0], parts.count > 1 ? parts[1] : "")
    if let named = named(reference, in: place.file) { return named }
    guard let file = file(address, from: place.file) else {
      note(place, "'\(reference)' is in another document, which is not fetched; any value is assumed")
      return nil
    }
    guard fragment.isEmpty || fragment.hasPrefix("/") else {
      note(place, "there is no '\(reference)'; any value is assumed")
      return nil
    }
    let keys = fragment.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(Self.key)
    guard let found = node(at: SchemaPlace(file: file, keys: Array(keys))) else {
      note(place, "there is no '\(reference)'; any value is assumed")
      return nil
    }
    return found
  }

  /// The node at a place.
  func node(at place: SchemaPlace) -> SchemaNode? {
    guard var value = documents[place.file] else { return nil }
    for key in place.keys {
      if let object = value.object, let next = object[key] {
        value = next
      } else if let items = value.list, let index = Int(key), items.indices.contains(index) {
        value = items[index]
      } else {
        return nil
      }
    }
    return SchemaNode(value: value, place: place)
  }

  /// The file of an address relative to another, read on first use. Nothing is fetched.
  private func file(_ address: String, from file: String) -> String? {
    if address.isEmpty { return file }
    if address.contains("://") || address.hasPrefix("urn:") || address.hasPrefix("//") { return nil }
    let relative = address.removingPercentEncoding ?? address
    let folder = (file as NSString).deletingLastPathComponent
    let joined = relative.hasPrefix("/") ? relative : (folder as NSString).appendingPathComponent(relative)
    let path = (joined as NSString).standardizingPath
    // The same file may have been read with another spelling of its path.
    let known = documents.keys.first { ($0 as NSString).standardizingPath == path }
    if let known { return known }
    guard documents.count < Self.mostFiles, let value = try? DescriptionText.value(ofFileAt: path) else {
      return nil
    }
    documents[path] = value
    return path
  }

  /// A schema by its `$id`, or by an `$anchor` in the file.
  private func named(_ reference: String, in file: String) -> SchemaNode? {
    if names[file] == nil, let value = documents[file] {
      var found: [String: SchemaPlace] = [:]
      collect(SchemaNode(value: value, place: SchemaPlace(file: file, keys: [])), depth: 0, into: &found)
      names[file] = found
    }
    guard let names = names[file] else { return nil }
    // `item.json` matches the `$id` `https://example.com/item.json`.
    let tail = "/" + reference
    let place =
      names[reference]
      ?? (reference.hasPrefix("#")
        ? nil : names.keys.sorted().first { $0.hasSuffix(tail) }.flatMap { names[$0] })
    return place.flatMap(node(at:))
  }

  private func collect(_ node: SchemaNode, depth: Int, into names: inout [String: SchemaPlace]) {
    guard depth < 100 else { return }
    if let object = node.value.object {
      for (key, value) in object.entries {
        if let text = value.text {
          if key == "$id" || key == "id", text.contains("/") || text.contains(".") || text.contains("#") {
            names[text] = names[text] ?? node.place
          }
          if key == "$anchor" || key == "$dynamicAnchor" {
            names["#" + text] = names["#" + text] ?? node.place
          }
        } else {
          collect(SchemaNode(value: value, place: node.place.below(key)), depth: depth + 1, into: &names)
        }
      }
    } else if let items = node.value.list {
      for (index, item) in items.enumerated() {
        collect(SchemaNode(value: item, place: node.place.below("\(index)")), depth: depth + 1, into: &names)
      }
    }
  }

  /// A key of a JSON pointer in a URI.
  private static func key(_ text: Substring) -> String {
    (text.removingPercentEncoding ?? String(text)).split(separator: "~1", omittingEmptySubsequences: false)
      .joined(separator: "/").split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
  }
}
