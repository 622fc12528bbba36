import RowsmithSchema

/// Spreads records over several files, so that an edit of one entity recompiles only a part of a large model.
enum RecordShards {
  /// The number of files.
  static let count = 4
  /// A model with fewer entities has all of them in the first file, in its own order.
  static let threshold = 24

  /// The name of a file, from 1.
  static func name(_ number: Int) -> String {
    number == 1 ? "RowsmithRecords.generated.swift" : "RowsmithRecords\(number).generated.swift"
  }

  /// The entities of each file, in the order of the model. An entity stays in its file when others are added or removed.
  static func split(_ entities: [Schema.Entity]) -> [[Schema.Entity]] {
    var shards = Array(repeating: [Schema.Entity](), count: count)
    for entity in entities {
      shards[entities.count < threshold ? 0 : shard(of: entity.name)].append(entity)
    }
    return shards
  }

  /// FNV-1a, which is the same on every machine and in every run, unlike Swift's own hashing.
  private static func shard(of name: String) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // FNV gives similar hashes to names that differ only in the last letter, so the bits are mixed again.
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    return Int((hash >> 32) % UInt64(count))
  }
}
