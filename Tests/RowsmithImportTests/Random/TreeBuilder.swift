/// Builds an object member by member, also under key paths.
struct TreeBuilder {
  var members: [Tree.Member] = []

  var tree: Tree { .object(members) }

  mutating func put(_ path: [String], _ value: Tree) {
    members = TreeBuilder.put(path[...], value, in: members)
  }

  private static func put(_ path: ArraySlice<String>, _ value: Tree, in members: [Tree.Member]) -> [Tree
    .Member]
  {
    guard let key = path.first else { return members }
    var members = members
    let index = members.lastIndex { $0.key == key }
    guard path.count > 1 else {
      if let index { members[index].value = value } else { members.append(.init(key: key, value: value)) }
      return members
    }
    let rest = path.dropFirst()
    let isIndex = rest.first == "0"
    var inner: [Tree.Member] = []
    switch index.map({ members[$0].value }) {
    case .object(let values): inner = values
    case .array(let items): if case .object(let values)? = items.first { inner = values }
    default: break
    }
    let built = Tree.object(put(isIndex ? rest.dropFirst() : rest, value, in: inner))
    let nested = isIndex ? Tree.array([built]) : built
    if let index {
      members[index].value = nested
    } else {
      members.append(.init(key: key, value: nested))
    }
    return members
  }
}
