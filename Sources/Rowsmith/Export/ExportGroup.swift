import RowsmithSchema

/// What is written of a value of several parts as a whole.
struct ExportGroup {
  /// The columns of its parts.
  let columns: [Int]
  /// Whether there may be no value.
  let isOptional: Bool
  /// Whether no value is null in the JSON, not nothing.
  let writesNull: Bool
  /// Whether the object has nothing but its parts.
  var isAlone = true
}

extension RecordWriter {
  /// Writes a value of several parts: an object, or what stands for none.
  func write(
    _ group: ExportGroup, _ members: [ExportMember], _ row: Row, after prefix: Prefix
  ) throws -> Bool {
    if group.isOptional, group.isAlone, try group.columns.allSatisfy({ try row.isNull(at: $0) }) {
      guard group.writesNull else { return false }
      begin(prefix)
      output.append("null")
      return true
    }
    begin(prefix)
    output.append(UInt8(ascii: "{"))
    _ = try write(members, row)
    output.append(UInt8(ascii: "}"))
    return true
  }

  /// Writes the members that the model does not name beside those that it does.
  func write(rest column: Int, _ shape: RestShape, _ row: Row, after prefix: Prefix) throws -> Bool {
    guard let text = row.text(at: column), case .object(let members)? = try? JSONValue(parsing: text) else {
      return false
    }
    var prefix = prefix
    for member in members where !shape.isNamed(member.key) {
      var key: [UInt8] = []
      JSONString.append(member.key, to: &key)
      key.append(UInt8(ascii: ":"))
      prefix.key = key
      begin(prefix)
      output.append(member.value.text.utf8)
      prefix.needsComma = true
    }
    return prefix.needsComma
  }
}

/// Which members of `$rest` are written: what the model names meanwhile is written as that.
struct RestShape {
  let entity: EntityMapping

  func isNamed(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { entity.keys.find($0) } != nil
  }
}
