/// How many of the documents that are drawn are left out, as they contradict themselves in ways that are left open.
struct ContradictionShares: CustomStringConvertible {
  private var tried = 0
  private var leftOut = 0
  private var ways: [Contradiction: Int] = [:]

  mutating func add(_ trial: Trial) {
    tried += trial.steps.count
    leftOut += trial.leftOut.count
    for way in trial.leftOut.joined() { ways[way, default: 0] += 1 }
  }

  var description: String {
    let ways = ways.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    return "left out: \(leftOut) of \(tried + leftOut) documents that were drawn (\(ways))"
  }
}
