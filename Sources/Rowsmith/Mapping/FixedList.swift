/// A list of plain values that never grows, as the parts of a mapping keep it.
///
/// The engine's inner loops read it for every record: in place of an array, which costs counting references and
/// checking access. It refers to memory that its owner gives back in the end.
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

  /// Not checked: slots are those of the mapping.
  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    nonmutating set { base[index] = newValue }
  }
}
