import Foundation
public import Rowsmith
public import RowsmithSchema

/// Keys for records that are made here, until the server gives them its own: integers below zero, and texts that begin with
/// `local:`. They are left out of what is sent, and the answer's key takes their place: in the row, in everything that
/// refers to it, and in requests that wait.
///
/// A key that the app chooses for good (a `UUID`, or a text of its own) is sent, and stays.
public enum LocalKey {
  /// A new integer below zero, with at most 52 bits, so that it is the same in any JSON.
  public static func integer() -> Int { -Int.random(in: 1...(1 << 52)) }

  /// A new text that begins with `local:`.
  public static func text() -> String { prefix + UUID().uuidString.lowercased() }

  private static let prefix = "local:"

  /// Whether a part of a key stands for one that the server will give.
  public static func isLocal(_ value: StoredValue) -> Bool {
    switch value {
    case .integer(let number): number < 0
    case .text(let text): text.hasPrefix(prefix)
    default: false
    }
  }
}

extension Record where Key == Int {
  /// A key for a record that the server will give its own: see ``LocalKey``.
  public static func makeLocalKey() -> Int { LocalKey.integer() }
}

extension Record where Key == String {
  /// A key for a record that the server will give its own: see ``LocalKey``.
  public static func makeLocalKey() -> String { LocalKey.text() }
}
