import RowsmithSchema

/// How a database of one schema becomes a database of another: SQL and descriptions, planned without a database.
///
/// What depends on the rows is a ``Check``, counted before anything is written.
struct Migration: Sendable, Hashable {
  /// The steps, in reading order. Their statements run phase by phase.
  var steps: [Step] = []
  /// Data that is lost if the count is not zero.
  var losses: [Check] = []
  /// What cannot be done if the count is not zero, even if losses are allowed.
  var refusals: [Check] = []
  /// Statements that fill temporary tables for the checks and steps. They write nothing to the database itself.
  var preparations: [String] = []
  /// The temporary tables.
  var temporaryTables: [String] = []
  /// The conversions, which SQL refers to by their index in this list; see ``ValueConversion/function``.
  var conversions: [ValueConversion] = []
  /// The rebuilt tables, with the query that counts the rows they must have.
  var rebuiltTables: [RebuiltTable] = []
  /// The names of rebuilt and new tables, link tables included.
  var rebuiltNames: [String] = []
  /// The old tables that are dropped, including rebuilt ones.
  var droppedTables: [String] = []
  /// The tables that keep their rows in place under another name: old name, new name.
  var renamedTables: [Renaming] = []
  /// The columns that altered tables get, by addition or renaming.
  var newColumns: [NewColumn] = []
  /// Whether the models are unrelated: neither the name nor any entity is the same.
  var isOfAnotherModel = false
  /// Links that may name no row: afterwards no more than before.
  var linkChecks: [LinkCheck] = []

  /// Plans the migration from one schema to another.
  init(from old: Schema, to new: Schema) {
    let match = SchemaMatch(from: old, to: new)
    self.init(match)
    let isRelated = old.entities.isEmpty || old.entities.contains { match.successor(of: $0.name) != nil }
    isOfAnotherModel = old.name != new.name && !isRelated
  }

  /// Runs the stages. Each builds on those before it.
  private init(_ match: SchemaMatch) {
    let conversions = ConversionList()
    let translation = RowTranslation(match, LinkOrigins(match), conversions)
    let choices = TableChoices(translation)
    if !choices.changeNothing { planWork(translation, choices) }
    // Rows may refuse even unchanged tables: a column that one entity of a family requires can be NULL.
    refusals = MigrationRefusals(translation).checks
    self.conversions = conversions.all
  }

  private mutating func planWork(_ translation: RowTranslation, _ choices: TableChoices) {
    let work = TableWork(translation, choices)
    let renewal = ReferenceRenewal(translation)
    steps = work.steps + [renewal.step]
    rebuiltTables = work.rebuiltTables
    rebuiltNames = work.rebuilt.sorted()
    droppedTables = work.droppedTables
    renamedTables = work.renamedTables
    newColumns = work.newColumns
    preparations = translation.gatherCollections() + [renewal.preparation]
    temporaryTables = translation.origins.collections.map(\.name) + [renewal.temporaryTable]
    linkChecks = renewal.linkChecks
    losses = MigrationLosses(translation).checks
  }

  /// Whether tables and rows stay unchanged and nothing can be in the way.
  var isEmpty: Bool { steps.isEmpty && refusals.isEmpty }

  /// The statements of all steps, in the order in which they run.
  var statements: [String] {
    Phase.allCases.flatMap { phase in
      steps.flatMap { $0.work.filter { $0.phase == phase }.map(\.sql) }
    }
  }
}

extension Migration {
  /// One step of a migration.
  struct Step: Sendable, Hashable {
    /// One line for the reader: `rebuild Band: hiatus removed`.
    var description: String
    /// The SQL.
    var work: [Work]

    init(_ description: String, _ work: [(Phase, String)]) {
      self.description = description
      self.work = work.map { Work(phase: $0.0, sql: $0.1) }
    }
  }

  /// One statement.
  struct Work: Sendable, Hashable {
    var phase: Phase
    var sql: String
  }

  /// The order in which the statements of all steps run. Old tables are read until the last new one is filled.
  enum Phase: Sendable, Hashable, CaseIterable {
    /// Creates and fills new tables beside the old ones.
    case build
    /// Drops old tables and indices.
    case drop
    /// Alters tables that stay.
    case alter
    /// Gives new tables their final names.
    case place
    /// Creates indices.
    case index
    /// Renews pending and unresolved links.
    case references
  }

  /// Something to count in the old database.
  struct Check: Sendable, Hashable {
    /// What the check is about: `Band.hiatus`.
    var subject: String
    /// What is counted: a noun, and a remark that follows it: `value`, ` that is no Int`.
    var noun: String
    var remark: String = ""
    /// A query that returns one number.
    var count: String
    /// A query for a few rows as examples.
    var examples: String?
  }

  /// A rebuilt table.
  struct RebuiltTable: Sendable, Hashable {
    var name: String
    /// The name of the table until it replaces the old one.
    var temporaryName: String
    /// The old tables whose rows it takes.
    var formerNames: [String]
    /// A query on the old database for the number of rows that the table must have.
    var plannedRows: String
  }

  /// A table that gets another name.
  struct Renaming: Sendable, Hashable {
    var old: String
    var new: String
  }

  /// A column that a table gets in place.
  struct NewColumn: Sendable, Hashable {
    /// The old name of the table.
    var table: String
    var name: String
  }

  /// Links that name no row, counted before and after.
  struct LinkCheck: Sendable, Hashable {
    /// What the check is about: `Band.albums`.
    var subject: String
    /// A query on the old database for their number.
    var before: String
    /// A query on the new database for their number.
    var after: String
  }
}
