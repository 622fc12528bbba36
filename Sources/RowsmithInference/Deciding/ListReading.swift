/// Decides whether records in lists are in one list each, as the lines of an order are, or in several, as labels are.
struct ListReading {
  /// The fewest lists that prove ownership: the next document may have a record in two of them.
  static let minimumLists = 5
  /// The fewest records that prove ownership.
  static let minimumRecords = 20

  /// Names of things that are shared, whatever the samples show.
  private static let shared: Set<String> = [
    "tag", "label", "category", "topic", "genre", "keyword", "user", "person", "member", "author",
    "contributor",
    "assignee", "participant", "follower", "friend", "owner", "reviewer", "maintainer", "artist", "actor",
    "group",
    "team", "role", "permission", "language", "country", "currency", "related", "favorite", "favourite",
    "mention",
    "emoji", "dependency",
  ]

  private let name: String
  private let lists: Int
  private let areMaps: Bool
  private let sketches: [IdentitySketch]

  /// - Parameters:
  ///   - place: the lists.
  ///   - areMaps: whether they are maps.
  ///   - key: the key member of their records.
  init(_ place: MemberPlace, areMaps: Bool = false, key: String) {
    name = place.path.last ?? ""
    self.areMaps = areMaps
    lists = place.values.compactMap(\.array).reduce(0) { $0 + $1.count - $1.empties }
    sketches = (areMaps ? place.mapItems : place.listItems).shapes.compactMap { shape in
      shape.identities.first { shape.keys[$0.slot] == key }?.sketch
    }
  }

  private var entries: [IdentitySketch.Entry] { sketches.flatMap(\.entries.values) }

  /// Whether each record was in one list, with enough lists and records to be sure.
  var isOwned: Bool {
    guard sketches.count == 1, lists >= Self.minimumLists, entries.count >= Self.minimumRecords,
      entries.allSatisfy({ $0.count == 1 }), !sketches[0].others.isRepeated
    else { return false }
    let words = GroupNaming.words([name])
    return words.last.map { !Self.shared.contains($0) } ?? false
  }

  /// The comment about records in several lists; `nil` if there are none.
  var sharing: String? {
    guard sketches.count == 1 else { return nil }
    let shared = entries.count { $0.count - $0.repeats > 1 }
    let places = "in several \(areMaps ? "maps" : "lists")"
    if shared == 0 { return sketches[0].others.isShared ? "some \(places)" : nil }
    let isWhole = sketches[0].ceiling == .max
    let share =
      isWhole && entries.count >= 20
      ? "\(Amount.of(shared)) of \(Amount.of(entries.count))" : Amount.share(shared, of: entries.count)
    return "\(share) \(places)"
  }

  /// How many of the records are more than once in one list; `nil` if none is.
  var repeated: String? {
    let repeated = entries.count { $0.repeats > 0 }
    if repeated == 0 { return sketches.contains(where: \.others.isRepeatedInList) ? "some" : nil }
    return Amount.share(repeated, of: entries.count)
  }

  /// The comment about records in one list each.
  var owning: String { "each of \(Amount.of(entries.count)) looked at was in one list" }
}
