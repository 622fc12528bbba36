/// How to read the text in a column.
enum CSVColumnKind: Sendable, Hashable {
  /// A value written as text.
  case text
  /// JSON: a list, an object, or any other value.
  case json
  /// A key, or the JSON of an object.
  case keyOrObject
  /// An object that is never null, even if the columns of all its members are empty.
  case object
}

/// The columns of a table as members of nested objects: `user.name` is `name` of `user`.
struct CSVColumns {
  /// A member of an object.
  struct Member {
    /// The key as JSON, with quotes and colon.
    var key: [UInt8]
    var content: Content
  }

  indirect enum Content {
    case column(Int, CSVColumnKind)
    case group([Member], isRequired: Bool)
  }

  let count: Int
  let members: [Member]

  /// Reads the header.
  ///
  /// - Throws: ``JSONError`` if a column has no name, or conflicts with another column.
  init(_ header: CSVRow, kind: ([String]) -> CSVColumnKind) throws {
    count = header.fields.count
    let root = Group()
    for (index, field) in header.fields.enumerated() {
      let name = header.text(field)
      let failure = { JSONError(.malformed, $0, line: field.line, column: field.column) }
      if name.isEmpty { throw failure("column \(index + 1) has no name in the header") }
      let path = Self.path(name)
      guard root.insert(.column(index, kind(path)), at: path[...]) else {
        let others = header.fields[..<index].map { header.text($0) }
        if others.contains(name) {
          throw failure("the column '\(name)' occurs twice in the header; rename one of them")
        }
        let other =
          others.first { Self.path($0).starts(with: path) || path.starts(with: Self.path($0)) } ?? ""
        let (whole, part) = Self.path(other).count < path.count ? (other, name) : (name, other)
        throw failure(
          "the columns '\(other)' and '\(name)' exclude each other: '\(part)' is a member of '\(whole)', which has a "
            + "value of its own; rename one of them, or write `\\.` for a dot that is part of a name")
      }
    }
    members = root.members(at: [], kind: kind)
  }

  /// Splits a name into keys; `\.` is a dot inside a key.
  static func path(_ name: String) -> [String] {
    var path = [""]
    var isEscaped = false
    for character in name {
      if isEscaped {
        if character != "." { path[path.count - 1].append("\\") }
        path[path.count - 1].append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "." {
        path.append("")
      } else {
        path[path.count - 1].append(character)
      }
    }
    if isEscaped { path[path.count - 1].append("\\") }
    return path
  }

  /// The column name for these keys.
  package static func name(_ path: [String]) -> String {
    path.map { $0.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.") }
      .joined(separator: ".")
  }

  private final class Group {
    private var names: [String] = []
    private var groups: [String: Group] = [:]
    private var columns: [String: Content] = [:]

    /// Inserts a column; returns `false` if its place is taken.
    func insert(_ column: Content, at path: ArraySlice<String>) -> Bool {
      guard let name = path.first, columns[name] == nil else { return false }
      if path.count == 1 {
        if groups[name] != nil { return false }
        names.append(name)
        columns[name] = column
        return true
      }
      if groups[name] == nil {
        names.append(name)
        groups[name] = Group()
      }
      return groups[name]?.insert(column, at: path.dropFirst()) == true
    }

    func members(at path: [String], kind: ([String]) -> CSVColumnKind) -> [Member] {
      names.compactMap { name in
        let place = path + [name]
        let content =
          columns[name]
          ?? groups[name].map {
            .group($0.members(at: place, kind: kind), isRequired: kind(place) == .object)
          }
        return content.map { Member(key: Array((JSONValue.string(name).text + ":").utf8), content: $0) }
      }
    }
  }
}
