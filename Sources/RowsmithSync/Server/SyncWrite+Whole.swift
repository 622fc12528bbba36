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

  /// The whole record, with `null` for values that have become empty. A server that keeps what it was sent hands it on, and a
  /// missing member is no change to those who read it.
  package var recordWithNulls: [UInt8] {
    guard var whole = try? JSONValue(parsing: String(decoding: record, as: UTF8.self)), case .object = whole,
      case .object(let members)? = try? JSONValue(parsing: String(decoding: changes, as: UTF8.self)),
      SyncWrite.addNulls(of: members, to: &whole)
    else { return record }
    return Array(whole.text.utf8)
  }

  /// - Returns: whether there were any.
  private static func addNulls(of members: [JSONValue.Member], to value: inout JSONValue) -> Bool {
    var hasAdded = false
    for member in members {
      switch (member.value, value[member.key]) {
      case (.null, nil):
        value[member.key] = JSONValue.null
        hasAdded = true
      case (.object(let inner), var there):
        if there == nil { there = .object([]) }
        guard var object = there, case .object = object, addNulls(of: inner, to: &object) else { continue }
        value[member.key] = object
        hasAdded = true
      default: continue
      }
    }
    return hasAdded
  }

  private static func laid(_ change: JSONValue, over value: JSONValue?) -> JSONValue {
    guard case .object(let members) = change, case .object? = value, var result = value else { return change }
    for member in members { result[member.key] = laid(member.value, over: result[member.key]) }
    return result
  }
}
