import Rowsmith
import RowsmithAPI
import RowsmithSchema
import RowsmithSync

/// Shows and resolves the conflicts of a database.
struct ConflictKeeper {
  let arguments: ConflictArguments
  let terminal: Terminal

  func run() throws -> ExitStatus {
    let model = try LoadedModel(path: arguments.modelPath, terminal)
    let plan = try model.syncPlan(terminal)
    model.reportWarnings(to: terminal)
    let interruption = Interruption()
    let store = try arguments.database.existing(
      model, for: interruption, isReadOnly: arguments.action == .list, terminal: terminal)
    defer { store.close() }
    return try interruption.watching {
      switch arguments.action {
      case .list: try list(store)
      case .resolve: try resolve(store, plan, interruption)
      }
    }
  }

  private func list(_ store: Store) throws -> ExitStatus {
    let conflicts = try SyncConflicts.all(in: store, openOnly: !arguments.isAll)
    let graph = SchemaGraph(store.schema)
    let shown = try store.read { db in try conflicts.map { try ShownConflict($0, graph, db) } }
    switch arguments.format {
    case .text: try terminal.print(ShownConflict.text(shown, isAll: arguments.isAll))
    case .json: try terminal.print(JSONValue.array(shown.map(\.json)))
    }
    return .done
  }

  private func resolve(_ store: Store, _ plan: SyncPlan, _ interruption: Interruption) throws -> ExitStatus {
    guard let number = arguments.conflict, let choice = arguments.choice else { return .wrongUsage }
    let session = try SyncSession(store: store, plan: plan, server: NoServer())
    guard let conflict = try store.fetch(session.conflicts()).first(where: { $0.id == number }) else {
      terminal.report("error: there is no conflict \(number); rowsmith conflicts list --all shows them")
      return .failed
    }
    let resolution: ConflictResolution =
      switch choice {
      case .mine: .mine
      case .theirs: .theirs
      case .value(let json):
        .value(try store.read { try $0.value(of: json, in: conflict, SchemaGraph(store.schema)) })
      }
    try interruption.waiting { try await session.resolve(number, resolution) }
    switch arguments.format {
    case .text:
      try terminal.print("conflict \(number) is resolved; the next sync sends what has to be sent\n")
    case .json: try terminal.print(JSONValue.object([.init("resolved", JSONValue(Int(number)))]))
    }
    return .done
  }
}

extension ReadTransaction {
  /// The stored form of a value that resolves a conflict.
  ///
  /// - Throws: `ImportError` if the attribute cannot have the value, `SyncError` for a whole record.
  fileprivate func value(of json: JSONValue, in conflict: SyncConflict, _ graph: SchemaGraph) throws
    -> StoredValue
  {
    guard let member = conflict.member else {
      throw SyncError(
        .settings, "conflict \(conflict.id) is of a whole record: resolve it with --mine or --theirs")
    }
    let refusal = SyncError(
      .settings, "'\(member)' of conflict \(conflict.id) cannot have this value: \(json.text)")
    if let list = graph.list(member, of: conflict.entity) {
      guard let keys = try links(json, to: list.target, called: member, graph) else { throw refusal }
      return keys
    }
    if case .null = json { return .null }
    for end in graph.ends(of: member, in: conflict.entity) where json["type"] == .string(end.target) {
      guard let stored = try link(json, to: end.target, called: member, graph) else { throw refusal }
      return stored
    }
    // In a list and in JSON, a text is a value of its own, not the spelling of one.
    switch graph.type(of: member, in: conflict.entity) {
    case .array?:
      guard case .array = json else { throw refusal }
      if let stored = try value(ofJSON: json, column: member, of: conflict.entity) { return stored }
    case .scalar(.json)?:
      if let stored = try value(ofJSON: json, column: member, of: conflict.entity) { return stored }
    case .scalar?, nil: break
    }
    switch json {
    case .null: return .null
    case .string(let text), .number(let text):
      return try value(of: text, column: member, of: conflict.entity, called: member)
    case .bool(let truth):
      return try value(of: "\(truth)", column: member, of: conflict.entity, called: member)
    case .array, .object:
      // A link to one of several entities is stored as a text, and has no column.
      let sides = [conflict.mine, conflict.theirs, conflict.base]
      guard sides.contains(where: { json.isLike($0) }) else { throw refusal }
      return try value(ofJSON: json, column: member, of: conflict.entity) ?? .text(json.text)
    }
  }

  /// The stored form of a link to one of several entities. `nil` if the JSON has no key.
  private func link(_ json: JSONValue, to target: String, called member: String, _ graph: SchemaGraph) throws
    -> StoredValue?
  {
    let columns = graph.keyColumns(of: target)
    guard columns.count == 1 else { return nil }
    switch json["id"] {
    case .string(let text)?, .number(let text)?:
      let key = try value(of: text, column: columns[0].name, of: target, called: member)
      return .text(JSONValue.object([.init("type", .string(target)), .init("id", key.plainJSON)]).text)
    default: return nil
    }
  }

  /// The stored form of a list of links: the keys in a JSON array. `nil` if the JSON is no list of keys.
  private func links(_ json: JSONValue, to target: String, called member: String, _ graph: SchemaGraph) throws
    -> StoredValue?
  {
    if case .null = json { return .text("[]") }
    let columns = graph.keyColumns(of: target)
    guard case .array(let items) = json, columns.count == 1 else { return nil }
    var keys: [JSONValue] = []
    for item in items {
      switch item {
      case .string(let text), .number(let text):
        keys.append(try value(of: text, column: columns[0].name, of: target, called: member).plainJSON)
      case .null, .bool, .array, .object: return nil
      }
    }
    return .text(JSONValue.array(keys).text)
  }
}

extension JSONValue {
  /// Whether a stored text is an array, or an object, like this value.
  fileprivate func isLike(_ value: StoredValue) -> Bool {
    guard case .text(let text) = value, let other = try? JSONValue(parsing: text) else { return false }
    switch (self, other) {
    case (.array, .array), (.object, .object): return true
    default: return false
    }
  }
}
