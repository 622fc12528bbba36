package import Rowsmith
import RowsmithModel
import RowsmithSchema

extension ModelWidening {
  /// Adds keys that documents have and the model does not mention.
  ///
  /// Most new keys were added before the import, at the places where the samples and the model agree. This adds the rest: a few
  /// samples may look like a separate value where the model has a record, or a flattened one.
  ///
  /// - Returns: whether anything has changed.
  package mutating func add(_ keys: [NewKeys.Key], like shapes: SampleShapes?) -> Bool {
    add(keys.filter { $0.keys.allSatisfy(MemberPlace.isExpressible) }[...], shapes)
  }

  /// Adds all keys at once. If the result is not a valid model, it tries each half.
  private mutating func add(_ keys: ArraySlice<NewKeys.Key>, _ shapes: SampleShapes?) -> Bool {
    guard let before = compiled(text), let schema = before.schema else { return false }
    var additions = KeyAdditions(ModelText(text, path: path), schema)
    for key in keys { additions.note(key, shapes?.attribute(at: key.path)) }
    if additions.isEmpty { return false }
    if let wider = additions.text, let after = compiled(wider), after.schema != nil,
      after.diagnostics.count <= before.diagnostics.count
    {
      text = wider
      return true
    }
    if keys.count < 2 { return false }
    let middle = keys.startIndex + keys.count / 2
    let isChanged = add(keys[..<middle], shapes)
    return add(keys[middle...], shapes) || isChanged
  }
}

/// The attributes for keys that a model does not mention, and its text with them.
private struct KeyAdditions {
  private var model: ModelText
  private let graph: SchemaGraph
  private let defaults: ModelText.Defaults
  /// The entries by their section of the model, in the order added.
  private var entries: [(section: [String], entries: [YAMLEntryDraft])] = []
  /// The names that were added, by entity or value type.
  private var added: [String: [String]] = [:]

  init(_ model: ModelText, _ schema: Schema) {
    self.model = model
    graph = SchemaGraph(schema)
    defaults = model.defaults
  }

  /// Adds the attribute for a key.
  ///
  /// - Parameter seen: the samples' attribute there, without a name; `nil` if it is unknown.
  mutating func note(_ key: NewKeys.Key, _ seen: MemberDraft?) {
    guard var owner = Owner(of: key, in: graph) else { return }
    for relative in owner.relatives { owner.names.reserve(added[relative] ?? []) }
    var member = seen ?? MemberDraft(name: "", type: "JSON")
    // The model reads what is inside objects there, so the samples' other values are not all.
    if owner.isAround {
      member = MemberDraft(name: "", type: "JSON")
      // Produced, it would take the place of the members inside.
      member.settings = [YAMLEntryDraft("export", .plain("false"))]
    }
    member.name = owner.names.take(
      NameChoice.members(for: owner.rest, of: owner.name)
        .map { owner.mayImplyKey ? $0 : ImpliedKeys.free($0, of: owner.name) })
    added[owner.name, default: []].append(member.name)
    member.importName = owner.rest.map { ImportName.escaped($0) }.joined(separator: ".")
    // Existing rows have no value for it.
    (member.isOptional, member.comment) = (true, nil)
    member.settings.removeAll { $0.key == "DateFormat" && $0.value == .text(defaults.dateFormat) }
    var spelled = ModelDraft()
    spelled.casing = defaults.casing
    let entry = spelled.entry(
      forAttribute: member, of: owner.isEntity ? owner.name : nil, beside: owner.paths)
    if let index = entries.firstIndex(where: { $0.section == owner.section }) {
      entries[index].entries.append(entry)
    } else {
      entries.append((owner.section, [entry]))
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The model with all additions; `nil` if something else is at the place of one.
  var text: String? {
    var model = model
    for (section, entries) in entries where !model.add(entries, under: section) { return nil }
    return model.keepPrimaryKeys(of: graph.schema) ? model.text : nil
  }

  /// The entity, or value type, that gets the attribute for a key.
  private struct Owner {
    var name: String
    var isEntity = true
    /// The rest of the path, from the owner to the key.
    var rest: [String]
    var names = NameChoice()
    /// The paths of the members beside it.
    var paths: Set<String> = []
    /// Whether the members beside it read what is inside the key's value.
    var isAround = false
    /// Whether a name like `id` may be given to an attribute: not to one of an entity without a primary key.
    var mayImplyKey = true
    /// The entities that share one set of member names with it, including itself.
    var relatives: [String]

    /// The section of the model with its attributes.
    var section: [String] { isEntity ? ["entities", name, "attributes"] : ["values", name] }

    init?(of key: NewKeys.Key, in graph: SchemaGraph) {
      (name, rest, relatives) = (key.entity, key.keys, [])
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
      let importPaths = attributes.flatMap(\.importPaths)
      paths = Set(importPaths.map { "\($0)" })
      isAround = Self.isAround(rest, importPaths)
      names.reserve(attributes.map(\.name))
      relatives = [name]
      guard isEntity else { return }
      relatives = graph.family(of: name).map(\.name)
      for relative in graph.family(of: name) {
        names.reserve(relative.attributes.map(\.name))
        names.reserve(relative.relationships.map(\.name))
        names.reserve(relative.groups.map(\.name))
      }
      for relative in graph.lineage(of: name) + graph.descendants(of: name) {
        let importPaths = relative.relationships.flatMap { $0.importPaths + $0.foreignKeyPaths }
        paths.formUnion(relative.relationships.flatMap { $0.importPaths.map { "\($0)" } })
        isAround =
          isAround
          || Self.isAround(
            rest,
            importPaths + relative.attributes.flatMap(\.importPaths) + relative.groups.flatMap(\.importPaths))
      }
      mayImplyKey = graph.root(of: name)?.primaryKey.isEmpty == false
    }

    private static func isAround(_ keys: [String], _ paths: [Schema.ImportPath]) -> Bool {
      paths.contains { path in
        guard case .keys(let path) = path else { return false }
        return path.count > keys.count && path.starts(with: keys)
      }
    }

    /// The value type that contains a key path, and the number of keys that lead to the value.
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
