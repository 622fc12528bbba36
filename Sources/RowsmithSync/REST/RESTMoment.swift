import Foundation
import RowsmithClient
import RowsmithSchema

/// How an attribute writes what counts changes: dates, as milliseconds since 1970 here, or numbers.
struct RESTMoment: Sendable {
  /// The attribute, by its name in the model.
  let attribute: String
  /// The keys that lead to it.
  let path: [String]
  /// How dates are written; nil where it is no date.
  let formats: CompiledDateFormatList?

  /// - Returns: nil where the entity has no such attribute, and for one that is neither a date nor an integer.
  init?(_ attribute: String, members: RESTMembers, graph: SchemaGraph, entity: String) {
    guard let found = graph.attribute(attribute, of: entity), let path = members.path(of: attribute) else {
      return nil
    }
    self.attribute = attribute
    self.path = path
    switch found.type {
    case .scalar(.date):
      guard let formats = try? CompiledDateFormatList(found.dateFormats) else { return nil }
      self.formats = formats
    case .scalar(.int): formats = nil
    default: return nil
    }
  }

  /// The number that a text stands for; nil where it is none.
  func number(_ text: String) -> Int64? {
    guard let formats else { return Int64(text) }
    var text = text
    return text.withUTF8 { bytes in
      formats.writesNumber ? formats.milliseconds(parsingNumber: bytes) : formats.milliseconds(parsing: bytes)
    }
  }

  /// The text of a number.
  ///
  /// - Parameter hasFractions: whether the server writes parts of a second. One that compares dates as texts takes `19Z` for later
  ///   than `19.4Z`: where it has fractions, they are written, be they zero.
  func text(_ number: Int64, hasFractions: Bool) -> String {
    guard let text = formats?.string(milliseconds: number) else { return String(number) }
    return hasFractions && text.hasSuffix("Z") && !text.contains(".") ? "\(text.dropLast()).000Z" : text
  }

  /// Whether a text has parts of a second.
  func hasFraction(_ text: String) -> Bool { formats != nil && text.contains(".") }
}

/// The server's clock, as its answers have it.
struct RESTServerTime: Sendable {
  /// In milliseconds since 1970.
  let milliseconds: Int64
  /// Whether the server itself says so. `Date` may be that of something in front of it.
  let isExact: Bool

  init?(_ headers: HTTPHeaders) {
    if let time = headers["X-Server-Time"].flatMap(RESTServerTime.milliseconds) {
      (milliseconds, isExact) = (time, true)
    } else if let time = headers["Date"].flatMap(RESTServerTime.milliseconds) {
      (milliseconds, isExact) = (time, false)
    } else {
      return nil
    }
  }

  private static let formats = try? CompiledDateFormatList([.iso8601, .rfc1123])

  /// A moment as headers and answers write it, in milliseconds since 1970.
  static func milliseconds(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { formats?.milliseconds(parsing: $0) }
  }
}
