/// A point in the history of a database, covering all changes up to then. It is a text that can be stored anywhere, and is
/// meaningless for another database.
public struct HistoryToken: Sendable, Hashable {
  /// The name of the history.
  let name: String
  let number: Int64

  init(name: String, number: Int64) { (self.name, self.number) = (name, number) }
}

extension HistoryToken: LosslessStringConvertible {
  /// Parses the text of a token; `nil` if it is not one.
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
  /// Decodes the text of a token.
  ///
  /// - Throws: `DecodingError` if it is not one.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let token = HistoryToken(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "this is not a token of a history")
    }
    self = token
  }

  /// Encodes the text of the token.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
