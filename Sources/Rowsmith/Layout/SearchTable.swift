import RowsmithSchema

extension Layout {
  /// The full-text index of an entity: an FTS5 table without text of its own, which reads that of the entity's table
  /// (external content). Triggers keep the two consistent, whatever program writes.
  package struct SearchTable: Sendable, Hashable {
    /// The entity to search.
    package var entity: String
    /// The table with the text: the root entity's.
    package var table: String
    /// The columns, in the order of the model.
    package var columns: [String]
    /// Splits text into words.
    package var tokenizer: Schema.Search.Tokenizer
    /// The name under which SQLite has the table's rowid.
    var rowIDName: String

    init(_ search: Schema.Search, of entity: String, table: Table) {
      self.entity = entity
      self.table = table.name
      columns = search.columns
      tokenizer = search.tokenizer
      rowIDName = table.rowIDName
    }

    /// The name of the FTS5 table. FTS5 creates further tables with this name as prefix.
    package var name: String { "_rowsmith_\(entity)_search" }

    /// The statement that creates the FTS5 table.
    var create: String {
      let options = [
        "content=\(Self.literal(table))", "content_rowid=\(Self.literal(rowIDName))",
        "tokenize=\(Self.literal(tokenizer.sql))",
      ]
      return "CREATE VIRTUAL TABLE \(DDL.quoted(name)) USING fts5("
        + "\(DDL.list(columns)), \(options.joined(separator: ", ")))"
    }

    /// The statement that fills it from the existing rows.
    var rebuild: String { "INSERT INTO \(DDL.quoted(name)) (\(DDL.quoted(name))) VALUES ('rebuild')" }

    private static func literal(_ text: String) -> String { DDL.literal(.text(text)) }
  }
}

extension Layout.SearchTable {
  /// The prefix of all search triggers' names.
  static let triggerPrefix = "_rowsmith_search_"

  /// A trigger, and the statement that replaces it for an import that drops it while filling an empty table.
  struct Trigger: Hashable {
    var name: String
    var sql: String
    var late: String
  }

  /// The triggers of the entity's table, in a fixed order.
  var triggers: [Trigger] {
    let differs = ([rowIDName] + columns).map(DDL.quoted).map { "OLD.\($0) IS NOT NEW.\($0)" }
    return [
      trigger("insert", "AFTER INSERT", [add], late: rebuild),
      trigger("delete", "AFTER DELETE", [remove]),
      trigger("update", "AFTER UPDATE", when: differs.joined(separator: " OR "), [remove, add]),
    ]
  }

  private var add: String {
    "INSERT INTO \(DDL.quoted(name)) (rowid, \(DDL.list(columns))) VALUES (\(values("NEW")))"
  }

  /// FTS5 stores no text, so it must be told the old text.
  private var remove: String {
    "INSERT INTO \(DDL.quoted(name)) (\(DDL.quoted(name)), rowid, \(DDL.list(columns))) "
      + "VALUES ('delete', \(values("OLD")))"
  }

  private func values(_ row: String) -> String {
    ([rowIDName] + columns).map { "\(row).\(DDL.quoted($0))" }.joined(separator: ", ")
  }

  private func trigger(
    _ event: String, _ moment: String, when condition: String? = nil, _ body: [String], late: String = ""
  ) -> Trigger {
    let name = "\(Self.triggerPrefix)\(event)_\(entity)"
    let when = condition.map { "WHEN \($0) " } ?? ""
    return Trigger(
      name: name,
      sql: "CREATE TRIGGER \(DDL.quoted(name)) \(moment) ON \(DDL.quoted(table)) \(when)BEGIN "
        + "\(body.joined(separator: "; ")); END",
      late: late)
  }
}

extension Schema.Search.Tokenizer {
  /// The tokenizer in FTS5's syntax.
  fileprivate var sql: String {
    switch self {
    case .unicode61: "unicode61 remove_diacritics 2"
    case .porter: "porter unicode61 remove_diacritics 2"
    case .trigram: "trigram"
    }
  }
}
