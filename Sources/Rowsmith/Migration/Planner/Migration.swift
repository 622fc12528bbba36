import RowsmithSchema

/// How a database of one schema becomes a database of another: SQL and sentences, made without a database.
///
/// What cannot be known without the rows is a ``Check``, to be counted before anything is written.
struct Migration: Sendable, Hashable {
  /// The steps, in the order in which people read them. Their work is done phase by phase.
  var steps: [Step] = []
  /// What is lost unless it counts nothing.
  var losses: [Check] = []
  /// What cannot be done unless it counts nothing, not even at a loss.
  var refusals: [Check] = []
  /// Fill temporary tables, read by the checks and the steps. They write nothing to the database itself.
  var preparations: [String] = []
  /// The temporary tables.
  var temporaryTables: [String] = []
  /// The conversions that the SQL names by their place in this list; see ``ValueConversion/function``.
  var conversions: [ValueConversion] = []
  /// The tables that are built anew, and the query that counts the rows they are to have.
  var rebuiltTables: [RebuiltTable] = []
  /// The tables that are built anew or for the first time, links included.
  var rebuiltNames: [String] = []
  /// The old tables that go, rebuilt ones included.
  var droppedTables: [String] = []
  /// The tables that keep their rows in place under another name: old name, new name.
  var renamedTables: [Renaming] = []
  /// Whether the two are models of different things: neither the name nor any entity is the same.
  var isOfAnotherModel = false
  /// Links that may lead nowhere: no more than before.
  var linkChecks: [LinkCheck] = []

  /// Plans the way from one schema to another.
  init(from old: Schema, to new: Schema) {
    let match = SchemaMatch(from: old, to: new)
    self.init(match)
    let isRelated = old.entities.isEmpty || old.entities.contains { match.successor(of: $0.name) != nil }
    isOfAnotherModel = old.name != new.name && !isRelated
  }

  /// The stages, each of which is made of those before it.
  private init(_ match: SchemaMatch) {
    let conversions = ConversionList()
    let translation = RowTranslation(match, LinkOrigins(match), conversions)
    let choices = TableChoices(translation)
    if !choices.changeNothing { planWork(translation, choices) }
    // Rows can be in the way of tables that stay as they are: what one kind of a family requires may be NULL in its table.
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
    preparations = translation.gatherCollections() + [renewal.preparation]
    temporaryTables = translation.origins.collections.map(\.name) + [renewal.temporaryTable]
    linkChecks = renewal.linkChecks
    losses = MigrationLosses(translation).checks
  }

  /// Whether tables and rows stay exactly as they are, and nothing can be in the way.
  var isEmpty: Bool { steps.isEmpty && refusals.isEmpty }

  /// The statements of all steps, in the order in which they are run.
  var statements: [String] {
    Phase.allCases.flatMap { phase in
      steps.flatMap { $0.work.filter { $0.phase == phase }.map(\.sql) }
    }
  }
}

extension Migration {
  /// One thing that a migration does.
  struct Step: Sendable, Hashable {
    /// One line for people: `rebuild Band: hiatus removed`.
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

  /// The order in which the statements of all steps are run: old tables are read until the last new one is filled.
  enum Phase: Sendable, Hashable, CaseIterable {
    /// New tables are built beside the old ones.
    case build
    /// Old tables and indices go.
    case drop
    /// Tables that stay are altered.
    case alter
    /// New tables take their names.
    case place
    /// Indices are made.
    case index
    /// Pending and unresolved links are renewed.
    case references
  }

  /// Something to count in the old database.
  struct Check: Sendable, Hashable {
    /// What it is about: `Band.hiatus`.
    var subject: String
    /// What is counted, with the rest of the sentence: `value`, ` that is no Int`.
    var noun: String
    var remark: String = ""
    /// A query for one number.
    var count: String
    /// A query for a few rows that show what is meant.
    var examples: String?
  }

  /// A table that is built anew.
  struct RebuiltTable: Sendable, Hashable {
    var name: String
    /// The name it has until it takes the place of the old one.
    var temporaryName: String
    /// The old tables whose rows it takes.
    var formerNames: [String]
    /// Counts in the old database how many rows it is to have.
    var plannedRows: String
  }

  /// A table under another name.
  struct Renaming: Sendable, Hashable {
    var old: String
    var new: String
  }

  /// Links that lead nowhere, counted before and after.
  struct LinkCheck: Sendable, Hashable {
    var subject: String
    var before: String
    var after: String
  }
}
