import RowsmithModel

/// Decides whether objects without identity can become values of several parts.
struct GroupReading {
  let clustering: Clustering
  /// Objects with more members are kept as JSON: a structure of that size is of no use.
  static let maximumMembers = 16
  /// The most single values in a value, including nested ones; each is a column.
  static let maximumLeaves = 32
  /// The most members, and the most single values, in an item of a list.
  static let maximumListed = 12
  private static let maximumDepth = 4

  /// The values at a place; `nil` if they are kept as JSON.
  func tree(at place: MemberPlace) -> (tree: GroupTree, isList: Bool)? {
    guard let found = read(place, depth: 1) else { return nil }
    return (found.tree, found.isList)
  }

  private func read(_ place: MemberPlace, depth: Int) -> (tree: GroupTree, isList: Bool)? {
    if depth > Self.maximumDepth || place.scalars.scalars > 0 { return nil }
    if place.arrays == 0 { return members(of: place, isList: false, depth: depth).map { ($0, false) } }
    let items = place.listItems
    guard place.objects == 0, items.objects == items.present else { return nil }
    return members(of: items, isList: true, depth: depth).map { ($0, true) }
  }

  private func members(of place: MemberPlace, isList: Bool, depth: Int) -> GroupTree? {
    let shapes = place.shapes
    guard place.objects > (isList ? 1 : 0), shapes.allSatisfy(isPlain), !holdsEntity(shapes) else {
      return nil
    }
    let places = MemberPlace.members(of: shapes, under: place.path, total: place.objects)
    guard !places.isEmpty, places.count <= (isList ? Self.maximumListed : Self.maximumMembers) else {
      return nil
    }
    let word = Words.of(Singular.of(place.path.last ?? "")).last ?? ""
    var names = NameChoice()
    var tree = GroupTree(path: place.path, members: [])
    for inner in places {
      let key = inner.path[inner.path.count - 1]
      let name = names.take(NameChoice.members(for: [key], of: NameChoice.type(for: word)))
      var member = GroupTree.Member(made: MadeAttribute(inner, name: name, path: [key]), key: key)
      member.words = inner.words
      if inner.objects > 0 || inner.listItems.objects > 0, let found = read(inner, depth: depth + 1) {
        member.inner = found.tree
        member.made.draft.type = found.isList ? "[]" : ""
        member.made.draft.comment = inner.isOptional ? inner.absence : nil
      }
      tree.members.append(member)
    }
    if !isRegular(tree, places, of: place.objects) { return nil }
    return bounded(tree, to: isList ? Self.maximumListed : Self.maximumLeaves)
  }

  /// Keeps the largest members as JSON until the value is small enough.
  private func bounded(_ tree: GroupTree, to maximum: Int) -> GroupTree {
    var tree = tree
    while tree.leaves > maximum,
      let largest = tree.members.indices.max(by: { tree.members[$0].leaves < tree.members[$1].leaves }),
      tree.members[largest].inner != nil
    {
      tree.members[largest].inner = nil
      tree.members[largest].made.draft.type = "JSON"
    }
    return tree
  }

  private func isPlain(_ shape: ObjectShape) -> Bool {
    shape.folded == nil && shape.kinds.isEmpty && !shape.keys.isEmpty
      && shape.keys.allSatisfy { MemberPlace.isExpressible($0) }
  }

  /// Whether most objects have most members, and the samples show the types of these.
  private func isRegular(_ tree: GroupTree, _ places: [MemberPlace], of objects: Int) -> Bool {
    let vague = tree.members.count { $0.isVague }
    if objects == 1 { return 2 * vague < tree.members.count }
    let present = places.reduce(0) { $0 + $1.present }
    let isSparse = tree.members.count > 3 && 2 * present < objects * tree.members.count
    return vague < tree.members.count && !isSparse
  }

  /// Whether the values are lists of objects that nothing tells apart and that hold records, all of which a model can express.
  func areRows(_ place: MemberPlace) -> Bool {
    let items = place.listItems
    let shapes = items.shapes
    return place.objects == 0 && place.scalars.scalars == 0 && items.objects > 0
      && items.objects == items.present && shapes.allSatisfy(isLoose)
      && MemberPlace.respelled(in: shapes).isEmpty && holdsEntity(shapes, besidesScoped: true)
  }

  /// Whether such lists are in the objects, or in objects in them.
  func holdsRows(_ shapes: [ObjectShape]) -> Bool {
    MemberPlace.members(of: shapes, under: [], total: 0).contains { place in
      areRows(place)
        || place.arrays == 0 && place.objects > 0 && place.shapes.allSatisfy(isLoose)
          && holdsRows(place.shapes)
    }
  }

  /// Whether objects can be flattened, and are no records.
  private func isLoose(_ shape: ObjectShape) -> Bool {
    isPlain(shape) && clustering.cluster(of: shape) == nil
  }

  /// Whether the objects contain records, which a value cannot hold.
  ///
  /// - Parameter besidesScoped: whether records that are unique only within their parent do not count.
  func holdsEntity(_ shapes: [ObjectShape], besidesScoped: Bool = false) -> Bool {
    func holds(_ value: ValueShape) -> Bool {
      for object in [value.object, value.array?.items.object].compactMap({ $0 }) {
        if let cluster = clustering.cluster(of: object), !besidesScoped || cluster.key?.isScoped == false {
          return true
        }
        if object === value.object, object.slots.contains(where: holds) { return true }
      }
      return false
    }
    return shapes.contains { $0.slots.contains(where: holds) }
  }
}
