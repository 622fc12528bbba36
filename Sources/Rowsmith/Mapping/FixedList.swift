/// A list of trivial values that never grows, for the parts of a mapping.
///
/// The engine's inner loops read it for every record: unlike an array, it needs no retain/release and no exclusivity
/// checks. Its owner must deallocate the memory.
struct FixedList<Element: BitwiseCopyable>: RandomAccessCollection, BitwiseCopyable {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  init(repeating element: Element, count: Int) {
    base = .allocate(capacity: count)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  init(_ elements: [Element]) {
    base = .allocate(capacity: elements.count)
    count = elements.count
    for (index, element) in elements.enumerated() { (base + index).initialize(to: element) }
  }

  func deallocate() { base.deallocate() }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  /// Without bounds checks: slots come from the mapping.
  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }
}
