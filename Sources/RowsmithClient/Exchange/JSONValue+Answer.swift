package import Rowsmith

extension JSONValue {
  /// Parses JSON from a server, with or without a byte order mark.
  package init(answer bytes: [UInt8]) throws(JSONError) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let rest = bytes.starts(with: mark) ? bytes[mark.count...] : bytes[...]
    try self.init(parsing: String(decoding: rest, as: UTF8.self))
  }
}
