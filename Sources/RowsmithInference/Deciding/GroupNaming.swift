import RowsmithModel

/// Names values of several parts by the keys that lead to them.
enum GroupNaming {
  /// The words of the key that holds a value, in the singular.
  static func words(_ path: [String]) -> [String] { Words.of(Singular.of(path.last ?? "")) }

  /// The possible names of a value, best first.
  static func names(of group: GroupCatalog.Group) -> [String] {
    let shortest = group.paths.min { $0.count < $1.count } ?? []
    let keys = Set(group.paths.map { $0.last ?? "" })
    let parent = shortest.dropLast().last
    var names: [String] = []
    if keys.count > 1 {
      let common = commonEnd(group.paths.map(words))
      let parents = Set(group.paths.map { $0.dropLast().last ?? "" })
      if !common.isEmpty {
        names.append(type(common.joined(separator: "_")))
      } else if let parent, parents.count == 1, !EntityBuilder.wrappers.contains(parent) {
        // `_links: { self: …, html: … }` are links, but what is in `fields` has a name of its own.
        names += [type(Singular.of(parent)), "\(type(Singular.of(parent)))Value"]
      }
    }
    // A single object under `resources` is the resources; an item of a list of that name is a resource.
    let key = shortest.last ?? ""
    let first = type(group.isListed ? Singular.of(key) : key)
    names.append(first)
    if let parent { names.append("\(type(Singular.of(parent)))\(first)") }
    return names + ["\(group.entity)\(names[0])", "\(names[0])Value"]
  }

  private static func type(_ key: String) -> String { NameChoice.type(plural: key) }

  /// The words that all keys end with.
  private static func commonEnd(_ keys: [[String]]) -> [String] {
    var common = keys[0]
    for key in keys.dropFirst() {
      let count = zip(common.reversed(), key.reversed()).prefix { $0 == $1 }.count
      common = Array(common.suffix(count))
    }
    return common
  }
}
