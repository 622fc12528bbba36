package import Rowsmith
import RowsmithModel
import RowsmithSchema

extension ModelWidening {
  /// Adds keys that documents have and the model does not mention.
  ///
  /// Most of what is new was added before the import, at the places where the samples and the model agree. This is for the
  /// rest: few samples may look like a value of their own where the model has a record, or has taken it apart.
  ///
  /// - Returns: whether anything has changed.
  package mutating func add(_ keys: [NewKeys.Key], like shapes: SampleShapes?) -> Bool {
    var isChanged = false
    for key in keys where add(key, shapes) { isChanged = true }
    return isChanged
  }

  private mutating func add(_ key: NewKeys.Key, _ shapes: SampleShapes?) -> Bool {
    guard key.keys.allSatisfy(MemberPlace.isExpressible), let before = compiled(text),
      let schema = before.schema,
      let owner = Owner(of: key, in: SchemaGraph(schema))
    else { return false }
    var model = ModelText(text, path: path)
    var names = owner.names
    var member = shapes?.attribute(at: key.path) ?? MemberDraft(name: "", type: "JSON")
    member.name = names.take(NameChoice.members(for: owner.rest, of: owner.name))
    member.importName = owner.rest.map { ImportName.escaped($0) }.joined(separator: ".")
    // Rows that are there do not have it.
    (member.isOptional, member.comment) = (true, nil)
    let defaults = model.defaults
    member.settings.removeAll { $0.key == "DateFormat" && $0.value == .text(defaults.dateFormat) }
    var spelled = ModelDraft()
    spelled.casing = defaults.casing
    let entry = spelled.entry(
      forAttribute: member, of: owner.isEntity ? owner.name : nil, beside: owner.paths)
    guard model.add([entry], under: owner.section), let after = compiled(model.text), after.schema != nil,
      after.diagnostics.count <= before.diagnostics.count
    else { return false }
    text = model.text
    return true
  }

  /// What gets the attribute for a key: an entity, or a type of values.
  private struct Owner {
    var name: String
    var isEntity = true
    /// The keys that lead to it from there.
    var rest: [String]
    var names = NameChoice()
    /// What is read beside it.
    var paths: Set<String> = []

    /// Where its attributes stand in the model.
    var section: [String] { isEntity ? ["entities", name, "attributes"] : ["values", name] }

    init?(of key: NewKeys.Key, in graph: SchemaGraph) {
      (name, rest) = (key.entity, key.keys)
      isEntity = graph.valueType(name) == nil
      var group = graph.groups(of: name).lazy.compactMap { Self.reads(key.keys, $0.type, $0.importPaths) }
        .first
      while let (type, read) = group {
        (name, isEntity) = (type, false)
        rest.removeFirst(read)
        guard !rest.isEmpty, let attributes = graph.valueType(type)?.attributes else { return nil }
        group =
          attributes.lazy.compactMap { [rest] attribute in
            guard case .scalar(.value(let inner)) = attribute.type else { return nil }
            return Self.reads(rest, inner, attribute.importPaths)
          }.first
      }
      let attributes = isEntity ? graph.attributes(of: name) : graph.valueType(name)?.attributes ?? []
      paths = Set(attributes.flatMap { $0.importPaths.map { "\($0)" } })
      names.reserve(attributes.map(\.name))
      guard isEntity else { return }
      for relative in graph.lineage(of: name) + graph.descendants(of: name) {
        names.reserve((relative.attributes + []).map(\.name) + relative.relationships.map(\.name))
        names.reserve(relative.groups.map(\.name))
        paths.formUnion(relative.relationships.flatMap { $0.importPaths.map { "\($0)" } })
      }
    }

    /// The type of a value in which keys are, and how many of them lead to it.
    private static func reads(_ keys: [String], _ type: String, _ paths: [Schema.ImportPath]) -> (
      String, Int
    )? {
      for case .keys(let path) in paths where keys.count > path.count && keys.starts(with: path) {
        return (type, path.count)
      }
      return nil
    }
  }
}
