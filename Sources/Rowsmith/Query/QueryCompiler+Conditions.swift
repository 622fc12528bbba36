import RowsmithSchema

extension QueryCompiler {
  /// A condition on the records of an entity, as an SQL expression. It does not use TRUE and FALSE: if a table has columns with
  /// these names, SQLite reads them as columns.
  mutating func condition(_ node: ConditionNode, _ entity: EntityMapping, _ alias: String) throws -> String {
    switch node {
    case .always: return "1"
    case .and(let terms): return try join(terms, " AND ", entity, alias)
    case .or(let terms): return try join(terms, " OR ", entity, alias)
    case .not(let term): return "(NOT coalesce(\(try condition(term, entity, alias)), 0))"
    case .compare(let column, let comparison, let values):
      return try compare(column, comparison, values, entity, alias)
    case .compareColumns(let one, let comparison, let other):
      let pairs = zip(try columns(one, alias), try plainColumns(other, alias)).map {
        "\($0) \(comparison.rawValue) \($1)"
      }
      return "(\(pairs.joined(separator: comparison == .notEqual ? " OR " : " AND ")))"
    case .isNull(let column): return "\(try firstColumn(column, alias)) IS NULL"
    case .isIn(let column, let values): return membership(try columns(column, alias), values)
    case .keyIsIn(let keys):
      try entity.requireKey(keys.first?.count ?? entity.table.layout.key.count)
      return membership(entity.table.layout.key.map { "\(alias).\(DDL.quoted($0))" }, keys)
    case .text(let column, let match): return text(try firstColumn(column, alias), match)
    case .hasElement(let column, let value):
      let name = try firstColumn(column, alias)
      let collation = column.collation.map { " COLLATE \($0.sql)" } ?? ""
      return "EXISTS (SELECT 1 FROM json_each(\(name)) WHERE value\(collation) IS \(bind(value)))"
    case .hasNoElements(let column):
      return "json_array_length(\(try firstColumn(column, alias))) = 0"
    case .jsonMember(let column, let keys, let question):
      return try jsonMember(column, keys.map(\.text), question, alias)
    case .related(let relationship, let node, let quantity):
      return try related(relationship, node, quantity, entity, alias)
    case .sql(let text, let values): return try own(text.text, values, entity, alias)
    }
  }

  /// The app's own SQL. Its columns have no table name, so if another table is joined, it is put where only the row is seen.
  private mutating func own(
    _ text: String, _ values: [StoredValue], _ entity: EntityMapping, _ alias: String
  ) throws -> String {
    let condition = "(\(try embed(text, values)))"
    guard joins.isAccompanied(alias) else { return condition }
    let (row, inner) = (entity.table.rowIDName, makeAlias())
    return "EXISTS (SELECT 1 FROM \(DDL.quoted(entity.table.name)) AS \(inner) "
      + "WHERE \(inner).\(row) = \(alias).\(row) AND \(condition))"
  }

  private mutating func join(
    _ terms: [ConditionNode], _ separator: String, _ entity: EntityMapping, _ alias: String
  ) throws -> String {
    var parts: [String] = []
    for term in terms { parts.append(try condition(term, entity, alias)) }
    return DDL.joined(parts, separator)
  }

  /// `IS` and `IS NOT` compare NULL as Swift compares `nil`.
  private mutating func compare(
    _ column: ColumnTerm, _ comparison: Comparison, _ values: [StoredValue], _ entity: EntityMapping,
    _ alias: String
  ) throws -> String {
    // `=` is never true if the joined record does not exist, so SQLite may start with the joined table.
    let isJoined = !column.path.isEmpty && comparison == .equal && !values.contains(.null)
    let comparator = isJoined ? "=" : comparison.rawValue
    let names = zip(try columns(column, alias), try partCollations(column, entity)).map { $0 + $1 }
    let parts = zip(names, values).map { "\($0) \(comparator) \(bind($1))" }
    if parts.count == 1 { return parts[0] }
    return "(\(parts.joined(separator: comparison == .notEqual ? " OR " : " AND ")))"
  }

  /// The collation of each part of a composite value: decimals are compared by value. Other columns have theirs in the term.
  private func partCollations(_ column: ColumnTerm, _ entity: EntityMapping) throws -> [String] {
    // A value may have only one part.
    guard column.collation == nil else { return column.names.map { _ in "" } }
    let owner = try column.path.last.map { try mapping.requireEntity($0.target) } ?? entity
    return column.names.map(owner.collation)
  }

