/// Objects without identity, as a tree of values of several parts.
struct GroupTree {
  struct Member {
    var made: MadeAttribute
    /// The key in the object.
    var key: String
    /// The parts, if the member is itself a value of several parts or a list of them.
    var inner: GroupTree?
    /// The words seen there, if they are few.
    var words: [String]?

    /// The number of single values.
    var leaves: Int { inner?.leaves ?? 1 }
    var isList: Bool { made.draft.type.hasPrefix("[") }
    /// Whether the samples do not show its type.
    var isVague: Bool { made.isUnknown || inner == nil && made.draft.type == "JSON" }
  }

  /// The keys that lead to it.
  var path: [String]
  var members: [Member]

  var leaves: Int { members.reduce(0) { $0 + $1.leaves } }
}
