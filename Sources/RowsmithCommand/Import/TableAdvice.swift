import Foundation
import Rowsmith

/// Advice on a table.
enum TableAdvice {
  /// A message about a table, with the option for another delimiter that it advises.
  static func namingOption(_ message: String) -> String {
    message.replacingOccurrences(of: "choose the delimiter", with: "choose --delimiter")
  }

  /// The names of the columns with a space in front, without spaces: `name` in `id, name`.
  static func spacedNames(_ beginning: DocumentBeginning, _ format: CSVFormat) -> [String] {
    let header = beginning.bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    // In quotes, a comma separates nothing.
    if header.contains(UInt8(ascii: "\"")) { return [] }
    let fields = header.split(separator: format.separator)
    let names = fields.filter { $0.first == UInt8(ascii: " ") }.map { field in
      String(decoding: field.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }
    return names.filter { !$0.isEmpty }
  }

  /// What is wrong with such a header.
  static func advice(onSpaceBefore name: String) -> String {
    "the header has a space in front of '\(name)', which is part of the column's name; remove it"
  }
}
