extension JSONValue {
  /// Where text stops being JSON.
  public struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The offset of the fault in bytes.
    public var offset: Int
    /// What was expected there.
    public var expected: String

    /// One line: `byte 12: expected a value`.
    public var description: String { "byte \(offset): expected \(expected)" }
  }

  /// Parses the text of one JSON value (RFC 8259). At most 512 arrays and objects may be nested.
  public init(parsing text: String) throws(ParsingError) {
    var parser = JSONValueParser(text)
    self = try parser.parseDocument()
  }
}
