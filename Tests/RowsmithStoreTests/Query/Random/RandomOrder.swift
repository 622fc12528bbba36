import Rowsmith

/// A term of an order, and the same in Swift.
struct RandomOrder<Root: Record> {
  var text: String
  var ordering: Ordering<Root>
  /// Negative if a record comes before another one, 0 if they are equal.
  var compare: (Root, Root) -> Int

  init(_ text: String, _ ordering: Ordering<Root>, _ compare: @escaping (Root, Root) -> Int) {
    self.text = text
    self.ordering = ordering
    self.compare = compare
  }

  /// Orders by what a column holds.
  ///
  /// - Parameter value: the same of a record, as something that has an order.
  static func by<Content: Sendable, Value: Comparable>(
    _ name: String, _ column: Column<Root, Content>, isDescending: Bool, _ value: @escaping (Root) -> Value?
  ) -> RandomOrder {
    if isDescending {
      return RandomOrder("\(name) descending", column.descending) { compared(value($1), value($0)) }
    }
    return RandomOrder(name, column.ascending) { compared(value($0), value($1)) }
  }
}
