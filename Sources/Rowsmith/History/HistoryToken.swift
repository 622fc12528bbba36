/// A place in the history of a database: all that was changed until then. It is text that can be kept anywhere, and means
/// nothing to another database.
public struct HistoryToken: Sendable, Hashable {
  /// The name of the history.
  let name: String
  let number: Int64

  init(name: String, number: Int64) { (self.name, self.number) = (name, number) }
}

extension HistoryToken: LosslessStringConvertible {
  /// Reads a token that was written as text; nil where the text is none.
  public init?(_ description: String) {
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let number = Int64(parts[1]), number >= 0,
      parts[1] == String(number)
    else { return nil }
    self.init(name: String(parts[0]), number: number)
  }

  /// The token as text.
  public var description: String { "\(name)-\(number)" }
}

extension HistoryToken: Codable {
  /// Reads the text of a token.
  ///
  /// - Throws: `DecodingError` where it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = HistoryToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "this is no token of a history")
    }
    self = token
  }

  /// Writes the text of the token.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
