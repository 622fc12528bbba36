import RowsmithSchema

extension ImportSession {
  /// Imports the records of one entity, at the path that the options give.
  func importRoot(_ entity: EntityMapping, isKeyed: Bool) throws {
    begin([entity])
    let isTop = options.path.isEmpty
    try forEachDocument(follows: !isTop) { path in
      try self.navigate(self.options.path[...], path: path) { path in
        try self.importCollection(RootMember(entity: entity), isKeyed: isKeyed, isTop: isTop, path: path)
      }
    }
    noteRoot(entity.index)
  }

  /// The type of the records in a root collection.
  struct RootMember {
    var entity: EntityMapping
    /// Tells the entities apart, if the collection is mixed.
    var choice: MixedCollection?
    /// Its number in the document.
    var number = 0

    /// The entities of the records.
    var entities: [EntityMapping] {
      choice.map { Set($0.entities.values.map(\.index)).sorted() }.map { indices in
        indices.compactMap { index in choice?.entities.values.first { $0.index == index } }
      } ?? [entity]
    }
  }

  /// Imports a document of several entities.
  func importDocument(_ name: String) throws {
    guard let document = mapping.graph.schema.documents.first(where: { $0.name == name }) else {
      let known = mapping.graph.schema.documents.map(\.name).sorted().joined(separator: ", ")
      throw ImportError(
        .unknownTarget,
        "the model has no document '\(name)'; \(known.isEmpty ? "it has none" : "it has \(known)")")
    }
    let members = try document.members.enumerated().map { number, member in
      let name = member.path.joined(separator: ".")
      return (
        shape: member.shape,
        root: RootMember(
          entity: try entity(member.entity),
          choice: member.oneOf.map { MixedCollection($0, name: name, mapping: mapping) }, number: number)
      )
    }
    begin(members.flatMap(\.root.entities))
    var found: Set<Int> = []
    func importMember(_ index: Int, _ path: JSONPath) throws {
      // A null member counts as absent.
      if try peek() == UInt8(ascii: "n") { return try skipValue() }
      found.insert(index)
      let (shape, root) = members[index]
      switch shape {
      case .object: try importOne(root, path: path, item: -1, mapKey: nil)
      case .array: try importCollection(root, isKeyed: false, isTop: false, path: path)
      case .keyed: try importCollection(root, isKeyed: true, isTop: false, path: path)
      }
    }
    let paths = document.members.indices.map { (index: $0, keys: document.members[$0].path[...]) }
    try forEachDocument(follows: true) { path in
      try self.navigate(self.options.path[...], path: path) { path in
        try self.importMembers(paths, path: path, importMember)
      }
    }
    for index in found { for entity in members[index].root.entities { noteRoot(entity.index) } }
  }

  /// Runs the body at the document, and at following documents if allowed: a dump may have one for each page.
  private func forEachDocument(follows mayFollow: Bool, _ body: (JSONPath) throws -> Void) throws {
    try body(JSONPath())
    var index = 1
    while mayFollow, try peek() == UInt8(ascii: "{") || peek() == UInt8(ascii: "[") {
      try body(JSONPath().appending(index: index))
      index += 1
    }
    try expectEnd()
  }

  /// Whether root rows that the document does not name are deleted.
  private var prunesRoot: Bool { options.policy == .mergeAndPrune || options.policy == .replace }

  /// The entities whose rows are deleted if the document does not name them.
  var pruned: [EntityMapping] {
    // The unread part may name any row.
    guard prunesRoot, report.stoppedAfter == nil else { return [] }
    return rootEntities.sorted().map { mapping.entities[$0] }
      .filter { entity in !unprunable.contains { mapping.entities[$0].table === entity.table } }
  }

  /// Prepares for the root policy.
  private func begin(_ entities: [EntityMapping]) {
    guard prunesRoot else { return }
    for entity in entities {
      applier.writers[entity.table.index].trackNames()
      if options.policy == .replace { applier.writers[entity.table.index].trackGiven() }
    }
    for relationship in mapping.relationships where relationship.schema.deleteRule == .cascade {
      applier.writers[relationship.target.table.index].trackNames()
    }
  }

  /// Goes to the value under the keys, runs the body there, and reads everything around it.
  func navigate(_ keys: ArraySlice<String>, path: JSONPath, _ body: (JSONPath) throws -> Void) throws {
    guard let key = keys.first else { return try body(path) }
    var isFound = false
    /// The keys found, for the error message.
    var known: [String] = []
    func visit(_ isWanted: Bool, _ path: JSONPath) throws {
      if isFound || !isWanted { return try skipValue() }
      isFound = true
      try navigate(keys.dropFirst(), path: path, body)
    }
    let kind = try peek()
    let position = stream.position(of: stream.scanner.p)
    switch kind {
    case UInt8(ascii: "{"):
      try forEachMember(path: path) { name, path in
        if known.count <= ImportSession.maximumNamedKeys { known.append(name.text) }
        try visit(name.text == key, path)
      }
    case UInt8(ascii: "["):
      try forEachItem(path: path) { index, path in
        known = ["0 to \(index)"]
        try visit(String(index) == key, path)
      }
    default: break
    }
    if !isFound {
      throw ImportError(
        .unexpectedShape, "expected a value under '\(key)', found \(ImportSession.found(known, in: kind))",
        path: path.description, line: position.line, column: position.column)
    }
  }

