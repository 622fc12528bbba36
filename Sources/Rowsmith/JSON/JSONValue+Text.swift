import RowsmithSchema

extension JSONValue {
  /// The value as JSON text, without white space.
  public var text: String {
    var output: [UInt8] = []
    write(to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Appends the value as JSON text.
  func write(to output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    // A string that is not a number becomes null, so that an app cannot break the JSON around it.
    case .number(let text): output += (NumberText.isNumber(text) ? text : "null").utf8
    case .string(let text): JSONString.append(text, to: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        element.write(to: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        JSONString.append(member.key, to: &output)
        output.append(UInt8(ascii: ":"))
        member.value.write(to: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as JSON text.
  public var description: String { text }
}
