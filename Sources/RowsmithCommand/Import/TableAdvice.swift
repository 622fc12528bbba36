import Foundation
import Rowsmith

/// Advice on a table.
enum TableAdvice {
  /// A message about a table, with the option for another delimiter that it advises.
  static func namingOption(_ message: String) -> String {
    message.replacingOccurrences(of: "choose the delimiter", with: "choose --delimiter")
  }
}
