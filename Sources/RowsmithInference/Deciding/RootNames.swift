import RowsmithModel

/// What the records of a collection at the top are called.
enum RootNames {
  /// Keys that say that there are records, not what they are.
  private static let general: Set<String> = [
    "data", "items", "results", "records", "entries", "rows", "objects", "values", "value", "list", "content",
    "docs",
    "documents", "hits", "resources", "collection", "response", "result", "body", "nodes", "elements",
    "members",
    "member", "page", "included", "payload", "list_items", "children",
  ]

  /// The name for the records at a path of the samples.
  ///
  /// - Parameter samples: what the samples are called.
  static func name(of path: [String], samples: String) -> String {
    path.last { !general.contains($0.lowercased()) } ?? samples
  }

  /// What records are called by the name of their file, without the words of the server that they are from: `issues` for
  /// `github-issues`, where their addresses are of github.com.
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

  /// The parts of the host of an address.
  private static func host(of address: String) -> [String] {
    guard let scheme = address.firstRange(of: "://") else { return [] }
    return address[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
      .split { $0 == "." || $0 == "-" || $0 == ":" }.map(String.init)
  }
}
