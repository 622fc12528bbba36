import RowsmithSchema

/// The names that the parts of values may have had in earlier versions of a model, in the order in which they are looked for.
///
/// A value and its member may have got their names in different versions: what is `house_road` now, and was `home_street`
/// first, was `house_street` or `home_road` in between. The former name of the value comes first, whatever the member was
/// called: there may have been another value of the name that it has now.
struct FormerPartNames: Sendable {
  /// By the root of the family and the name of the attribute, of which a family has only one.
  private var byRoot: [Int: [String: [String]]] = [:]

  /// Finds the names that the old schema may have.
  init(of new: SchemaGraph, in old: SchemaGraph) {
    let isRenamed = new.schema.valueTypes.contains { $0.attributes.contains { $0.renamedFrom != nil } }
    if !isRenamed { return }
    let known = FormerPartNames.beginnings(old)
    for entity in new.schema.entities {
      guard !entity.groups.isEmpty, let root = new.rootIndex(of: entity.name) else { continue }
      for group in entity.groups {
        guard let value = new.parts(of: group) else { continue }
        add(value, [group.renamedFrom, group.name].compactMap(\.self), of: root, new, known)
      }
    }
  }

  /// The names of an attribute of an entity, also the one that it has now; none if no member of a value got another name.
  func names(of attribute: String, of entity: String, in graph: SchemaGraph) -> [String] {
    if byRoot.isEmpty { return [] }
    return graph.rootIndex(of: entity).flatMap { byRoot[$0]?[attribute] } ?? []
  }

  /// - Parameters:
  ///   - prefixes: the names that the value has and had.
  ///   - known: those that values of the old schema had.
  private mutating func add(
    _ value: ValueParts, _ prefixes: [String], of root: Int, _ graph: SchemaGraph, _ known: Set<String>
  ) {
    let prefixes = prefixes.filter(known.contains)
    if prefixes.isEmpty { return }
    let members = graph.valueType(value.group.type)?.attributes ?? []
    for (member, part) in zip(members, value.parts) {
      let endings = [member.renamedFrom, member.name].compactMap(\.self)
      let formers = prefixes.flatMap { prefix in endings.map { "\(prefix)_\($0)" } }
      switch part {
      case .attribute(let attribute, _): byRoot[root, default: [:]][attribute.name] = formers
      case .group(let inner): add(inner, formers, of: root, graph, known)
      }
    }
  }

  /// What stands before an underscore in the names of attributes.
  private static func beginnings(_ graph: SchemaGraph) -> Set<String> {
    var beginnings: Set<String> = []
    for attribute in graph.schema.entities.lazy.flatMap(\.attributes) {
      var name = attribute.name[...]
      while let end = name.lastIndex(of: "_") {
        name = name[..<end]
        // Then the shorter ones are known, too.
        if !beginnings.insert(String(name)).inserted { break }
      }
    }
    return beginnings
  }
}
