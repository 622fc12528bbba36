/// The text of a search, as the user typed it.
struct SearchNode: Sendable, Hashable {
  var text: String
}
