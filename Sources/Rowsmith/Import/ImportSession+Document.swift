import RowsmithSchema

extension ImportSession {
  /// Imports the records of one entity, wherever the options say they are.
  func importRoot(_ entity: EntityPlan, isKeyed: Bool) throws {
    try begin([entity])
    try navigate(options.path[...], path: JSONPath()) { path in
      try self.importCollection(entity, isKeyed: isKeyed, isTop: self.options.path.isEmpty, path: path)
    }
    try expectEnd()
    try prune([entity])
  }

  /// The members of a document that are in it, without importing anything.
  func findMembers(ofDocument name: String) throws -> Set<Int> {
    let members = plan.graph.schema.documents.first { $0.name == name }?.members ?? []
    var found: Set<Int> = []
    try navigate(options.path[...], path: JSONPath()) { path in
      try self.importMembers(members.indices.map { ($0, members[$0].path[...]) }, path: path) { index, _ in
        found.insert(index)
        try self.skipValue()
      }
    }
    return found
  }

  /// Imports a document of several entities.
  func importDocument(_ name: String) throws {
    guard let document = plan.graph.schema.documents.first(where: { $0.name == name }) else {
      let known = plan.graph.schema.documents.map(\.name).sorted().joined(separator: ", ")
      throw ImportError(
        .unknownTarget,
        "the model has no document '\(name)'; \(known.isEmpty ? "it has none" : "it has \(known)")")
    }
    let members = try document.members.map { (member: $0, entity: try entity($0.entity)) }
    try begin(members.indices.filter { presentMembers?.contains($0) ?? true }.map { members[$0].entity })
    var found: Set<Int> = []
    try navigate(options.path[...], path: JSONPath()) { path in
      try self.importMembers(members.indices.map { ($0, members[$0].member.path[...]) }, path: path) {
        index, path in
        found.insert(index)
        let (member, entity) = members[index]
        switch member.shape {
        case .object: try self.importSingle(entity, path: path)
        case .array: try self.importCollection(entity, isKeyed: false, isTop: false, path: path)
        case .keyed: try self.importCollection(entity, isKeyed: true, isTop: false, path: path)
        }
      }
    }
    try expectEnd()
    try prune(found.sorted().map { members[$0].entity })
  }

  private func prune(_ entities: [EntityPlan]) throws {
    guard options.policy == .mergeAndPrune else { return }
    try applier.lateIndexes.finish()
    try finish.prune(
      entities.filter { entity in !unprunable.contains { plan.entities[$0].table === entity.table } })
  }

  /// Prepares for the root policy.
  private func begin(_ entities: [EntityPlan]) throws {
    switch options.policy {
    case .replace: try finish.deleteAll(entities)
    case .mergeAndPrune:
      for entity in entities { applier.trackNames(entity.table) }
    case .merge, nil: break
    }
  }

  /// Goes to the value under the keys, runs the body there, and takes everything around it.
  func navigate(_ keys: ArraySlice<String>, path: JSONPath, _ body: (JSONPath) throws -> Void) throws {
    guard let key = keys.first else { return try body(path) }
    var isFound = false
    func visit(_ isWanted: Bool, _ path: JSONPath) throws {
      if isFound || !isWanted { return try skipValue() }
      isFound = true
      try navigate(keys.dropFirst(), path: path, body)
    }
    switch try peek() {
    case UInt8(ascii: "{"): try forEachMember(path: path) { name, path in try visit(name.text == key, path) }
    case UInt8(ascii: "["):
      try forEachItem(path: path) { index, path in try visit(String(index) == key, path) }
    default: break
    }
    if !isFound {
      throw ImportError(
        .unexpectedShape, "expected a value under '\(key)', found none; check the key path",
        path: path.description)
    }
  }

  /// Goes through an object for the members of a document, each under its own keys.
  private func importMembers(
    _ members: [(index: Int, keys: ArraySlice<String>)], path: JSONPath,
    _ body: (Int, JSONPath) throws -> Void
  ) throws {
    guard try peek() == UInt8(ascii: "{") else {
      if try peek() == UInt8(ascii: "n") { return try skipValue() }
      throw try unexpected("an object with the members of the document", path: path)
    }
    try forEachMember(path: path) { key, path in
      let name = key.text
      let matching = members.filter { $0.keys.first == name }
      if let member = matching.first(where: { $0.keys.count == 1 }) { return try body(member.index, path) }
      guard !matching.isEmpty else { return try self.skipUnknownMember(name, path: path) }
      try self.importMembers(matching.map { ($0.index, $0.keys.dropFirst()) }, path: path, body)
    }
  }

  private func skipUnknownMember(_ name: String, path: JSONPath) throws {
    noteUnknownMember(name, path: path)
    try skipValue()
  }

  /// Imports one object; null is none.
  private func importSingle(_ entity: EntityPlan, path: JSONPath) throws {
    if try peek() == UInt8(ascii: "n") { return try skipValue() }
    try importRecord(entity, path: path, item: -1, mapKey: nil)
  }

  /// Imports an array or a map of records, one object, or newline-delimited objects; inside a document null is none.
  private func importCollection(_ entity: EntityPlan, isKeyed: Bool, isTop: Bool, path: JSONPath) throws {
    switch try peek() {
    case UInt8(ascii: "{") where isKeyed:
      try forEachMember(path: path) { key, path in
        try self.importRecord(entity, path: path, item: -1, mapKey: key)
      }
    case UInt8(ascii: "[") where !isKeyed:
      try forEachItem(path: path) { index, path in
        try self.importRecord(entity, path: path, item: index, mapKey: nil)
      }
    case UInt8(ascii: "{"):
      try importRecord(entity, path: path, item: -1, mapKey: nil)
      if isTop { try importFollowingObjects(entity) }
    case UInt8(ascii: "n") where !isTop: try skipValue()
    default:
      let expected = isKeyed ? "an object keyed by primary key" : "an object or an array"
      throw try unexpected("\(expected) (\(entity.name))", path: path)
    }
  }

  /// Newline-delimited JSON: objects, one after another, until the end.
  private func importFollowingObjects(_ entity: EntityPlan) throws {
    var index = 1
    while try peek() == UInt8(ascii: "{") {
      try importRecord(entity, path: JSONPath().appending(index: index), item: -1, mapKey: nil)
      index += 1
    }
  }
}
