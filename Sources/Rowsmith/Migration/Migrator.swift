#if SQLCipher
  import CSQLCipher
#else
  import CSQLite
#endif
import Foundation
import RowsmithSchema

/// Migrates a database from one schema to another, over one connection with `PRAGMA foreign_keys = OFF`.
struct Migrator {
  let connection: Connection
  let oldSchema: Schema
  let old: Layout
  let new: Schema
  let migration: Migration
  /// The app's own work, before and after the planned work.
  var before: () throws -> Void = {}
  var after: () throws -> Void = {}

  init(connection: Connection, from old: Schema, to new: Schema) {
    self.connection = connection
    oldSchema = old
    self.old = Layout(old)
    self.new = new
    migration = Migration(from: old, to: new)
  }

  /// Counts in the database what would be lost and what is in the way. Writes nothing.
  func plan() throws -> MigrationPlan {
    var plan = try planOfTables()
    plan.steps += stepsOfHistory
    return plan
  }

  /// The plan for tables and rows.
  private func planOfTables() throws -> MigrationPlan {
    if migration.isEmpty { return MigrationPlan() }
    try connection.requireColumns(of: old, oldSchema)
    return try connection.snapshot { try prepared { try count() } }
  }

  /// Whether tables and rows are as the model requires. Writes nothing.
  func isUpToDate() throws -> Bool { try migration.steps.isEmpty && planOfTables().isEmpty }

  /// Whether the history begins or ends, which changes no table and no row.
  var changesHistory: Bool { !stepsOfHistory.isEmpty }

  /// The step that begins or ends the history, if the model asks for it.
  private var stepsOfHistory: [String] {
    if (oldSchema.history == nil) == (new.history == nil) { return [] }
    return [new.history == nil ? "delete the history of changes" : "begin a history of changes"]
  }

  /// Migrates in the open transaction. The caller must roll it back if this throws.
  func runInTransaction(allowsLoss: Bool) throws -> MigrationReport {
    let clock = ContinuousClock()
    let start = clock.now
    var report = MigrationReport(plan: MigrationPlan(steps: stepsOfHistory), rebuiltRows: [:], seconds: 0)
    try before()
    try connection.requireColumns(of: old, oldSchema)
    // Where no table changes, the history goes on.
    if !migration.steps.isEmpty || new.history == nil { try HistorySetup.removeTriggers(in: connection) }
    try InternalTables.dropViewsWithoutTable(in: connection)
    let search = SearchSetup(connection: connection, layout: Layout(new))
    try search.requireModule()
    try search.removeAll(except: migration.keptSearchTables(from: old, to: search.layout))
    if !migration.isEmpty {
      try prepared {
        report.plan = try count()
        report.plan.steps += stepsOfHistory
        try refuse(report.plan, allowsLoss: allowsLoss)
        if !migration.steps.isEmpty { report.rebuiltRows = try execute(report.plan) }
      }
    }
    try search.establish()
    try after()
    let record = try ModelRecord(new)
    if try ModelRecord(from: connection).schema != record.schema {
      try InternalTables.clear(.modelChange, in: connection)
      try renameImpliedKeys()
    }
    try record.write(to: connection)
    try HistorySetup(connection: connection, schema: new, layout: Layout(new)).establish()
    let elapsed = clock.now - start
    report.seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
    return report
  }

  private func refuse(_ plan: MigrationPlan, allowsLoss: Bool) throws {
    if !plan.refusals.isEmpty, plan.refusals.allSatisfy(\.isUnmanaged) {
      throw MigrationError(
        .unmanagedObject,
        "the database cannot be migrated to the model '\(new.name)': what other programs made in it is in the way",
        plan: plan)
    }
    if !plan.refusals.isEmpty {
      throw MigrationError(
        .impossible,
        "the database cannot be migrated to the model '\(new.name)': give required values a default or "
          + "make them optional, and make unique values differ", plan: plan)
    }
    if !plan.losses.isEmpty, !allowsLoss {
      throw MigrationError(
        .wouldLoseData,
        "migrating the database to the model '\(new.name)' would lose data: allow it, keep a place for the "
          + "data in the model, or give its former name with RenamedFrom", plan: plan)
    }
  }

