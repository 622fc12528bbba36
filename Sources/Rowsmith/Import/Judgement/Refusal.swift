import RowsmithSchema

/// What is wrong with a document at its end, and the records to blame.
///
/// If bad records are skipped, the document is imported again without those records.
struct Refusal: Error {
  /// The byte offsets of the records in the document; -1 for none.
  var records: [Int64]
  var error: ImportError
  /// The errors for all attributes that the records lack, apart from those of earlier refusals: a wider model would allow
  /// them.
  var lacks: [ImportError] = []
}

/// Refusals that were found together.
struct Refusals: Error {
  var list: [Refusal]
}

/// The key of a row, for the message of a refusal, which is about the end of the document and has no place in it.
struct NamedRow {
  /// SQL for the parts of the key, each after a comma; empty if the rows of the table have no key.
  let columns: String
  private let count: Int

  init(of table: TableMapping, alias: String? = nil) {
    let key = table.hasRowIdentifier ? [] : table.layout.key
    let qualifier = alias.map { $0 + "." } ?? ""
    columns = key.map { ", \(qualifier)\(DDL.quoted($0))" }.joined()
    count = key.count
  }

  /// The words in parentheses, and the key in a statement's columns behind the first `offset`; empty without a key.
  func text(_ words: String, _ statement: Statement, after offset: Int) -> String {
    if count == 0 { return "" }
    let key = (0..<count).map { DDL.literal(statement.value(at: offset + $0)) }
    return " (\(words) \(key.joined(separator: ", ")))"
  }
}

extension ImportError {
  /// The error of a missing value as one line, for a temporary table.
  var keptText: String {
    KeyCoding.text(of: [
      .text(message), entity.map(StoredValue.text), path.map(StoredValue.text),
      line.map { .integer(Int64($0)) }, column.map { .integer(Int64($0)) },
      source.map(StoredValue.text), member.map(StoredValue.text),
      contradiction.map { .text($0.found.rawValue) },
    ])
  }

  /// Restores an error from its kept text.
  init(keptText: String) {
    let values = KeyCoding.values(in: keptText)
    func text(_ index: Int) -> String? {
      if values.indices.contains(index), case .text(let text)? = values[index] { text } else { nil }
    }
    func number(_ index: Int) -> Int? {
      if values.indices.contains(index), case .integer(let value)? = values[index] { Int(value) } else { nil }
    }
    self.init(
      .missingValue, text(0) ?? "", entity: text(1), member: text(6), path: text(2), line: number(3),
      column: number(4), source: text(5))
    contradiction = text(7).flatMap(Contradiction.Found.init).map { Contradiction($0) }
  }
}
