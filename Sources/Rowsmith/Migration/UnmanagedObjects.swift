import RowsmithSchema

/// Views, triggers and indices that another program made in the database. A migration keeps them if they still work.
struct UnmanagedObjects {
  private struct Object {
    var type: String
    var name: String
    var table: String
    var sql: String
    var worked: Bool
    /// The columns of an `UPDATE OF` trigger.
    var columns: [String] = []
    var subject: String { "the \(type) '\(name)'" }
  }

  private let connection: Connection
  private var objects: [Object] = []
  /// The tables, views and indices that Rowsmith did not make, as subjects of sentences, by their names in lowercase.
  private var named: [String: (subject: String, isIndex: Bool, table: String)] = [:]

  /// Finds the objects and writes nothing. `old` is the layout that Rowsmith made.
  init(_ connection: Connection, old: Layout) throws {
    self.connection = connection
    let ownTables = Set((old.tables.map(\.name) + old.linkTables.map(\.name)).map { $0.lowercased() })
    let own = ownTables.union(
      (old.tables.flatMap { $0.indexes.map(\.name) } + old.linkTables.map(\.targetIndex.name)).map {
        $0.lowercased()
      })
    let list = try connection.prepare(
      "SELECT type, name, tbl_name, sql FROM main.sqlite_master ORDER BY rowid")
    while try list.step() {
      let name = list.text(at: 1) ?? ""
      guard let type = list.text(at: 0), let sql = list.text(at: 3), !own.contains(name.lowercased()),
        !name.hasPrefix("_rowsmith_"), !name.hasPrefix("sqlite_")
      else { continue }
      let table = list.text(at: 2) ?? ""
      if type != "trigger" { named[name.lowercased()] = ("the \(type) '\(name)'", type == "index", table) }
      if type == "table" || (type == "index" && !ownTables.contains(table.lowercased())) { continue }
      objects.append(Object(type: type, name: name, table: table, sql: sql, worked: true))
    }
  }

  /// Whether there are views, triggers, or indices on tables of the model.
  var isEmpty: Bool { objects.isEmpty }

  /// The names of the indices on tables of the model.
  var indexes: [String] { objects.filter { $0.type == "index" }.map(\.name) }

  /// Notes which objects work, before the tables change.
  mutating func probe() throws {
    for index in objects.indices {
      try connection.checkStop()
      objects[index].worked = failure(of: objects[index]) == nil
      objects[index].columns = try columnsOfUpdate(objects[index])
    }
  }

  /// The tables, views and indices that have one of the names of tables, or one of those of indices.
  ///
  /// - Parameter dropped: the tables that are dropped. The model's indices can replace theirs.
  func findings(
    named tables: [String], indexes: [String], dropped: [String]
  ) -> [MigrationPlan.Finding] {
    let dropped = Set(dropped.map { $0.lowercased() })
    let found =
      tables.compactMap { named[$0.lowercased()] }
      + indexes.compactMap { named[$0.lowercased()] }.filter {
        !$0.isIndex || !dropped.contains($0.table.lowercased())
      }
    return found.map { .named($0.subject, canBeRenamed: !$0.isIndex) }
  }

  /// Drops views and triggers, so that tables can be replaced and altered.
  func remove() throws {
    for object in objects.reversed() where object.type == "trigger" {
      try connection.execute("DROP TRIGGER IF EXISTS \(DDL.quoted(object.name))")
    }
    for object in objects.reversed() where object.type == "view" {
      try connection.execute("DROP VIEW IF EXISTS \(DDL.quoted(object.name))")
    }
  }

