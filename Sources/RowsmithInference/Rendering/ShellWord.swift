import RowsmithSchema

/// Quotes text as one word of a shell, for commands in messages.
package enum ShellWord {
  package static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "._-/+:,@%=".utf8.contains(byte)
      }
    }
    if isPlain, !text.isEmpty, !text.hasPrefix("-") { return text }
    return "'\(text.replacing(scalar: "'", with: #"'\''"#))'"
  }
}
