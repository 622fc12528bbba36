import RowsmithModel

/// Chooses the name of an entity from the names of the places of its records.
enum EntityNaming {
  /// General names, the most general first. A record that is `user` in one place and `author` or `assignee` in others is a user.
  private static let general = [
    "user", "person", "account", "member", "organization", "company", "team", "repository", "repo", "project",
    "image", "photo", "file", "attachment", "tag", "label", "category", "comment", "product", "place",
    "address",
  ]

  /// Keys whose value is a type name.
  private static let typeKeys: Set<String> = [
    "object", "@type", "__typename", "_type", "resourceType", "resource_type",
  ]

  /// The possible names of an entity, best first.
  static func names(of cluster: Cluster) -> [String] {
    var names = cluster.givenName.map { [$0] } ?? []
    if let kind = typeName(of: cluster) { names.append(kind) }
    if let root = cluster.sites.first(where: { $0.depth == 0 }) { names.append(root.name) }
    let sites = cluster.sites.sorted { $0.depth < $1.depth }
    names += general.filter { name in sites.contains { $0.name == name } }
    var counts: [(name: String, count: Int)] = []
    for site in sites {
      if let index = counts.firstIndex(where: { $0.name == site.name }) {
        counts[index].count += 1
      } else {
        counts.append((site.name, 1))
      }
    }
    // `base_commit` and `head_commit` count for `commit`, if that is also a name.
    let votes = counts.map { name, _ in
      counts.reduce(0) { $0 + (Self.ends($1.name, with: name) ? $1.count : 0) }
    }
    let places = counts.indices.filter { !isPosition(counts[$0].name) }
    let most = places.map { votes[$0] }.max() ?? 0
    names += places.filter { votes[$0] == most }.map { counts[$0].name }
    names += places.map { counts[$0].name } + counts.map(\.name)
    let types = names.map { $0 == cluster.givenName ? $0 : NameChoice.type(for: $0) }
    return types
  }

  private static func ends(_ name: String, with end: String) -> Bool {
    let (words, last) = (Words.of(name), Words.of(end))
    return words.suffix(last.count) == last[...]
  }

  /// Whether a name tells how a record relates to another one, rather than what it is.
  private static func isPosition(_ name: String) -> Bool {
    let positions: Set<String> = [
      "parent", "child", "previous", "next", "ancestor", "descendant", "root", "reply",
    ]
    return positions.contains(name)
  }

  /// The type name in the records themselves.
  private static func typeName(of cluster: Cluster) -> String? {
    guard let kind = cluster.kind, kind.first?.isLetter == true, kind.count <= 40,
      kind.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" })
    else { return nil }
    let shape = cluster.shapes[0]
    let key = KeyNames.discriminators.first { shape.keys.contains($0) } ?? ""
    if typeKeys.contains(key) || shape.keys.contains("attributes") { return kind }
    let isCalledSo = cluster.sites.contains { Words.of($0.name).last == Words.of(kind).last }
    return isCalledSo || kind == "Feature" ? kind : nil
  }
}
