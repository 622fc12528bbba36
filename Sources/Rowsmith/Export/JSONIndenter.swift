/// Spreads compact JSON over lines, indented by two spaces a level. Pieces may end anywhere.
struct JSONIndenter {
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether a container was just opened: an empty one stays on one line.
  private var isOpening = false

  mutating func indent(_ piece: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(piece.count * 3 / 2)
    for byte in piece {
      if isInString {
        output.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      indent(token: byte, &output)
    }
    return output
  }

  private mutating func indent(token byte: UInt8, _ output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): return
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if !isOpening { startLine(&output) }
      isOpening = false
    case UInt8(ascii: ","), UInt8(ascii: ":"): break
    default:
      if isOpening { startLine(&output) }
      isOpening = false
    }
    output.append(byte)
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      isOpening = true
    case UInt8(ascii: ","): startLine(&output)
    case UInt8(ascii: ":"): output.append(UInt8(ascii: " "))
    case UInt8(ascii: "\""): isInString = true
    default: break
    }
  }

  private func startLine(_ output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(0, depth) * 2))
  }
}