  /// A statement can have a limited number of parameters, at least 32 766, so many values are passed as one JSON array.
  mutating func membership(_ columns: [String], _ values: [[StoredValue]]) -> String {
    guard let width = values.first?.count, !columns.isEmpty else { return "0" }
    if width == 1 {
      let name = columns[0]
      let singles = values.compactMap(\.first)
      if singles.count > 16 { return "\(name) IN (\(list(JSONKeyList(singles), 1)))" }
      return "\(name) IN (\(singles.map { bind($0) }.joined(separator: ", ")))"
    }
    let names = columns.joined(separator: ", ")
    return "(\(names)) IN (\(list(JSONKeyList(rows: values), width)))"
  }

  private mutating func list(_ keys: JSONKeyList, _ width: Int) -> String {
    keys.select(width: width, parameter: bind(.text(keys.text)))
  }

  /// A part of SQL in which no parameter can be.
  private enum Passage {
    case quoted(end: Unicode.Scalar)
    /// A comment to the end of the line.
    case lineComment
    case comment

    /// What begins with a scalar, after another one.
    init?(_ scalar: Unicode.Scalar, after last: Unicode.Scalar) {
      switch (last, scalar) {
      case (_, "'"), (_, "\""), (_, "`"): self = .quoted(end: scalar)
      case (_, "["): self = .quoted(end: "]")
      case ("-", "-"): self = .lineComment
      case ("/", "*"): self = .comment
      default: return nil
      }
    }

    func ends(with scalar: Unicode.Scalar, after last: Unicode.Scalar) -> Bool {
      switch self {
      case .quoted(let end): scalar == end
      case .lineComment: scalar == "\n"
      case .comment: last == "*" && scalar == "/"
      }
    }
  }

  /// Embeds the caller's SQL. Each `?` outside quotes and comments becomes a numbered parameter.
  private mutating func embed(_ text: String, _ values: [StoredValue]) throws -> String {
    var result = String.UnicodeScalarView()
    var rest = values[...]
    var passage: Passage?
    // A space after the marks that begin or end a passage: none of them is part of another mark.
    var last: Unicode.Scalar = " "
    // By Unicode scalars: a quote that is followed by a combining accent is another `Character`.
    for character in text.unicodeScalars {
      if let open = passage {
        let isEnd = open.ends(with: character, after: last)
        if isEnd { passage = nil }
        last = isEnd ? " " : character
        result.append(character)
        continue
      }
      let isNamed = character == ":" || character == "@" || character == "$" && !last.isNameLetter
      if isNamed || last == "?" && ("0"..."9").contains(character) {
        throw StoreError(
          .misuse,
          "a parameter must be a plain '?', found one with a name or a number; give a value for each '?'",
          sql: text)
      }
      passage = Passage(character, after: last)
      last = passage == nil ? character : " "
      if character == "?" {
        guard let value = rest.popFirst() else {
          throw StoreError(
            .misuse, "expected a value for each '?' in the SQL, found \(values.count) values", sql: text)
        }
        result += bind(value).unicodeScalars
        continue
      }
      result.append(character)
    }
    // What follows is not part of the comment.
    if case .lineComment = passage { result.append("\n") }
    guard rest.isEmpty else {
      throw StoreError(
        .misuse, "expected a '?' for each of the \(values.count) values, found fewer", sql: text)
    }
    return String(result)
  }

  private mutating func text(_ name: String, _ match: TextMatch) -> String {
    if match.ignoresCase {
      return "rowsmith_matches(\(name), \(bind(.text(match.text))), '\(match.place.rawValue)')"
    }
    let pattern = bind(.text(match.text))
    // As bytes: in text, `substr` takes a NUL for the end.
    let (bytes, wanted) = ("CAST(\(name) AS BLOB)", "CAST(\(pattern) AS BLOB)")
    return switch match.place {
    case .whole: "\(name) IS \(pattern)"
    case .anywhere, .part: "instr(\(name), \(pattern)) > 0"
    case .prefix where match.text.isEmpty, .suffix where match.text.isEmpty: "\(name) IS NOT NULL"
    // The first comparison can use an index.
    case .prefix: "(\(name) >= \(pattern) AND substr(\(bytes), 1, length(\(wanted))) = \(wanted))"
    case .suffix: "substr(\(bytes), -length(\(wanted))) = \(wanted)"
    }
  }
}

extension Unicode.Scalar {
  /// Whether it can be inside a name in SQL. A dollar sign can; elsewhere it begins a parameter.
  fileprivate var isNameLetter: Bool {
    switch self {
    case "0"..."9", "A"..."Z", "a"..."z", "_", "$": true
    default: value > 0x7F
    }
  }
}