  /// Creates the objects again. Returns those for which this fails, or that worked before and no longer do.
  func restore() throws -> [MigrationPlan.Finding] {
    var lost: [MigrationPlan.Finding] = []
    for type in ["view", "index", "trigger"] {
      for object in objects where object.type == type {
        let exists = try connection.integer(
          "SELECT 1 FROM main.sqlite_master WHERE type = ?1 AND name = ?2", [.text(type), .text(object.name)])
        if exists != nil { continue }
        try connection.checkStop()
        do {
          try connection.execute(object.sql)
        } catch let error as StoreError where !error.canComeOfCancelling {
          lost.append(.unkept(object.subject, error.message))
        }
      }
    }
    for object in objects where object.worked && !lost.contains(where: { $0.subject == object.subject }) {
      let failure = failure(of: object)
      // What is interrupted looks like an object that fails.
      try connection.checkStop()
      if let failure {
        lost.append(.unkept(object.subject, failure))
        continue
      }
      if object.columns.isEmpty { continue }
      // SQLite accepts the trigger, but never fires it.
      let columns = Set(try connection.columnNames(of: object.table).map { $0.lowercased() })
      if let column = object.columns.first(where: { !columns.contains($0.lowercased()) }) {
        lost.append(.unkept(object.subject, "no such column: \(column)"))
      }
    }
    return lost
  }

  /// Why a view cannot be read or a trigger cannot fire; `nil` if it can.
  private func failure(of object: Object) -> String? {
    var probes: [String] = []
    let table = DDL.quoted(object.table)
    switch object.type {
    case "view": probes = ["SELECT * FROM \(DDL.quoted(object.name)) LIMIT 0"]
    case "trigger":
      let columns = (try? connection.columnNames(of: object.table)) ?? []
      probes = ["INSERT INTO \(table) DEFAULT VALUES", "DELETE FROM \(table)"]
      if !columns.isEmpty { probes.append(update(of: object.table, columns)) }
    default: break
    }
    for probe in probes {
      guard let message = refusal(of: probe) else { continue }
      if object.type != "trigger" { return message }
      if let message = refusal(of: probe, dueTo: object) { return message }
    }
    return nil
  }

  /// Why SQLite refuses a statement; `nil` if it does not.
  private func refusal(of sql: String) -> String? {
    do {
      _ = try connection.prepare(sql)
      return nil
    } catch {
      return (error as? StoreError)?.message
    }
  }

  /// Why SQLite refuses a statement because of a trigger; `nil` if it does not, or for another reason.
  private func refusal(of sql: String, dueTo trigger: Object) -> String? {
    guard (try? connection.execute("SAVEPOINT rowsmith_probe")) != nil else { return refusal(of: sql) }
    defer { try? connection.execute("ROLLBACK TO rowsmith_probe; RELEASE rowsmith_probe") }
    // Several may fail for the same reason: each is judged alone.
    for other in objects where other.type == "trigger" && other.name != trigger.name {
      guard other.table.lowercased() == trigger.table.lowercased() else { continue }
      try? connection.execute("DROP TRIGGER IF EXISTS \(DDL.quoted(other.name))")
    }
    guard let message = refusal(of: sql) else { return nil }
    guard (try? connection.execute("DROP TRIGGER \(DDL.quoted(trigger.name))")) != nil else { return message }
    // An INSTEAD OF trigger handles one kind of statement; the others fail with or without it.
    return refusal(of: sql) == message ? nil : message
  }

  /// A statement that changes nothing.
  private func update(of table: String, _ columns: [String]) -> String {
    let values = columns.map { "\(DDL.quoted($0)) = \(DDL.quoted($0))" }
    return "UPDATE \(DDL.quoted(table)) SET \(values.joined(separator: ", "))"
  }

  /// The columns whose updates fire a trigger, if not all do. Only SQLite knows: its compiled programs show it.
  private func columnsOfUpdate(_ trigger: Object) throws -> [String] {
    guard trigger.type == "trigger", trigger.worked else { return [] }
    let all = try connection.columnNames(of: trigger.table)
    let firing = try all.filter { column in
      // A view can be updated only through a trigger.
      guard let program = try? connection.prepare("EXPLAIN \(update(of: trigger.table, [column]))")
      else { return false }
      while try program.step() {
        if program.text(at: 5) == "-- TRIGGER \(trigger.name)" { return true }
      }
      return false
    }
    return firing.count == all.count ? [] : firing
  }
}
