extension RecordBatch {
  /// A record on its way to the database.
  struct Record: BitwiseCopyable {
    /// The index of its entity.
    var entity: Int32
    /// The index of its first cell.
    var cells: Int32
    /// The indexes of the record it is embedded in and of the link that embeds it; -1 at the root.
    var parent: Int32 = -1
    var link: Int32 = -1
    /// Its position in an array; -1 elsewhere.
    var item: Int32 = -1
    /// Its key in a map, as spelled in the document.
    var mapKey: UnsafePointer<UInt8>?
    var mapKeyCount: Int32 = 0
    /// Its links, in the order of the JSON.
    var firstLink: Int32 = -1
    var lastLink: Int32 = -1
    /// The entry of its object in `RepeatedObjects`; -1 if it has none.
    var repeated: Int32 = -1
    /// Its first byte.
    var start: UnsafePointer<UInt8>
    /// Whether the JSON names its entity.
    var isEntityGiven = false
    /// Whether it is left out, with everything embedded in it.
    var isLeftOut = false
    /// Whether the JSON says that the server has deleted it (`DeletedWhen`): only its key is known.
    var isTombstone = false
    /// Whether it is older than its row; set when it is applied.
    var isStale = false
    /// Whether it gives only a key of several parts, so that it only makes a link.
    var isKeyOnly = false
  }

  /// The value of a relationship.
  struct Link: BitwiseCopyable {
    /// What the value is.
    enum Form: UInt8 {
      case null
      /// One object or key.
      case one
      /// An array or a map.
      case many
      /// Something that is neither.
      case fault
    }

    /// The index of the relationship in its entity.
    var relationship: Int32
    var record: Int32
    var next: Int32 = -1
    var form = Form.null
    /// The index of the alternative path that gave it; the paths of the foreign key come after the others.
    var alternative: UInt8
    var isForeignKey: Bool
    /// Whether a better path, or the same key again, gave another value.
    var isDead = false
    /// Whether the value belongs to another part of a link to one of several entities, or to none.
    var isOther = false
    /// Whether objects of unlisted entities were left out of it.
    var hasUnlisted = false
    var firstItem: Int32 = -1
    var lastItem: Int32 = -1
    var count: Int32 = 0
    /// The index of the item that is a fault; -1 if the value itself is.
    var faultItem: Int32 = -1
    /// The number of items that are keys.
    var keyCount: Int32 = 0
    var start: UnsafePointer<UInt8>
    /// The bit of its relationship, as in `RelationshipMapping.conflicts`.
    var bit: UInt64 = 0
    /// The index after the last link embedded in its items.
    var end: Int32 = 0
  }

  /// One item of a relationship's value.
  struct Item: BitwiseCopyable {
    var next: Int32 = -1
    /// The embedded record; -1 for a key.
    var record: Int32
    /// The key.
    var key: Cell
  }
}
