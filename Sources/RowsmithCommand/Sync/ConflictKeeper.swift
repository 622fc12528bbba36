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
      case .value(let json): .value(try store.read { try $0.value(of: json, in: conflict) })
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
  fileprivate func value(of json: JSONValue, in conflict: SyncConflict) throws -> StoredValue {
    guard let member = conflict.member else {
      throw SyncError(
        .settings, "conflict \(conflict.id) is of a whole record: resolve it with --mine or --theirs")
    }
    let sides = [conflict.mine, conflict.theirs, conflict.base]
    switch json {
    case .null: return .null
    case .string(let text): return try value(of: text, column: member, of: conflict.entity, called: member)
    case .number(let text):
      return try value(of: text, column: member, of: conflict.entity, called: member)
    case .bool(let truth):
      return try value(of: "\(truth)", column: member, of: conflict.entity, called: member)
    case .array, .object:
      // Lists and JSON are stored as texts; the kind must be that of one of the sides.
      guard sides.contains(where: { json.isLike($0) }) else {
        throw SyncError(
          .settings, "'\(member)' of conflict \(conflict.id) cannot have this value: \(json.text)")
      }
      // A list of links has no column.
      return try value(ofJSON: json, column: member, of: conflict.entity) ?? .text(json.text)
    }
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
