import Foundation
import RowsmithClient
import RowsmithSchema

/// An attribute that orders changes: a date, here in milliseconds since 1970, or a number.
struct RESTMoment: Sendable {
  /// The attribute, by its name in the model.
  let attribute: String
  /// The path to it.
  let path: [String]
  /// The date formats; `nil` if it is not a date.
  let formats: CompiledDateFormatList?

  /// - Returns: `nil` if the entity has no such attribute, or it is neither a date nor an integer.
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

  /// The number for a text; `nil` if it does not parse.
  func number(_ text: String) -> Int64? {
    guard let formats else { return Int64(text) }
    var text = text
    return text.withUTF8 { bytes in
      formats.writesNumber ? formats.milliseconds(parsingNumber: bytes) : formats.milliseconds(parsing: bytes)
    }
  }

  /// The text of a number.
  ///
  /// - Parameter hasFractions: whether the server writes fractions of a second. A server that compares dates as texts sorts `19Z`
  ///   after `19.4Z`, so a zero fraction is written, too.
  func text(_ number: Int64, hasFractions: Bool) -> String {
    guard let text = formats?.string(milliseconds: number) else { return String(number) }
    return hasFractions && text.hasSuffix("Z") && !text.contains(".") ? "\(text.dropLast()).000Z" : text
  }

  /// The text of the number before a number: a millisecond or, if the server writes none, a second earlier.
  func text(before number: Int64, hasFractions: Bool) -> String {
    let step: Int64 = formats == nil || hasFractions ? 1 : 1000
    return text(max(number, .min + step) - step, hasFractions: hasFractions)
  }

  /// Whether a text has a fraction of a second.
  func hasFraction(_ text: String) -> Bool { formats != nil && text.contains(".") }
}

/// The server's time, from the headers of an answer.
struct RESTServerTime: Sendable {
  /// In milliseconds since 1970.
  let milliseconds: Int64
  /// Whether it comes from the server itself. `Date` may come from a proxy.
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

  /// Parses a date from a header or answer to milliseconds since 1970.
  static func milliseconds(_ text: String) -> Int64? {
    var text = text
    return text.withUTF8 { formats?.milliseconds(parsing: $0) }
  }
}
