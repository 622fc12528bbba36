import RowsmithModel

/// Finds the casing of the keys in samples.
struct CasingChoice {
  private var votes: [Casing: Int] = [:]

  /// The casing of most keys below a place; snake case if no key shows one.
  static func decide(_ root: ValueShape) -> Casing {
    var choice = CasingChoice()
    choice.count(root)
    return choice.most
  }

  /// The casing of most members of records; snake case if no member shows one.
  static func decide(_ clusters: [Cluster]) -> Casing {
    var choice = CasingChoice()
    for cluster in clusters {
      for key in cluster.keys.sorted() { choice.count(key) }
      for inner in cluster.shapes.flatMap(\.slots).compactMap(\.object) where inner.folded == nil {
        for key in inner.keys { choice.count(key) }
      }
    }
    return choice.votes.isEmpty ? .snakeCase : choice.most
  }

  private var most: Casing {
    let order: [Casing] = [.snakeCase, .camelCase, .kebabCase, .pascalCase]
    return order.max { votes[$0, default: 0] < votes[$1, default: 0] } ?? .snakeCase
  }

  private mutating func count(_ key: String) {
    if let casing = Self.casing(of: key) { votes[casing, default: 0] += 1 }
  }

  private mutating func count(_ value: ValueShape) {
    if let object = value.object { count(object) }
    if let array = value.array { count(array.items) }
  }

  private mutating func count(_ object: ObjectShape) {
    for key in object.keys { count(key) }
    for slot in object.slots { count(slot) }
    for kind in object.kinds { count(kind.shape) }
    if let folded = object.folded { count(folded) }
  }

  /// The casing that a key shows; `nil` if it fits several.
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
