import RowsmithSchema

/// How records are spread over files, so that an edit of one entity recompiles a part of a large model.
enum RecordShards {
  /// The number of files.
  static let count = 4
  /// A model with fewer entities has them all in the first file, in its own order.
  static let threshold = 24

  /// The name of a file, from 1.
  static func name(_ number: Int) -> String {
    number == 1 ? "RowsmithRecords.generated.swift" : "RowsmithRecords\(number).generated.swift"
  }

  /// The entities of each file, in the order of the model. An entity stays in its file when others come and go.
  static func split(_ entities: [Schema.Entity]) -> [[Schema.Entity]] {
    var shards = Array(repeating: [Schema.Entity](), count: count)
    for entity in entities {
      shards[entities.count < threshold ? 0 : shard(of: entity.name)].append(entity)
    }
    return shards
  }

  /// FNV-1a: the same on every machine and in every run, as Swift's own hashing is not.
  private static func shard(of name: String) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    // FNV leaves names that differ in their last letter close to each other.
    hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
    return Int((hash >> 32) % UInt64(count))
  }
}
