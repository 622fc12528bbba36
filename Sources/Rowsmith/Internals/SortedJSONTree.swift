/// The values of a JSON text with sorted keys. They are in two arrays, as most of them are only a few bytes long.
struct SortedJSONTree {
  private struct Value {
    let key: String
    /// The next member or item of the same parent.
    var next = 0
    var content = Content.object(Members())
  }

  private enum Content {
    case object(Members)
    case array(Members)
    /// The range in ``bytes`` with the text of any other value.
    case text(Range<Int>)
  }

  /// A linked list of values.
  private struct Members {
    var first = 0
    var last = 0
    var count = 0
  }

  private var values: [Value] = []
  private var bytes: [UInt8] = []

  init() {
    values.reserveCapacity(512)
    bytes.reserveCapacity(8192)
  }

  mutating func add(to parent: Int?, _ key: String) -> Int {
    let new = values.count
    values.append(Value(key: key))
    guard let parent else { return new }
    switch values[parent].content {
    case .object(var members):
      insert(new, into: &members)
      values[parent].content = .object(members)
    case .array(var members):
      append(new, to: &members)
      values[parent].content = .array(members)
    case .text: break
    }
    return new
  }

  private mutating func append(_ new: Int, to members: inout Members) {
    if members.count == 0 { members.first = new } else { values[members.last].next = new }
    members.last = new
    members.count += 1
  }

  /// Adds a member in the order of the keys.
  private mutating func insert(_ new: Int, into members: inout Members) {
    let key = values[new].key
    if members.count == 0 || values[members.last].key < key { return append(new, to: &members) }
    members.count += 1
    if key < values[members.first].key {
      values[new].next = members.first
      members.first = new
      return
    }
    var before = members.first
    while values[values[before].next].key < key { before = values[before].next }
    values[new].next = values[before].next
    values[before].next = new
  }

  func count(of parent: Int) -> Int {
    switch values[parent].content {
    case .object(let members), .array(let members): members.count
    case .text: 0
    }
  }

  mutating func makeArray(_ value: Int) {
    if case .object(let members) = values[value].content { values[value].content = .array(members) }
  }

  /// Sets the text of a value that is written without quotes.
  mutating func set(_ value: Int, bare text: String) {
    let start = bytes.count
    bytes += text.utf8
    values[value].content = .text(start..<bytes.count)
  }

  /// Sets the text of a string.
  mutating func set(_ value: Int, text: String) {
    let start = bytes.count
    SortedJSONTree.quote(text, to: &bytes)
    values[value].content = .text(start..<bytes.count)
  }

  /// The text of the root.
  func text() -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count * 2)
    write(0, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  private func write(_ value: Int, to output: inout [UInt8]) {
    switch values[value].content {
    case .text(let range): output += bytes[range]
    case .array(let items):
      output.append(UInt8(ascii: "["))
      write(items, to: &output) { _, _ in }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      write(members, to: &output) { member, output in
        SortedJSONTree.quote(values[member].key, to: &output)
        output.append(UInt8(ascii: ":"))
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  /// - Parameter begin: writes what precedes a value.
  private func write(_ members: Members, to output: inout [UInt8], after begin: (Int, inout [UInt8]) -> Void)
  {
    var member = members.first
    for index in 0..<members.count {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      begin(member, &output)
      write(member, to: &output)
      member = values[member].next
    }
  }

  private static func quote(_ text: String, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      for (index, byte) in bytes.enumerated() where isEscaped(byte) {
        output += bytes[start..<index]
        output += escape(byte).utf8
        start = index + 1
      }
      output += bytes[start...]
    }
    output.append(UInt8(ascii: "\""))
  }

  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "/")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x8: return "\\b"
    case 0x9: return "\\t"
    case 0xA: return "\\n"
    case 0xC: return "\\f"
    case 0xD: return "\\r"
    case 0x20...: return "\\" + String(Unicode.Scalar(byte))
    default:
      let digits = String(byte, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
