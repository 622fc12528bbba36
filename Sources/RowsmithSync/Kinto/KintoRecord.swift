import Rowsmith

/// Kinto's JSON of a record, `{"id": …, "last_modified": …, …}`.
enum KintoRecord {
  /// Reads a record.
  ///
  /// - Parameters:
  ///   - data: its JSON.
  ///   - permissions: the JSON of its permissions, if there is any.
  ///   - needsJSON: whether the result has the JSON.
  /// - Returns: `nil` if it is not a record.
  static func read(
    _ data: ArraySlice<UInt8>, permissions: ArraySlice<UInt8>? = nil, needsJSON: Bool = true
  ) -> SyncRecord? {
    guard let members = JSONParts.members(["id", "last_modified", "deleted"], of: data),
      let id = members[0].flatMap(JSONParts.text), let modified = members[1].flatMap(JSONParts.integer)
    else { return nil }
    let isDeleted = members[2]?.elementsEqual("true".utf8) == true
    return SyncRecord(
      id: id, version: String(modified), modified: modified, isDeleted: isDeleted,
      json: isDeleted || !needsJSON ? [] : Array(data), permissions: permissions.map { Array($0) })
  }

  /// Reads the records of a list, `{"data": [...]}`; `nil` if it is not one.
  static func list(_ body: [UInt8], needsJSON: Bool) -> [SyncRecord]? {
    guard let data = JSONParts.members(["data"], of: body[...])?[0], let items = JSONParts.items(of: data)
    else {
      return nil
    }
    var records: [SyncRecord] = []
    records.reserveCapacity(items.count)
    for item in items {
      guard let record = read(item, needsJSON: needsJSON) else { return nil }
      records.append(record)
    }
    return records
  }

  /// Reads the answer to a request for one record, `{"data": {...}, "permissions": {...}}`; `nil` if it is not one.
  static func envelope(_ body: ArraySlice<UInt8>) -> SyncRecord? {
    guard let members = JSONParts.members(["data", "permissions"], of: body), let data = members[0] else {
      return nil
    }
    return read(data, permissions: members[1])
  }

  /// Reads the existing record that caused a write to fail (412), `{"details": {"existing": {...}}}`; `nil` if there is none.
  static func existing(_ body: ArraySlice<UInt8>) -> SyncRecord? {
    guard let details = JSONParts.members(["details"], of: body)?[0],
      let existing = JSONParts.members(["existing"], of: details)?[0]
    else { return nil }
    return read(existing)
  }

  /// The body of a write. Removes Kinto's own members, which it would otherwise accept.
  ///
  /// - Parameter id: the record's id, which is a text in Kinto, also if the key here is a number.
  /// - Throws: ``SyncError`` if the record is not a JSON object.
  static func body(_ record: [UInt8], id: String, permissions: [UInt8]? = nil) throws -> [UInt8] {
    guard var json = try? JSONValue(parsing: String(decoding: record, as: UTF8.self)), case .object = json
    else {
      throw SyncError(.refused, "expected a JSON object to send")
    }
    for name in ["last_modified", "deleted"] where json[name] != nil { json[name] = nil }
    if case .number? = json["id"] { json["id"] = .string(id) }
    var text = #"{"data":\#(json.text)"#
    if let permissions { text += #","permissions":\#(try KintoRecord.permissions(permissions))"# }
    return Array((text + "}").utf8)
  }

  /// Adds empty permissions for all that are missing, as Kinto would leave those unchanged.
  private static func permissions(_ bytes: [UInt8]) throws -> String {
    let json = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self))
    guard var permissions = json, case .object = permissions else {
      throw SyncError(.refused, "permissions must be a JSON object, such as {\"read\": [\"account:bob\"]}")
    }
    for name in ["read", "write"] where permissions[name] == nil { permissions[name] = [] }
    return permissions.text
  }
}
