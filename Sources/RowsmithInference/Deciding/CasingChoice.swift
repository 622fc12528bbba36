import RowsmithModel

/// Finds how the keys of samples are spelled.
struct CasingChoice {
  private var votes: [Casing: Int] = [:]

  /// The casing of most keys below a place; snake case where none says anything.
  static func decide(_ root: ValueShape) -> Casing {
    var choice = CasingChoice()
    choice.count(root)
    let order: [Casing] = [.snakeCase, .camelCase, .kebabCase, .pascalCase]
    return order.max { choice.votes[$0, default: 0] < choice.votes[$1, default: 0] } ?? .snakeCase
  }

  private mutating func count(_ value: ValueShape) {
    if let object = value.object { count(object) }
    if let array = value.array { count(array.items) }
  }

  private mutating func count(_ object: ObjectShape) {
    for key in object.keys {
      if let casing = Self.casing(of: key) { votes[casing, default: 0] += 1 }
    }
    for slot in object.slots { count(slot) }
    for kind in object.kinds { count(kind.shape) }
    if let folded = object.folded { count(folded) }
  }

  /// The casing that a key shows; nil where it fits several.
  private static func casing(of key: String) -> Casing? {
    guard let first = key.first, first.isLetter, key.allSatisfy({ $0.isASCII }) else { return nil }
    let rest = key.dropFirst()
    guard rest.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }) else { return nil }
    if rest.contains("_") { return key.contains { $0.isUppercase } ? nil : .snakeCase }
    if rest.contains("-") { return key.contains { $0.isUppercase } ? nil : .kebabCase }
    guard rest.contains(where: \.isLowercase) else { return nil }
    if first.isUppercase { return .pascalCase }
    return rest.contains(where: \.isUppercase) ? .camelCase : nil
  }
}