  /// How many keys a message names at most.
  private static let maximumNamedKeys = 12

  /// What was found in place of a missing key, for the error message.
  private static func found(_ keys: [String], in kind: UInt8) -> String {
    switch kind {
    case UInt8(ascii: "{") where keys.isEmpty: return "an object without keys"
    case UInt8(ascii: "{"):
      let named = keys.prefix(maximumNamedKeys).map { "'\($0)'" }.joined(separator: ", ")
      return "an object with the keys \(named)\(keys.count > maximumNamedKeys ? " and more" : "")"
    case UInt8(ascii: "["): return keys.first.map { "an array with the items \($0)" } ?? "an empty array"
    default: return "neither an object nor an array"
    }
  }

  /// Reads an object and runs the body at the members of a document, each under its own keys.
  private func importMembers(
    _ members: [(index: Int, keys: ArraySlice<String>)], path: JSONPath, isTop: Bool = true,
    _ body: (Int, JSONPath) throws -> Void
  ) throws {
    guard try peek() == UInt8(ascii: "{") else {
      if try !isTop && peek() == UInt8(ascii: "n") { return try skipValue() }
      let hasIndex = try peek() == UInt8(ascii: "[") && members.contains { Int($0.keys.first ?? "") != nil }
      let hint = hasIndex ? ", whose key paths have no indexes (import the items under a path)" : ""
      throw try unexpected("an object with the members of the document\(hint)", path: path)
    }
    try forEachMember(path: path) { key, path in
      let name = key.text
      let matching = members.filter { $0.keys.first == name }
      if let member = matching.first(where: { $0.keys.count == 1 }) { return try body(member.index, path) }
      guard !matching.isEmpty else { return try self.skipUnknownMember(at: path) }
      let inner = matching.map { (index: $0.index, keys: $0.keys.dropFirst()) }
      try self.importMembers(inner, path: path, isTop: false, body)
    }
  }

  private func skipUnknownMember(at path: JSONPath) throws {
    noteUnknownMember(at: path)
    try skipValue()
  }

  /// Imports the record at the stream's position. In a mixed collection, the record itself tells its entity.
  private func importOne(
    _ member: RootMember, path: JSONPath, item: Int, after earlier: Int = 0, mapKey: MemberKey?
  ) throws {
    try countRoot()
    guard let choice = member.choice, try peek() == UInt8(ascii: "{") else {
      return try importRecord(member.entity, path: path, item: item, after: earlier, mapKey: mapKey)
    }
    parser.rootPath = path
    var chosen: EntityMapping?
    try parseRoot { scanner in
      var ahead = scanner
      chosen = try self.parser.choose(choice, ahead, depth: 1)
      guard chosen == nil else { return }
      try ahead.skipValue(depth: 1)
      self.parser.noteUnlistedKind(choice, at: RecordParser.Place())
      scanner = ahead
    }
    guard let chosen else { return noteFindings() }
    try importRecord(chosen, path: path, item: item, after: earlier, mapKey: mapKey, choice: choice)
  }

  /// Imports an array or a map of records, one object, or newline-delimited objects.
  private func importCollection(_ member: RootMember, isKeyed: Bool, isTop: Bool, path: JSONPath) throws {
    switch try peek() {
    case UInt8(ascii: "{") where isKeyed:
      try forEachMember(path: path) { key, path in
        try self.importOne(member, path: path, item: -1, mapKey: key)
      }
    case UInt8(ascii: "[") where !isKeyed:
      // Positions count on from source to source, and from text to text: they are one document. Those in messages do not.
      let earlier = readItems[member.number, default: 0]
      var count = 0
      try forEachItem(path: path) { index, path in
        count = index + 1
        try self.importOne(member, path: path, item: index, after: earlier, mapKey: nil)
      }
      // Nothing follows the only value of the only source.
      if !isTop || hasSeveralSources { readItems[member.number] = earlier + count }
    case UInt8(ascii: "{"):
      try importOne(member, path: path, item: -1, mapKey: nil)
      if isTop { try importFollowingObjects(member) }
    default:
      let expected = isKeyed ? "an object keyed by primary key" : "an object or an array"
      throw try unexpected("\(expected) (\(member.entity.name))", path: path)
    }
  }

  /// Newline-delimited JSON: objects, one after another, until the end.
  private func importFollowingObjects(_ member: RootMember) throws {
    var index = 1
    while try peek() == UInt8(ascii: "{") {
      try importOne(member, path: JSONPath().appending(index: index), item: -1, mapKey: nil)
      index += 1
    }
  }
}
