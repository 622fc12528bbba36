/// A text with marked parts: the matches of a search.
public struct MarkedText: Sendable, Hashable {
  /// The text, without markers.
  public let text: String
  /// The ranges of the marked parts, in order.
  public let matches: [Range<String.Index>]

  /// Creates a text with marked parts.
  ///
  /// - Parameters:
  ///   - text: the text, without markers.
  ///   - matches: the ranges of the marked parts in this text, in order and without overlaps: `text.ranges(of: "tin")`.
  public init(text: String, matches: [Range<String.Index>] = []) {
    self.text = text
    self.matches = matches
  }

  /// Parses text that has a marker before and after each part.
  init(_ marked: String) {
    var scalars = String.UnicodeScalarView()
    var offsets: [(Int, Int)] = []
    var length = 0
    /// Where a marked part begins. The text itself may contain a marker: one without its counterpart marks nothing.
    var start: Int?
    for scalar in marked.unicodeScalars {
      switch scalar {
      case Self.opening: start = length
      case Self.closing:
        if let start { offsets.append((start, length)) }
        start = nil
      default:
        scalars.append(scalar)
        length += UTF8.width(scalar)
      }
    }
    let text = String(scalars)
    let place = { text.utf8.index(text.startIndex, offsetBy: $0) }
    self.text = text
    matches = offsets.map { place($0)..<place($1) }
  }

  /// The text with strings inserted before and after each marked part: `marked("<b>", "</b>")`. It escapes nothing, for
  /// instance for HTML; to escape part by part, use ``matches``.
  public func marked(_ opening: String, _ closing: String) -> String {
    var result = ""
    var end = text.startIndex
    for match in matches {
      result += text[end..<match.lowerBound] + opening + text[match] + closing
      end = match.upperBound
    }
    return result + text[end...]
  }

  /// Noncharacters, which Unicode reserves for internal use: they do not occur in readable text.
  static let opening: Unicode.Scalar = .init(0xFDD0 as UInt32) ?? "\u{2}"
  static let closing: Unicode.Scalar = .init(0xFDD1 as UInt32) ?? "\u{3}"
}

extension UTF8 {
  /// The number of bytes of a scalar.
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { UTF8.encode(scalar)?.count ?? 0 }
}
