/// Text in which some parts are marked: the words that a search has found.
public struct MarkedText: Sendable, Hashable {
  /// The text itself.
  public let text: String
  /// The parts of it that are marked, in order.
  public let matches: [Range<String.Index>]

  /// Reads text in which signs stand around each part.
  init(_ marked: String) {
    var scalars = String.UnicodeScalarView()
    var offsets: [(Int, Int)] = []
    var (length, start) = (0, 0)
    for scalar in marked.unicodeScalars {
      switch scalar {
      case Self.opening: start = length
      case Self.closing: offsets.append((start, length))
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

  /// The text with something before and behind each marked part: `marked("<b>", "</b>")`. What is special in HTML, for
  /// instance, is for the caller to escape; that is easier part by part, with ``matches``.
  public func marked(_ opening: String, _ closing: String) -> String {
    var result = ""
    var end = text.startIndex
    for match in matches {
      result += text[end..<match.lowerBound] + opening + text[match] + closing
      end = match.upperBound
    }
    return result + text[end...]
  }

  /// No characters, and so in no text that means to be read: Unicode keeps them for uses like this.
  static let opening: Unicode.Scalar = .init(0xFDD0 as UInt32) ?? "\u{2}"
  static let closing: Unicode.Scalar = .init(0xFDD1 as UInt32) ?? "\u{3}"
}

extension UTF8 {
  /// How many bytes a scalar takes.
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int { UTF8.encode(scalar)?.count ?? 0 }
}
