/// Writes entries as YAML, with two spaces a level.
struct YAMLWriter {
  /// Longer lines are broken where YAML allows it.
  static let width = 100
  /// Comments at the ends of lines are aligned up to this column.
  static let commentColumn = 60
  /// The longest line including its comment.
  static let commentWidth = 110

  private(set) var lines: [String] = []

  /// The text, with a line break at the end.
  var text: String { lines.map { $0 + "\n" }.joined() }

  /// An empty line.
  mutating func skip() { lines.append("") }

  /// Lines of comments.
  mutating func comment(_ comments: [String], indent: Int = 0) {
    for comment in comments {
      lines.append(spaces(indent) + (comment.isEmpty ? "#" : YAMLText.comment(comment)))
    }
  }

  /// Entries one below the other, with their comments aligned.
  mutating func block(_ entries: [YAMLEntryDraft], indent: Int = 0) {
    let entries = entries.map { withCommentAbove($0, indent) }
    let column = column(of: entries, indent)
    for entry in entries {
      comment(entry.comments, indent: indent)
      write(entry, indent, commentColumn: column)
    }
  }

  /// Moves a comment above its line if it does not fit at the end.
  private func withCommentAbove(_ entry: YAMLEntryDraft, _ indent: Int) -> YAMLEntryDraft {
    guard let comment = entry.comment else { return entry }
    let line = indent + Self.key(entry).count + 2 + Self.inline(entry.value).count
    guard line + comment.count + 4 > Self.commentWidth else { return entry }
    var moved = entry
    moved.comment = nil
    moved.comments.append(comment)
    return moved
  }

  /// A key whose value follows on the next lines, one level deeper.
  mutating func nested(_ key: String, comment: String? = nil, indent: Int = 0) {
    lines.append(with(comment, behind: spaces(indent) + YAMLText.scalar(key) + ":", at: 0))
  }

  private mutating func write(_ entry: YAMLEntryDraft, _ indent: Int, commentColumn: Int) {
    let head = spaces(indent) + Self.key(entry) + ":"
    switch entry.value {
    case .block(let entries) where !entries.isEmpty:
      lines.append(with(entry.comment, behind: head, at: 0))
      block(entries, indent: indent + 2)
    case .items(let items) where !items.isEmpty:
      lines.append(with(entry.comment, behind: head, at: 0))
      for item in items { write(item: item, indent + 2) }
    default:
      let line = "\(head) \(Self.inline(entry.value))"
      if line.count <= Self.width || !isBreakable(entry.value) {
        lines.append(with(entry.comment, behind: line, at: commentColumn))
      } else {
        lines.append(with(entry.comment, behind: head, at: 0))
        breakUp(entry.value, indent + 2)
      }
    }
  }

  private mutating func write(item: YAMLDraft, _ indent: Int) {
    guard case .block(let entries) = item, !entries.isEmpty else {
      lines.append("\(spaces(indent))- \(Self.inline(item))")
      return
    }
    let first = lines.count
    block(entries, indent: indent + 2)
    // The dash goes before the first key, after its comments.
    let place = lines[first...].firstIndex { !$0.drop { $0 == " " }.hasPrefix("#") } ?? first
    lines[place] = spaces(indent) + "- " + lines[place].dropFirst(indent + 2)
  }

  private func isBreakable(_ value: YAMLDraft) -> Bool {
    switch value {
    case .list(let items): items.count > 1
    case .inline(let entries): entries.count > 1
    default: false
    }
  }

  /// Writes a list with several items a line, or a map with one key a line.
  private mutating func breakUp(_ value: YAMLDraft, _ indent: Int) {
    if case .inline(let entries) = value {
      block(entries, indent: indent)
      return
    }
    guard case .list(let items) = value else { return }
    var line = spaces(indent) + "["
    for (index, item) in items.enumerated() {
      let text = Self.inline(item) + (index + 1 < items.count ? "," : "]")
      if line.count + text.count + 1 > Self.width {
        lines.append(line)
        line = spaces(indent + 1) + text
      } else {
        line += (index == 0 ? "" : " ") + text
      }
    }
    lines.append(line)
  }

  private static func key(_ entry: YAMLEntryDraft) -> String {
    entry.isBareKey ? entry.key : YAMLText.scalar(entry.key)
  }

  /// A value on one line.
  static func inline(_ value: YAMLDraft) -> String {
    switch value {
    case .text(let text): return YAMLText.scalar(text)
    case .plain(let text): return text
    case .list(let items), .items(let items): return "[" + items.map(inline).joined(separator: ", ") + "]"
    case .inline(let entries), .block(let entries):
      if entries.isEmpty { return "{}" }
      let pairs = entries.map { "\(key($0)): \(inline($0.value))" }
      return "{ " + pairs.joined(separator: ", ") + " }"
    }
  }

  /// The column of a block's comments: after its longest line, unless that is very long.
  private func column(of entries: [YAMLEntryDraft], _ indent: Int) -> Int {
    let lengths = entries.filter { $0.comment != nil }.map {
      indent + Self.key($0).count + 2 + Self.inline($0.value).count
    }
    return (lengths.filter { $0 <= Self.commentColumn }.max() ?? 0) + 2
  }

  private func with(_ comment: String?, behind line: String, at column: Int) -> String {
    guard let comment else { return line }
    return line + spaces(max(2, column - line.count)) + YAMLText.comment(comment)
  }

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