  /// Runs the body with the temporary tables and functions of the migration.
  private func prepared<Result>(_ body: () throws -> Result) throws -> Result {
    let functions = try ConversionFunctions(migration.conversions, on: connection)
    defer {
      // A transaction that is being rolled back has removed them already.
      for table in migration.temporaryTables {
        try? connection.execute("DROP TABLE IF EXISTS temp.\(DDL.quoted(table))")
      }
      functions.remove()
    }
    for statement in migration.preparations { try connection.execute(statement) }
    return try body()
  }

  /// Refuses the database of an unrelated model.
  func checkModel() throws {
    if migration.isOfAnotherModel {
      throw MigrationError(
        .otherModel,
        "the database belongs to another model: it has no entity of '\(new.name)', but "
          + "\(old.tables.map(\.name).prefix(5).joined(separator: ", ")); name another file")
    }
  }

  private func count() throws -> MigrationPlan {
    try checkModel()
    return MigrationPlan(
      steps: try stepsOfIndexes() + migration.steps.map(\.description),
      losses: try migration.losses.compactMap(count) + strayRows() + strayValues(),
      refusals: try migration.refusals.compactMap(count)
        + (migration.steps.isEmpty ? [] : doubles() + objectsInTheWay()))
  }

  func count(_ check: Migration.Check) throws -> MigrationPlan.Finding? {
    try connection.checkStop()
    let count = Int(try connection.integer(check.count) ?? 0)
    if count == 0 { return nil }
    var text = "\(count) \(check.noun)\(count == 1 ? "" : "s")\(check.remark)"
    if let sql = check.examples {
      let examples = try self.examples(sql)
      if !examples.isEmpty {
        text += " (\(examples.joined(separator: ", "))\(examples.count < count ? ", …" : ""))"
      }
    }
    return MigrationPlan.Finding(subject: check.subject, count: count, text: text)
  }

  private func examples(_ sql: String) throws -> [String] {
    let statement = try connection.prepare(sql)
    var examples: [String] = []
    while try statement.step() {
      let parts = (0..<statement.columnCount).map { column in
        statement.text(at: column).map { text in
          text.count > 40 ? "'\(text.prefix(40))…'" : "'\(text)'"
        } ?? "NULL"
      }
      examples.append(parts.joined(separator: "/"))
    }
    return examples
  }

  /// An index that the new model keeps, and that the database does not have as the old model says.
  private struct StaleIndex {
    var table: String
    var index: Layout.Index
    /// Whether the database has it: as a plain one, although it is unique.
    var isThere: Bool
  }

  /// The indexes that the new model keeps and that are missing or plain. Another program may have dropped one; an earlier
  /// version made some unique ones plain, where a subentity declares unique what its parent indexes.
  private func staleIndexes() throws -> [StaleIndex] {
    let now = Layout(new)
    let dropped = Set(migration.droppedTables)
    var kept: [(table: String, index: Layout.Index)] = []
    for table in old.tables where !dropped.contains(table.name) {
      guard let indexes = now.table(of: table.name)?.indexes else { continue }
      let wanted = Set(indexes)
      for index in table.indexes where wanted.contains(index) { kept.append((table.name, index)) }
    }
    for link in old.linkTables where !dropped.contains(link.name) {
      guard now.linkTable(link.name)?.targetIndex == link.targetIndex else { continue }
      kept.append((link.name, link.targetIndex))
    }
    return try stale(kept)
  }

