import RowsmithModel

/// Names the records of a collection at the top.
enum RootNames {
  /// Keys that mean "records" without telling which.
  private static let general: Set<String> = [
    "data", "items", "results", "records", "entries", "rows", "objects", "values", "value", "list", "content",
    "docs",
    "documents", "hits", "resources", "collection", "response", "result", "body", "nodes", "elements",
    "members",
    "member", "page", "included", "payload", "list_items", "children",
  ]

  /// The name of the records at a path of the samples.
  ///
  /// - Parameter samples: the name of the samples.
  static func name(of path: [String], samples: String) -> String {
    path.last { !general.contains($0.lowercased()) } ?? samples
  }

  /// Keys of lists that other lists have, too, whatever is in them.
  private static let lists: Set<String> = [
    "nodes", "edges", "items", "data", "results", "values", "records", "entries",
  ]

  /// The name of what is under a key of an object that is no record: `issues: { nodes: [...] }` has issues. In other
  /// objects, other records are under `nodes`.
  static func name(of key: String, in object: ObjectShape, called holder: String) -> String {
    guard lists.contains(key), !general.contains(holder.lowercased()), object.slot(key)?.array != nil,
      object.slots.count(where: { $0.array?.items.object != nil }) == 1
    else { return key }
    // `cart: { items: [...] }` has items.
    return key == "nodes" || key == "edges" || Singular.of(holder) != holder ? holder : key
  }

  /// The name of a file without the words of the server that its records come from: `issues` for `github-issues`, if the
  /// records have addresses at github.com.
  static func withoutServer(_ name: String, _ records: [ObjectShape]) -> String {
    let words = Words.of(name)
    let hosts = records.flatMap { shape in
      zip(shape.keys, shape.slots).flatMap { key, slot -> [String] in
        guard ["url", "uri", "href", "self", "link"].contains(Words.of(key).last),
          let first = slot.strings?.first
        else { return [] }
        return host(of: first)
      }
    }
    let own = words.drop { hosts.contains($0) }
    return own.isEmpty || own.count == words.count ? name : own.joined(separator: "_")
  }

  /// The parts of an address's host.
  private static func host(of address: String) -> [String] {
    guard let scheme = address.firstRange(of: "://") else { return [] }
    return address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
      .split { $0 == "." || $0 == "-" || $0 == ":" }.map(String.init)
  }
}
