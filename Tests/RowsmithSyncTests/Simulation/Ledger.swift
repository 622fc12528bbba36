import Rowsmith

/// What all clients have written, as far as it can be told from that alone how it must end.
struct Ledger {
  /// A value that belongs to one client.
  struct Place: Hashable {
    var item: String
    var member: String
  }

  /// A link that belongs to one client.
  struct Link: Hashable {
    /// `tags` or `fans`.
    var list: String
    var item: String
    var tag: String
  }

  /// A value that a client has written where others may, too.
  struct Edit {
    var client: Int
    var item: String
    var value: String
    /// The values that the client knew, which this one is to take the place of.
    var known: Set<String>
  }

  /// Who has deleted an item, and what of it they knew.
  struct Deletion {
    var client: Int
    var known: Set<String>
  }

  var items: [String: Int] = [:]
  var folders: [String: String] = [:]
  var tags: [String: String] = [:]
  var values: [Place: String?] = [:]
  var tokens: [String: [String: Int]] = [:]
  var links: [Link: Bool] = [:]
  /// Edits of what anybody may change, the last one of each client.
  var edits: [Place: [Int: Edit]] = [:]
  /// Items that something leads to and that nobody has made yet, by the client that is to make them.
  var promised: [Int: [String]] = [:]
  var deletions: [String: Deletion] = [:]
  private var count = 0

  /// A value that nobody has written before.
  mutating func token(_ client: Int) -> String {
    count += 1
    return "c\(client)-\(count)"
  }

  /// A number that grows from one token to the next.
  static func age(_ token: String) -> Int { token.split(separator: "-").last.flatMap { Int($0) } ?? 0 }

  /// The items that nobody has deleted.
  var living: Set<String> { Set(items.keys).subtracting(deletions.keys) }

  /// The item that a client makes next: one that something leads to already, if there is one.
  mutating func newItem(_ client: Int) -> String {
    promised[client]?.popLast() ?? token(client)
  }

  /// Who may change a value of an item, or a link: what is set when an item is made, the one who makes it.
  static func owner(of item: String, _ what: String, among clients: Int) -> Int {
    if ["a", "folder", "about"].contains(what), let maker = Int(item.dropFirst().prefix { $0 != "-" }) {
      return maker
    }
    return Int((item + what).utf8.reduce(UInt64(5381)) { $0 &* 33 &+ UInt64($1) } % UInt64(clients))
  }
}
