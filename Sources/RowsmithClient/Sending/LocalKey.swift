import Foundation
public import Rowsmith
public import RowsmithSchema

/// Keys for records created here, until the server gives them its own: negative integers, and texts that begin with `local:`.
/// They are left out of requests. The key in the answer replaces them: in the row, in everything that refers to it, and in queued
/// requests.
///
/// A permanent key that the app chooses (a `UUID`, or a text of its own) is sent, and stays.
public enum LocalKey {
  /// A new negative integer of at most 52 bits, so that any JSON parser reads it exactly.
  public static func integer() -> Int { -Int.random(in: 1...(1 << 52)) }

  /// A new text that begins with `local:`.
  public static func text() -> String { prefix + UUID().uuidString.lowercased() }

  private static let prefix = "local:"

  /// Whether a part of a key is local, to be replaced by the server's.
  public static func isLocal(_ value: StoredValue) -> Bool {
    switch value {
    case .integer(let number): number < 0
    case .text(let text): text.hasPrefix(prefix)
    default: false
    }
  }
}

extension Record where Key == Int {
  /// A local key for a new record, until the server gives it its own: see ``LocalKey``.
  public static func makeLocalKey() -> Int { LocalKey.integer() }
}

extension Record where Key == String {
  /// A local key for a new record, until the server gives it its own: see ``LocalKey``.
  public static func makeLocalKey() -> String { LocalKey.text() }
}
