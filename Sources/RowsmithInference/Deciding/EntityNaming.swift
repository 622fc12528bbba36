import RowsmithModel

/// What records are called, by what they are called where they stand.
enum EntityNaming {
  /// What records are called in general, the more general first: where they are `author` and `assignee`, too, they are this.
  private static let general = [
    "user", "person", "account", "member", "organization", "company", "team", "repository", "repo", "project",
    "image", "photo", "file", "attachment", "tag", "label", "category", "comment", "product", "place",
    "address",
  ]

  /// Keys whose value is the name of a type.
  private static let typeKeys: Set<String> = [
    "object", "@type", "__typename", "_type", "resourceType", "resource_type",
  ]

  /// The names that an entity could have, the better first.
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
    let most = counts.map(\.count).max() ?? 0
    names += counts.filter { $0.count == most }.map(\.name) + counts.map(\.name)
    let types = names.map { $0 == cluster.givenName ? $0 : NameChoice.type(for: $0) }
    return types
  }

  /// The name that the records give themselves.
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
