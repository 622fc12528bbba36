import RowsmithModel

/// How most keys of a description are spelled.
enum CasingVote {
  static func casing(of draft: ModelDraft) -> Casing {
    var draft = draft
    var votes: [Casing: Int] = [:]
    draft.forEachMember { member in
      guard let key = member.importName, let casing = spelling(of: key) else { return }
      votes[casing, default: 0] += 1
    }
    // The default wins a draw.
    let order: [Casing] = [.snakeCase, .camelCase, .pascalCase, .kebabCase]
    return order.max {
      (votes[$0] ?? 0, order.count - (order.firstIndex(of: $0) ?? 0))
        < (votes[$1] ?? 0, order.count - (order.firstIndex(of: $1) ?? 0))
    } ?? .snakeCase
  }

  /// The one casing that spells a key so; nil where that says nothing, as of `name`.
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
