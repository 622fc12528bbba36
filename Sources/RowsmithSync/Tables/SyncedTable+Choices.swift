import Rowsmith
import RowsmithSchema

// A link to one of several entities. Its type and key are one value, which is changed, merged and sent as a whole.
extension SyncedTable.Column {
  /// The parts of a link to one of several entities.
  struct Choice: Sendable, Hashable {
    /// One of the entities, and the foreign key column for it.
    struct Part: Sendable, Hashable {
      var entity, column: String
      /// The table of its records.
      var target: String
      /// What stands for it in JSON.
      var value: JSONValue
    }

    var parts: [Part]
    /// The path of the type in a record's JSON; `nil` if there is none.
    var typePath: [String]?
  }

  /// Its columns in the table.
  var names: [String] { choice?.parts.map(\.column) ?? [name] }

  /// Its members, as an export names them.
  var exported: [String] { isKind ? [] : choice?.parts.map(\.column) ?? [member] }

  /// The tables that it may refer to.
  var targets: [String] { choice?.parts.map(\.target) ?? target.map { [$0] } ?? [] }

  /// Its value in a row, as an SQL expression; for a link to one of several entities `{"type":"Issue","id":5}`, or NULL.
  func value(in row: String) -> String {
    guard let choice else { return "\(row).\(DDL.quoted(name))" }
    let cases = choice.parts.map { part in
      let column = "\(row).\(DDL.quoted(part.column))"
      return
        "WHEN \(column) IS NOT NULL THEN json_object('type', \(DDL.literal(.text(part.entity))), 'id', \(column))"
    }
    return "CASE \(cases.joined(separator: " ")) END"
  }

  /// The table and key that a value refers to; `nil` if it refers to nothing.
  func link(_ value: StoredValue) -> (target: String, key: StoredValue)? {
    guard let choice else {
      guard let target, value != .null else { return nil }
      return (target, value)
    }
    return part(of: value, choice).map { ($0.part.target, $0.key) }
  }

  /// The values of its columns, in order.
  ///
  /// - Throws: ``SyncError`` if the value is not a link to one of the entities.
  func values(of value: StoredValue) throws -> [StoredValue] {
    guard let choice else { return [value] }
    if value == .null { return choice.parts.map { _ in .null } }
    guard let found = part(of: value, choice) else {
      let entities = choice.parts.map(\.entity).joined(separator: ", ")
      let shown = DDL.literal(value).escapedForDisplay()
      throw SyncError(
        .settings,
        "'\(member)' must be a JSON object with a 'type', one of \(entities), and an 'id', found \(shown)"
      )
    }
    return choice.parts.map { $0 == found.part ? found.key : .null }
  }

  /// The entity and key in the value of a link to one of several entities.
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
