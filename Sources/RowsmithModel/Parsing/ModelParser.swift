import RowsmithSchema

/// Parses the trees of a model's files into declarations: keys and kinds of values, without looking up names.
struct ModelParser {
  /// The declarations so far.
  private(set) var model = ModelDeclaration()
  /// The diagnostics so far.
  var diagnostics: [Diagnostic] = []

  /// Reads one file.
  mutating func parse(_ root: YAMLNode) {
    reportNUL(in: root)
    guard var fields = fields(of: root, in: .model, called: "a model") else {
      model.isIncomplete = true
      return
    }
    version(fields.take("rowsmith"), of: root)
    if let node = fields.take("defaults") { defaults(node) }
    model.enumerations += section(fields.take("enums"), "'enums'").map { enumeration($0) }
    model.valueTypes += section(fields.take("values"), "'values'").map { valueType($0) }
    let entities = fields.take("entities")
    if entities.map({ $0.entries == nil }) ?? isMisspelled(["entities"], of: root, in: .model) {
      model.isIncomplete = true
    }
    model.entities += section(entities, "'entities'").map { entity($0) }
    model.documents += section(fields.take("documents"), "'documents'").map { document($0) }
    if let range = fields.range(of: "api"), let node = fields.take("api") {
      let api = api(node, at: range)
      if let first = model.api?.range { diagnostics.append(.apiGivenTwice(first: first, at: range)) }
      model.api = model.api ?? api
    }
    if let range = fields.range(of: "sync"), let node = fields.take("sync") {
      let sync = sync(node, at: range)
      if let first = model.sync?.range { diagnostics.append(.syncGivenTwice(first: first, at: range)) }
      model.sync = model.sync ?? sync
    }
    if let range = fields.range(of: "history"), let node = fields.take("history") {
      if let first = model.history?.range { diagnostics.append(.historyGivenTwice(first: first, at: range)) }
      model.history = model.history ?? history(node, at: range)
    }
    let routes = fields.take("routes")
    model.hasRoutes = model.hasRoutes || routes != nil
    model.routes += section(routes, "'routes'").compactMap { route($0) }
  }

  /// The entries of a mapping whose keys are names of the model.
  mutating func section(_ node: YAMLNode?, _ what: String) -> [YAMLEntry] {
    guard let node else { return [] }
    if let entries = node.entries { return entries }
    diagnostics.append(.wrongKind(what, expected: "a mapping", found: node.kindDescription, at: node.range))
    return []
  }

  /// Reports U+0000, which cannot be in a column or a JSON key. It is allowed in documentation, where it is escaped.
  private mutating func reportNUL(in node: YAMLNode) {
    switch node.content {
    case .scalar(let scalar):
      if scalar.text.utf8.contains(0) { diagnostics.append(.nulInText(at: node.range)) }
    case .sequence(let items):
      for item in items { reportNUL(in: item) }
    case .mapping(let entries):
      for entry in entries where entry.key.value != "doc" {
        if entry.key.value.utf8.contains(0) { diagnostics.append(.nulInText(at: entry.key.range)) }
        reportNUL(in: entry.value)
      }
    }
  }

  private mutating func version(_ node: YAMLNode?, of root: YAMLNode) {
    guard let node else {
      diagnostics.append(.missingVersion(at: root.range))
      return
    }
    if node.scalar?.value == .integer(1) { return }
    diagnostics.append(.unknownVersion(node.kindDescription, at: node.range))
  }

  private mutating func defaults(_ node: YAMLNode) {
    guard var fields = fields(of: node, in: .defaults, called: "'defaults'") else { return }
    let old = model.defaults
    if let node = fields.take("casing") {
      model.defaults.casing = once(keyword(node, "casing", Casing.self), old.casing, "casing")
    }
    if let node = fields.take("DateFormat") {
      model.defaults.dateFormats = once(dateFormats(node), old.dateFormats, "DateFormat")
    }
    if let node = fields.take("MergePolicy") {
      let policy = mergePolicy(node)
      model.defaults.mergePolicy = once(policy, old.mergePolicy, "MergePolicy")
    }
    if let node = fields.take("coerce") {
      model.defaults.coerces = once(bool(node, "'coerce'"), old.coerces, "coerce")
    }
  }

  /// Reports a default that is already in another file.
  private mutating func once<Value>(
    _ new: Located<Value>?, _ old: Located<Value>?, _ key: String
  ) -> Located<Value>? {
    guard let new, let old else { return new ?? old }
    diagnostics.append(.defaultGivenTwice(key, first: old.range, at: new.range))
    return old
  }
}
