import RowsmithModel

/// The text of a model, to which entries are added. Everything else stays unchanged.
struct ModelText {
  private(set) var lines: [String]
  private let path: String
  /// The end of each line: CR LF from editors on Windows, which is one character.
  private let lineEnd: String

  init(_ text: String, path: String) {
    lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
    if lines.last == "" { lines.removeLast() }
    self.path = path
  }

  var text: String { lines.map { $0 + lineEnd }.joined() }

  /// The defaults that the model declares.
  struct Defaults {
    var casing = Casing.snakeCase
    var dateFormat = "iso8601"
    var mergePolicy = "Replace"
  }

  var defaults: Defaults {
    var builder = YAMLTreeBuilder(ModelSource(path: path, text: text))
    var defaults = Defaults()
    let root = try? builder.document()
    for entry in root?.entries?.first(where: { $0.key.value == "defaults" })?.value.entries ?? [] {
      guard let word = entry.value.scalar?.text else { continue }
      switch entry.key.value {
      case "casing": defaults.casing = Casing(rawValue: word) ?? .snakeCase
      case "DateFormat": defaults.dateFormat = word
      case "MergePolicy": defaults.mergePolicy = word
      default: break
      }
    }
    return defaults
  }

  /// The node at a key path; for a value in long form, its members.
  func node(at keys: [String]) -> YAMLNode? {
    var builder = YAMLTreeBuilder(ModelSource(path: path, text: text))
    guard var node = try? builder.document() else { return nil }
    for (index, key) in keys.enumerated() {
      if index == 2, keys[0] == "values" { node = node.membersOfLongValue ?? node }
      guard let inner = node.entries?.first(where: { $0.key.value == key })?.value else { return nil }
      node = inner
    }
    return node
  }

