/// Arranges values by their key paths.
struct ExportPlaces {
  /// A value and its key path.
  struct Entry {
    var path: [String]
    var node: ExportNode
    /// `Album.title`.
    var name: String
  }

  private var entries: [Entry] = []
  private var groups: [(path: [String], group: ExportGroup)] = []
  /// The key paths and columns of what is not written.
  private var hidden: [(path: [String], column: Int?)] = []
  /// What a server has and is not written.
  private var unchanged: [(path: [String], node: ExportNode)] = []

  mutating func add(_ node: ExportNode, at path: [String], name: String) {
    entries.append(Entry(path: path, node: node, name: name))
  }

  /// Marks a key path from which an import reads something that is not written: null in place of an object around it would
  /// clear that.
  ///
  /// - Parameter column: where that is, if it has one column.
  mutating func hide(_ path: [String], column: Int? = nil) { hidden.append((path, column)) }

  /// Notes what a server has at a key path and is not written: null in place of an object around it would remove that.
  mutating func keep(_ node: ExportNode, at path: [String]) { unchanged.append((path, node)) }

  /// Marks what is at a key path as the parts of one value.
  mutating func add(_ group: ExportGroup, at path: [String]) {
    func isOther(_ node: ExportNode) -> Bool {
      if case .value(let column, _, _) = node { !group.columns.contains(column) } else { true }
    }
    var marked = group
    marked.others = entries.filter { $0.path.starts(with: path) }.map(\.node).filter(isOther)
    marked.unchanged = unchanged.filter { $0.path.starts(with: path) }.map(\.node).filter(isOther)
    groups.append((path, marked))
  }

  /// The members of the object, each key where its first value is, and notes on values whose place is taken.
  func members() -> (members: [ExportMember], notes: [String]) {
    var notes: [String] = []
    let group = Group()
    for (index, entry) in entries.enumerated() {
      let blocker = entries.enumerated().first { other, candidate in
        other != index && entry.path.starts(with: candidate.path)
          && (candidate.path.count < entry.path.count || other < index)
      }
      if let blocker {
        let place = entry.path.joined(separator: ".")
        notes.append("\(entry.name) is left out: its place '\(place)' is taken by \(blocker.element.name)")
      } else {
        group.insert(entry.node, at: entry.path[...])
      }
    }
    for (path, value) in groups { group.mark(value, at: path[...]) }
    for (path, column) in hidden { group.hide(path[...], column) }
    return (group.members, notes)
  }

  private final class Group {
    private var names: [String] = []
    private var children: [String: Group] = [:]
    private var leaf: ExportNode?
    private var value: ExportGroup?
    /// What an import reads from the object that is not written.
    private var hidden: [Int?] = []

    func insert(_ node: ExportNode, at path: ArraySlice<String>) {
      guard let name = path.first else {
        leaf = node
        return
      }
      if children[name] == nil { names.append(name) }
      let child = children[name] ?? Group()
      children[name] = child
      child.insert(node, at: path.dropFirst())
    }

    func mark(_ group: ExportGroup, at path: ArraySlice<String>) {
      guard let name = path.first else {
        value = group
        return
      }
      children[name]?.mark(group, at: path.dropFirst())
    }

    func hide(_ path: ArraySlice<String>, _ column: Int?) {
      guard path.count > 1, let name = path.first, let child = children[name] else { return }
      child.hidden.append(column)
      child.hide(path.dropFirst(), column)
    }

    var members: [ExportMember] {
      names.compactMap { name in
        guard let child = children[name] else { return nil }
        var key: [UInt8] = []
        JSONString.append(name, to: &key)
        key.append(UInt8(ascii: ":"))
        return ExportMember(key: key, node: child.node)
      }
    }

    private var node: ExportNode {
      if let leaf { return leaf }
      if var value {
        value.hidden = hidden
        return .group(members, value)
      }
      if let places = ExportPlaces.positions(names) {
        let inner = places.compactMap { children[$0] }
        let kept = inner.indices.filter { !inner[$0].hidden.isEmpty && inner[$0].value == nil }
        return .array(inner.map(\.node), kept: Set(kept))
      }
      return .object(members)
    }
  }

  /// The keys in order if they are the positions from 0 on, which mean an array; `nil` for other keys.
  static func positions(_ keys: [String]) -> [String]? {
    let positions = keys.indices.map(String.init)
    return Set(positions) == Set(keys) ? positions : nil
  }
}
