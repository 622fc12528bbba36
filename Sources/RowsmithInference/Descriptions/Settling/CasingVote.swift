import RowsmithModel

/// Finds the casing of most keys in a description.
enum CasingVote {
  static func casing(of draft: ModelDraft) -> Casing {
    var draft = draft
    var votes: [Casing: Int] = [:]
    draft.forEachMember { member in
      guard let key = member.importName, let casing = spelling(of: key) else { return }
      votes[casing, default: 0] += 1
    }
    // The default wins a tie.
    let order: [Casing] = [.snakeCase, .camelCase, .pascalCase, .kebabCase]
    return order.max {
      (votes[$0] ?? 0, order.count - (order.firstIndex(of: $0) ?? 0))
        < (votes[$1] ?? 0, order.count - (order.firstIndex(of: $1) ?? 0))
    } ?? .snakeCase
  }

  /// The casing of a key; `nil` if it fits several, as `name` does.
  private static func spelling(of key: String) -> Casing? {
    let words = Words.of(key)
    if words.count < 2 {
      return key.first?.isUppercase == true && key.count > 2 && key.dropFirst().contains { $0.isLowercase }
        ? .pascalCase : nil
    }
    if key.contains("_") { return key.lowercased() == key ? .snakeCase : nil }
    if key.contains("-") { return .kebabCase }
    return key.first?.isUppercase == true ? .pascalCase : .camelCase
  }
}
