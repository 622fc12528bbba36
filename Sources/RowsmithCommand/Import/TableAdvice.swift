import Foundation
import Rowsmith

/// Advice on a table.
enum TableAdvice {
  /// A message about a table, with the option for another delimiter that it advises.
  static func namingOption(_ message: String) -> String {
    message.replacingOccurrences(of: "choose the delimiter", with: "choose --delimiter")
  }

  /// What is wrong with a header such as `id, name`, in which the second column is called ` name`; `nil` for others.
  static func spacedName(_ beginning: DocumentBeginning, _ format: CSVFormat) -> String? {
    let header = beginning.bytes.prefix { $0 != UInt8(ascii: "\n") }
    // In quotes, a comma separates nothing.
    if header.contains(UInt8(ascii: "\"")) { return nil }
    let fields = header.split(separator: format.separator, omittingEmptySubsequences: false)
    let names = fields.filter { $0.first == UInt8(ascii: " ") }
      .map { String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines) }
    guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
    return "the header has a space in front of '\(name)', which is part of the column's name; remove it"
  }
}
