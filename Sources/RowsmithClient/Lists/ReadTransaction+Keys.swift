import Rowsmith
import RowsmithSchema

extension ReadTransaction {
  /// The records with these keys, in their order. Each key is one value; keys without a record are skipped.
  func records<R: Record>(_ type: R.Type, keys: [StoredValue]) throws -> [R] {
    let count = R.Key.columnCount
    var found: [[StoredValue]: R] = [:]
    for start in stride(from: 0, to: keys.count, by: 500) {
      let part = keys[start..<min(start + 500, keys.count)]
      for record in try records(R.self, withKeys: part.map { KeyCoding.decode($0, count: count) }) {
        found[record.key] = record.record
      }
    }
    return keys.compactMap { found[KeyCoding.decode($0, count: count)] }
  }
}