  /// Replaces a range within one line.
  ///
  /// - Returns: `false` if the range covers more than one line, or is not in the text.
  mutating func replace(
    _ start: SourceRange.Position, to end: SourceRange.Position, with text: String
  ) -> Bool {
    guard start.line == end.line, lines.indices.contains(start.line - 1) else { return false }
    var scalars = Array(lines[start.line - 1].unicodeScalars)
    guard start.column >= 1, start.column <= end.column, end.column - 1 <= scalars.count else { return false }
    scalars.replaceSubrange((start.column - 1)..<(end.column - 1), with: text.unicodeScalars)
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars)
    lines[start.line - 1] = String(line)
    return true
  }

  /// Removes an entry of a mapping.
  ///
  /// - Returns: `false` if that would remove more than its own text.
  mutating func remove(_ index: Int, of node: YAMLNode) -> Bool {
    guard let entries = node.entries, entries.indices.contains(index), entries.count > 1 else { return false }
    let entry = entries[index]
    guard isFlow(node) else {
      lines.removeSubrange((entry.key.range.start.line - 1)..<min(lastLine(of: entry), lines.count))
      return true
    }
    if index == 0 { return replace(entry.key.range.start, to: entries[1].key.range.start, with: "") }
    let before = entries[index - 1]
    return replace(
      end(of: before.value, orElse: before.key.range.end),
      to: end(of: entry.value, orElse: entry.key.range.end),
      with: "")
  }

  /// Adds entries at the end of the mapping at a key path, and the keys of the path that are missing.
  ///
  /// - Returns: `false` if something other than a mapping is there.
  mutating func add(_ entries: [YAMLEntryDraft], under keys: [String], isSpaced: Bool = false) -> Bool {
    var builder = YAMLTreeBuilder(ModelSource(path: path, text: text))
    guard let root = try? builder.document() else { return false }
    var node = root
    var rest = keys[...]
    while let key = rest.first, let entry = node.entries?.first(where: { $0.key.value == key }) {
      // `attributes:` without a value.
      if entry.value.scalar?.text == "" {
        let indent = entry.key.range.start.column + 1
        insert(Self.nest(entries, in: rest.dropFirst()), indent: indent, afterLine: entry.key.range.end.line)
        return true
      }
      node = entry.value
      rest = rest.dropFirst()
    }
    if keys.count == 2, keys.first == "values", rest.isEmpty { node = node.membersOfLongValue ?? node }
    guard let present = node.entries else { return false }
    let added = Self.nest(entries, in: rest)
    if isFlow(node) { return addInline(added, to: node) }
    guard let last = present.last else { return false }
    let indent = present[0].key.range.start.column - 1
    insert(
      added, indent: indent, afterLine: lastLine(of: last), isSpaced: isSpaced || rest.count == keys.count)
    return true
  }

  private static func nest(_ entries: [YAMLEntryDraft], in keys: ArraySlice<String>) -> [YAMLEntryDraft] {
    keys.reversed().reduce(entries) { [YAMLEntryDraft($1, .block($0))] }
  }

  private mutating func insert(
    _ entries: [YAMLEntryDraft], indent: Int, afterLine line: Int, isSpaced: Bool = false
  ) {
    var added: [String] = []
    for entry in entries {
      var writer = YAMLWriter()
      writer.block([entry], indent: indent)
      if isSpaced { added.append("") }
      added += writer.lines
    }
    lines.insert(contentsOf: added, at: min(line, lines.count))
  }

  /// Adds values at the end of a list.
  mutating func append(_ values: [String], to keys: [String]) -> Bool {
    var builder = YAMLTreeBuilder(ModelSource(path: path, text: text))
    guard var node = try? builder.document() else { return false }
    for key in keys {
      guard let inner = node.entries?.first(where: { $0.key.value == key })?.value else { return false }
      node = inner
    }
    if node.entries != nil, let inner = node.entries?.first(where: { $0.key.value == "values" })?.value {
      node = inner
    }
    guard let items = node.items, let last = items.last else { return false }
    if isFlow(node) {
      insert(values.map { ", \(YAMLText.scalar($0))" }.joined(), at: last.range.end)
    } else {
      guard let dash = dash(before: last.range.start) else { return false }
      lines.insert(contentsOf: values.map { dash + YAMLText.scalar($0) }, at: last.range.end.line)
    }
    return true
  }

  /// The dash of a value in a block list, with the spaces before and after it: a value further to the right than the one
  /// above would continue that.
  private func dash(before place: SourceRange.Position) -> String? {
    guard lines.indices.contains(place.line - 1) else { return nil }
    let before = Array(lines[place.line - 1].unicodeScalars.prefix(place.column - 1))
    if let dash = before.lastIndex(of: "-") {
      let (indent, gap) = (dash, before.count - dash - 1)
      return String(repeating: " ", count: indent) + "-" + String(repeating: " ", count: gap)
    }
    // The value is on a line below its dash.
    let above = lines[..<(place.line - 1)].last { $0.drop(while: { $0 == " " }).hasPrefix("-") }
    return above.map { String($0.prefix(while: { $0 == " " })) + "- " }
  }

  private mutating func addInline(_ entries: [YAMLEntryDraft], to node: YAMLNode) -> Bool {
    let text = entries.map { "\(YAMLText.scalar($0.key)): \(YAMLWriter.inline($0.value))" }
    if let last = node.entries?.last {
      insert(text.map { ", \($0)" }.joined(), at: end(of: last.value, orElse: last.key.range.end))
    } else {
      insert(" \(text.joined(separator: ", ")) ", at: after(node.range.start))
    }
    return true
  }

  private func after(_ place: SourceRange.Position) -> SourceRange.Position {
    var place = place
    place.column += 1
    return place
  }

  private func end(of node: YAMLNode, orElse other: SourceRange.Position) -> SourceRange.Position {
    node.scalar?.text == "" ? other : node.range.end
  }

  private mutating func insert(_ text: String, at place: SourceRange.Position) {
    guard lines.indices.contains(place.line - 1) else { return }
    var scalars = Array(lines[place.line - 1].unicodeScalars)
    scalars.insert(contentsOf: text.unicodeScalars, at: min(place.column - 1, scalars.count))
    var line = String.UnicodeScalarView()
    line.append(contentsOf: scalars)
    lines[place.line - 1] = String(line)
  }

  /// Whether a mapping or list is in flow style, in brackets.
  func isFlow(_ node: YAMLNode) -> Bool {
    let place = node.range.start
    guard lines.indices.contains(place.line - 1) else { return false }
    let first = lines[place.line - 1].unicodeScalars.dropFirst(place.column - 1).first
    return first == "{" || first == "["
  }

  /// The last line of an entry: a block ends where the next one begins.
  private func lastLine(of entry: YAMLEntry) -> Int {
    max(entry.key.range.end.line, lastLine(of: entry.value))
  }

  private func lastLine(of node: YAMLNode) -> Int {
    switch node.content {
    case .scalar(let scalar):
      // A text block ends where the next line begins.
      let end = node.range.end
      return scalar.text.isEmpty
        ? 0 : end.column == 1 && end.line > node.range.start.line ? end.line - 1 : end.line
    case .sequence(let items):
      return isFlow(node) ? node.range.end.line : items.map { lastLine(of: $0) }.max() ?? 0
    case .mapping(let entries):
      return isFlow(node) ? node.range.end.line : entries.map { lastLine(of: $0) }.max() ?? 0
    }
  }
}
