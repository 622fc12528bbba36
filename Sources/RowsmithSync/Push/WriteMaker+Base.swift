import Rowsmith
import RowsmithSchema

extension WriteMaker {
  /// The JSON of the server's last state of a row: the local values, with changed ones reset to their bases.
  func base(of local: LocalRow, _ id: String, _ db: ReadTransaction) throws -> [UInt8] {
    guard !table.isLinks else { return [] }
    var json = JSONValue.object([])
    json.set(.string(id), at: table.collection.key)
    for column in table.columns where !column.isKind {
      guard let value = local.changes[column.name]?.base ?? local.values[column.name], value != .null,
        let path = column.paths.first
      else { continue }
      if let choice = column.choice {
        guard let (part, key) = column.part(of: value, choice) else { continue }
        json.set(try db.spelling(of: key, column: part.column, of: table.plan.name), at: path)
        if let typePath = choice.typePath { json.set(part.value, at: typePath) }
        continue
      }
      let spelled = try db.spelling(of: value, column: column.name, of: table.plan.name)
      if path.isEmpty, case .object(let members) = spelled {
        for member in members where json[member.key] == nil { json.set(member.value, at: [member.key]) }
      } else {
        json.set(spelled, at: path)
      }
    }
    return Array(json.text.utf8)
  }
}

extension JSONValue {
  /// Sets the value at a path of keys. One that is a whole number is also an index into an array that is there.
  mutating func set(_ value: JSONValue, at path: [String]) {
    guard let key = path.first else {
      self = value
      return
    }
    if case .array(var items) = self, let index = Int(key), items.indices.contains(index) {
      items[index].set(value, at: Array(path.dropFirst()))
      self = .array(items)
      return
    }
    if case .object = self {} else { self = .object([]) }
    var member = self[key] ?? .object([])
    member.set(value, at: Array(path.dropFirst()))
    self[key] = member
  }
}
