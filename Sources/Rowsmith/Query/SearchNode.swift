/// What is searched for, as somebody has typed it.
struct SearchNode: Sendable, Hashable {
  var text: String
}
