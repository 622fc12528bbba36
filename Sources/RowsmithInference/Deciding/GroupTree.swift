/// Objects without identity, as the values of several parts that they are.
struct GroupTree {
  struct Member {
    var made: MadeAttribute
    /// The key in the object.
    var key: String
    /// What it consists of, where it is a value of several parts again, or a list of them.
    var inner: GroupTree?
    /// The words that were seen there, where they are few.
    var words: [String]?

    /// How many single values it has.
    var leaves: Int { inner?.leaves ?? 1 }
    var isList: Bool { made.draft.type.hasPrefix("[") }
    /// Whether nothing is known of it but that it is there.
    var isVague: Bool { made.isUnknown || inner == nil && made.draft.type == "JSON" }
  }

  /// The keys that lead to it.
  var path: [String]
  var members: [Member]

  var leaves: Int { members.reduce(0) { $0 + $1.leaves } }
}
