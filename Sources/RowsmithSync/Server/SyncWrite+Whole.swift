import Rowsmith

extension SyncWrite {
  /// The changes with whole objects, for a server that replaces the members of a record, not those of an object in it.
  package var wholeChanges: [UInt8] {
    guard case .object(let members)? = try? JSONValue(parsing: String(decoding: changes, as: UTF8.self)),
      members.contains(where: { if case .object = $0.value { true } else { false } }),
      let whole = try? JSONValue(parsing: String(decoding: record, as: UTF8.self))
    else { return changes }
    let laid = members.map { JSONValue.Member($0.key, SyncWrite.laid($0.value, over: whole[$0.key])) }
    return Array(JSONValue.object(laid).text.utf8)
  }

  /// A record with changes: their `null` says what is empty now, and a record that leaves that out does not.
  static func whole(_ record: [UInt8], with changes: [UInt8]) -> [UInt8] {
    guard let whole = try? JSONValue(parsing: String(decoding: record, as: UTF8.self)),
      let change = try? JSONValue(parsing: String(decoding: changes, as: UTF8.self))
    else { return record }
    return Array(laid(change, over: whole).text.utf8)
  }

  private static func laid(_ change: JSONValue, over value: JSONValue?) -> JSONValue {
    guard case .object(let members) = change, case .object? = value, var result = value else { return change }
    for member in members { result[member.key] = laid(member.value, over: result[member.key]) }
    return result
  }
}
