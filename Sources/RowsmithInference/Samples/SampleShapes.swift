import Rowsmith
import RowsmithModel

/// The shapes of samples, by place.
///
/// A class because the shape of a place is one. Not thread-safe.
package final class SampleShapes {
  let root: ValueShape
  /// The length of the path to the value that was read.
  private let depth: Int

  init(_ root: ValueShape, under path: [String]) {
    self.root = root
    depth = path.count
  }

  /// The attribute for the values at a place, without a name; `nil` if nothing is known about it.
  ///
  /// - Parameter place: in the notation of messages: `$.data[0].size`.
  func attribute(at place: String) -> MemberDraft? {
    let steps = Self.steps(of: place)
    guard steps.count >= depth, let last = steps.last else { return nil }
    var shape = root
    for step in steps.dropFirst(depth) {
      guard let inner = Self.shape(of: step, in: shape) else { return nil }
      shape = inner
    }
    let values = MemberPlace(path: [last], values: [shape], total: shape.count)
    return MadeAttribute(values, name: last, path: [last]).draft
  }

  private static func shape(of step: String, in shape: ValueShape) -> ValueShape? {
    if let object = shape.object {
      let places = [object] + object.kinds.map(\.shape)
      if let found = places.lazy.compactMap({ $0.slot(step) }).first { return found }
      if let folded = object.folded { return folded }
    }
    guard Int(step) != nil else { return nil }
    // Consecutive values at the top share one place.
    return shape.array?.items ?? shape
  }

  /// The keys and positions in a place. A key may begin with a combining mark, which forms one character with what precedes it.
  private static func steps(of place: String) -> [String] {
    var rest = place.unicodeScalars.dropFirst()
    var steps: [String] = []
    while let first = rest.popFirst() {
      if first == "." {
        let key = rest.prefix { $0 != "." && $0 != "[" }
        steps.append(String(key))
        rest = rest.dropFirst(key.count)
      } else if rest.first == "\"" {
        let length = quotedLength(rest)
        guard let key = (try? JSONValue(parsing: String(rest.prefix(length))))?.string else { return [] }
        steps.append(key)
        rest = rest.dropFirst(length + 1)
      } else {
        let index = rest.prefix { $0 != "]" }
        steps.append(String(index))
        rest = rest.dropFirst(index.count + 1)
      }
    }
    return steps
  }

  /// The length of the quoted text at the beginning.
  private static func quotedLength(_ text: Substring.UnicodeScalarView) -> Int {
    var (length, isEscaped) = (1, false)
    for scalar in text.dropFirst() {
      length += 1
      if scalar == "\"", !isEscaped { break }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return length
  }
}