  /// The unique ones, also those of tables that are made anew, and of tables and columns that get another name.
  private func staleUniqueIndexes() throws -> [StaleIndex] {
    let match = SchemaMatch(from: oldSchema, to: new)
    var kept: [(table: String, index: Layout.Index)] = []
    for table in old.tables {
      guard let now = match.successor(of: table.name).flatMap({ match.newTable(of: $0.name) }) else {
        continue
      }
      let names = match.memberNames(of: table, now: now)
      let wanted = Set(now.indexes.filter(\.isUnique).map(\.columns))
      for index in table.indexes where index.isUnique {
        let columns = index.columns.compactMap { names[$0] }
        if columns.count == index.columns.count, wanted.contains(columns) { kept.append((table.name, index)) }
      }
    }
    return try stale(kept)
  }

  /// Those that are missing, or plain although they are unique.
  private func stale(_ kept: [(table: String, index: Layout.Index)]) throws -> [StaleIndex] {
    var stale: [StaleIndex] = []
    for (table, index) in kept {
      let found = try connection.prepare("SELECT \"unique\" FROM pragma_index_list(?1) WHERE name = ?2")
      found.bind([.text(table), .text(index.name)])
      let isThere = try found.step()
      if isThere, !index.isUnique || found.integer(at: 0) == 1 { continue }
      stale.append(StaleIndex(table: table, index: index, isThere: isThere))
    }
    return stale
  }

  /// The steps that make these indexes as the model has them. They run only beside others.
  private func stepsOfIndexes() throws -> [String] {
    if migration.steps.isEmpty { return [] }
    return try staleIndexes().map { stale in
      stale.isThere
        ? "make the index \(stale.index.name) unique"
        : "create the \(stale.index.isUnique ? "unique " : "")index \(stale.index.name) again"
    }
  }

  /// Makes these indexes as the model has them.
  private func renewIndexes() throws {
    for stale in try staleIndexes() {
      if stale.isThere { try connection.execute("DROP INDEX \(DDL.quoted(stale.index.name))") }
      try connection.execute(DDL.create(stale.index, on: stale.table))
    }
  }

  /// The values that forbid this.
  private func doubles() throws -> [MigrationPlan.Finding] {
    try staleUniqueIndexes().compactMap { stale in
      let (table, index) = (stale.table, stale.index)
      let list = DDL.list(index.columns)
      let groups =
        "FROM \(DDL.quoted(table)) WHERE \(index.columns.map { "\(DDL.quoted($0)) IS NOT NULL" }.joined(separator: " AND ")) "
        + "GROUP BY \(list) HAVING count(*) > 1"
      return try count(
        Migration.Check(
          subject: "\(table).\(index.columns.joined(separator: ", "))", noun: "value",
          remark: " shared by several rows, and it must be unique",
          count: "SELECT count(*) FROM (SELECT 1 \(groups))",
          examples: "SELECT \(list) \(groups) ORDER BY 1 LIMIT 3"))
    }
  }

  /// Does the work and checks the result. Returns the number of rows of each rebuilt table.
  private func execute(_ plan: MigrationPlan) throws -> [String: Int] {
    var unmanaged = try UnmanagedObjects(connection, old: old)
    try unmanaged.probe()
    let verification = try MigrationVerification(migration, connection, old: old)
    let tracked = try TrackedChanges(connection, from: oldSchema, to: new, migration.conversions)
    let queued = QueuedChanges(connection, from: oldSchema, to: new, migration.conversions)
    try tracked?.renewKeys()
    try queued?.renewKeys()
    try unmanaged.remove()
    try tracked?.remove()
    try renewIndexes()
    for statement in migration.statements {
      try connection.checkStop()
      try connection.execute(statement)
    }
    try tracked?.restore()
    if !plan.losses.isEmpty { try tracked?.readAgain() }
    try queued?.renew()
    try refuse(MigrationPlan(refusals: unmanaged.restore()), allowsLoss: true)
    return try verification.verify(layout: Layout(new))
  }
}
