import Rowsmith
import RowsmithClient
import RowsmithSchema

/// Makes records from a server's JSON.
struct RESTRecordReader {
  let collection: RESTCollection

  /// The record of a JSON object; `nil` if it is not an object, or has no key.
  ///
  /// - Parameters:
  ///   - id: the requested key, for objects that may lack it.
  ///   - tag: the header `ETag`, if the answer is this record only.
  ///   - isDeleted: whether it is known to be a tombstone; `nil` to look at the JSON.
  func record(_ json: JSONValue, id: String? = nil, tag: String? = nil, isDeleted: Bool? = nil) -> SyncRecord?
  {
    guard case .object = json else { return nil }
    var json = json
    let serverKey = collection.serverKey.flatMap { json.value(at: $0.path)?.scalarText }
    var found = json.value(at: collection.key)?.scalarText.map(collection.id)
    if found == nil, id == nil, let serverKey {
      // The record has no local key yet: each database derives the same one.
      let made = NamedUUID.ofRecord(serverKey, in: collection.entity.collection)
      json.set(.string(made), at: collection.key)
      found = made
    }
    guard let id = found ?? id else { return nil }
    let isDeleted = isDeleted ?? collection.signs.contains { $0.holds(in: json) }
    return SyncRecord(
      id: id, version: collection.version.text(in: json, tag: tag), modified: modified(json),
      isDeleted: isDeleted, json: isDeleted ? [] : Array(json.text.utf8), serverKey: serverKey)
  }

  /// When a record was changed; `nil` if it does not tell.
  func modified(_ json: JSONValue) -> Int64? {
    guard let moment = collection.moment, moment.formats != nil else { return nil }
    return json.value(at: moment.path)?.scalarText.flatMap(moment.number)
  }

  /// The records of a list.
  ///
  /// - Throws: ``SyncError`` if an item is not a record.
  func records(_ items: [JSONValue], request: String) throws -> [SyncRecord] {
    try items.map { item in
      if let record = record(item) { return record }
      var error = SyncError(
        .answer,
        "an item of the list has no key '\(collection.key.joined(separator: "."))': "
          + item.text.prefix(100).description.escapedForDisplay())
      (error.entity, error.request) = (collection.entity.name, request)
      throw error
    }
  }
}

extension Schema.DeletionSign {
  /// Whether an object is marked as deleted.
  func holds(in json: JSONValue) -> Bool {
    guard let value = json.value(at: path), value != .null else { return false }
    if values.isEmpty {
      return value != .bool(false) && value != .string("") && value.double != 0
    }
    return values.contains { wanted in
      switch (wanted, value) {
      case (.text(let text), .string(let found)): text == found
      case (.integer(let number), .number): value.int.map(Int64.init) == number
      case (.integer(let number), .bool(let found)): number == (found ? 1 : 0)
      case (.real(let number), .number): value.double == number
      case (.real(let number), .bool(let found)): number == (found ? 1 : 0)
      default: false
      }
    }
  }
}
