/// Which relationships are written whole, one inside another.
struct EmbedTree {
  private(set) var branches: [String: EmbedTree] = [:]

  init() {}

  init(_ paths: [[String]]) {
    for path in paths { insert(path[...]) }
  }

  private mutating func insert(_ path: ArraySlice<String>) {
    guard let name = path.first else { return }
    branches[name, default: EmbedTree()].insert(path.dropFirst())
  }

  /// What is embedded in the records of a relationship; nil where they are not embedded.
  subscript(name: String) -> EmbedTree? { branches[name] }

  /// The names of the relationships, sorted.
  var names: [String] { branches.keys.sorted() }
}
