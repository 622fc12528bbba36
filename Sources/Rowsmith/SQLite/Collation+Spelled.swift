import Foundation

extension Collation {
  /// Text by what it says, where different texts can say the same: they are compared in one spelling.
  ///
  /// - Parameters:
  ///   - type: what the text says. There is one collation for each type.
  ///   - spelling: the one spelling of what a text says; `nil` if it says nothing of the type.
  static func spelled(
    _ type: Any.Type, _ spelling: @escaping @Sendable (String) -> String?
  ) -> Collation {
    SpelledCollations.shared.collation("\(spelledName)_\(String(reflecting: type))", spelling)
  }

  private static let spelledName = "rowsmith_spelled"

  /// The collation with that name, if `spelled` has made it.
  init?(spelledName name: String) {
    guard name.hasPrefix(Collation.spelledName), let made = SpelledCollations.shared.made(name) else {
      return nil
    }
    self = made
  }
}

/// The collations of types. A connection registers one when a statement first names it.
private final class SpelledCollations: @unchecked Sendable {
  static let shared = SpelledCollations()

  /// Guards `known`.
  private let lock = NSLock()
  private var known: [String: Collation] = [:]

  func made(_ name: String) -> Collation? { lock.withLock { known[name] } }

  func collation(_ name: String, _ spelling: @escaping @Sendable (String) -> String?) -> Collation {
    lock.withLock {
      if let made = known[name] { return made }
      let comparison = Collation.Comparison { one, other in
        Collation.compareBytes(spelling(one) ?? one, spelling(other) ?? other)
      }
      let made = Collation(name: name, order: .custom(comparison))
      known[name] = made
      return made
    }
  }
}
