import Rowsmith
import RowsmithSchema

// A link to one of several entities: what it leads to and the key are one value, which changes, is merged and is sent as one.
extension SyncedTable.Column {
  /// What a link to one of several entities is made of.
  struct Choice: Sendable, Hashable {
    /// One of the entities, and the column that holds its keys.
    struct Part: Sendable, Hashable {
      var entity, column: String
      /// The table of its records.
      var target: String
      /// What JSON calls it.
      var value: String
    }

    var parts: [Part]
    /// Where the JSON of a record says which of them it is; nil where it cannot.
    var typePath: [String]?
  }

  /// The columns of the table that hold it.
  var names: [String] { choice?.parts.map(\.column) ?? [name] }

  /// The relationships that it is to an export.
  var exported: [String] { choice?.parts.map(\.column) ?? [member] }

  /// The tables that it may lead to.
  var targets: [String] { choice?.parts.map(\.target) ?? target.map { [$0] } ?? [] }

  /// Its value in a row, as an SQL expression: of a link to one of several entities `{"type":"Issue","id":5}`, or NULL.
  func value(in row: String) -> String {
    guard let choice else { return "\(row).\(DDL.quoted(name))" }
    let cases = choice.parts.map { part in
      let column = "\(row).\(DDL.quoted(part.column))"
      return
        "WHEN \(column) IS NOT NULL THEN json_object('type', \(DDL.literal(.text(part.entity))), 'id', \(column))"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }

  /// Which record a value leads to: the table and its key; nil where it leads nowhere.
  func link(_ value: StoredValue) -> (target: String, key: StoredValue)? {
    guard let choice else {
      guard let target, value != .null else { return nil }
      return (target, value)
    }
    return part(of: value, choice).map { ($0.part.target, $0.key) }
  }

  /// The values of its columns, in their order.
  ///
  /// - Throws: ``SyncError`` where the value is no link to one of the entities.
  func values(of value: StoredValue) throws -> [StoredValue] {
    guard let choice else { return [value] }
    if value == .null { return choice.parts.map { _ in .null } }
    guard let found = part(of: value, choice) else {
      let entities = choice.parts.map(\.entity).joined(separator: ", ")
      throw SyncError(
        .settings, "'\(member)' is a JSON object with a 'type', one of \(entities), and an 'id': not \(value)"
      )
    }
    return choice.parts.map { $0 == found.part ? found.key : .null }
  }

  /// The entity and the key in a value of a link to one of several.
  func part(of value: StoredValue, _ choice: Choice) -> (part: Choice.Part, key: StoredValue)? {
    guard case .text(let text) = value, let json = try? JSONValue(parsing: text),
      case .string(let type)? = json["type"], let part = choice.parts.first(where: { $0.entity == type })
    else { return nil }
    switch json["id"] {
    case .string(let key)?: return (part, .text(key))
    case .number(let digits)?: return (part, Int64(digits).map(StoredValue.integer) ?? .text(digits))
    default: return nil
    }
  }
}
