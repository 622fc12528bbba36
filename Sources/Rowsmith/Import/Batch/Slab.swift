/// A growing list of trivial values in contiguous memory, emptied and refilled without being freed.
///
/// Unlike an array, it does not check bounds: the engine's inner loops use only indexes that `append` returned.
final class Slab<Element: BitwiseCopyable> {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  @inline(__always)
  subscript(index: Int) -> Element {
    get { base[index] }
    set { base[index] = newValue }
  }

  /// Appends and returns the index.
  @inline(__always) @discardableResult
  func append(_ element: Element) -> Int {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
    return count - 1
  }

  /// Appends that many copies and returns the index of the first.
  @inline(__always)
  func append(repeating element: Element, count added: Int) -> Int {
    if count + added > capacity { grow(to: count + added) }
    (base + count).initialize(repeating: element, count: added)
    count += added
    return count - added
  }

  @inline(__always)
  func removeAll() { count = 0 }

  /// A copy of the elements.
  func snapshot() -> [Element] { Array(UnsafeBufferPointer(start: base, count: count)) }

  /// Restores the elements of a snapshot.
  func restore(_ snapshot: [Element]) {
    count = 0
    for element in snapshot { append(element) }
  }

  private func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.update(from: base, count: count)
    base.deallocate()
    base = moved
    capacity = larger
  }
}
