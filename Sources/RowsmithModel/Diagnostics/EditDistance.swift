/// The edit distance of two words.
enum EditDistance {
  /// The number of letters to insert, remove, change or swap with their neighbour (optimal string alignment).
  ///
  /// The time is proportional to the product of the lengths. Texts are cut at 64 characters; longer ones are not typing
  /// mistakes.
  static func between(_ first: String, _ second: String) -> Int {
    let left = Array(first.prefix(64))
    let right = Array(second.prefix(64))
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      for (column, other) in right.enumerated() {
        var cost = min(last[column] + (letter == other ? 0 : 1), min(last[column + 1], current[column]) + 1)
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
