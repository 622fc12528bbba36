import RowsmithModel
import RowsmithSchema

/// Hands out names that are valid in Swift and SQL, each only once.
struct NameChoice {
  private var taken: Set<String> = []

  /// A free name: the first of several that is not taken, otherwise one with a number.
  mutating func take(_ names: [String]) -> String {
    for name in names where taken.insert(name.lowercased()).inserted { return name }
    let base = names.last ?? "value"
    var number = 2
    while !taken.insert("\(base)\(number)".lowercased()).inserted { number += 1 }
    return "\(base)\(number)"
  }

  /// Marks names as taken.
  mutating func reserve(_ names: [String]) { for name in names { taken.insert(name.lowercased()) } }

  func isTaken(_ name: String) -> Bool { taken.contains(name.lowercased()) }

  // MARK: Members

  /// Keys around the content: a name includes them only if the shorter name is taken.
  private static let wrappers: Set<String> = [
    "attributes", "relationships", "properties", "fields", "data", "metadata", "meta", "_links", "links",
    "sys",
    "node", "payload",
  ]

  /// The possible names of a member, best first.
  static func members(for path: [String], of entity: String) -> [String] {
    var names: [String] = []
    var short = path
    while short.count > 1, wrappers.contains(short[0]) { short.removeFirst() }
    while short.count > 1, short.last == "data" { short.removeLast() }
    let isBesideKey = path.count > 1
    for path in [short, path] {
      let name = property(path, isBesideKey: isBesideKey)
      let plain = String(name.drop { $0 == "_" })
      if plain != name, SwiftNames.isIdentifier(plain) { names.append(free(plain, of: entity)) }
      names.append(free(name, of: entity))
    }
    return names
  }

  /// The name, prefixed with the entity's if no member may have it alone.
  private static func free(_ name: String, of entity: String) -> String {
    let instance = SwiftNames.instance(of: entity)
    if name == "description" { return "\(instance)Description" }
    let isReserved = ReservedNames.isReservedMember(name) || ReservedNames.reservedPrefix(of: name) != nil
    return isReserved ? "\(instance)\(name.prefix(1).uppercased())\(name.dropFirst())" : name
  }

  /// - Parameter isBesideKey: whether the model declares the key.
  private static func property(_ path: [String], isBesideKey: Bool) -> String {
    let words = path.map(plain).joined(separator: "_")
    let name = isBesideKey ? SwiftNames.property(besideKey: words) : SwiftNames.property(forKey: words)
    guard name.contains(where: { $0.isLetter || $0.isNumber }) else { return "value" }
    if SwiftNames.isIdentifier(name) { return name }
    return SwiftNames.isIdentifier("_\(name)") ? "_\(name)" : "value"
  }

  /// A key in characters that a name may have.
  private static func plain(_ key: String) -> String {
    var text = key
    if let sign = ["+": "plus", "-": "minus"][key.prefix(1)], key.dropFirst().first?.isNumber == true {
      text = sign + key.dropFirst()
    }
    while let first = text.first, "@$#".contains(first), text.count > 1 { text.removeFirst() }
    let letters = text.unicodeScalars.map { scalar -> Character in
      scalar.properties.isXIDContinue && scalar.value != 0xB7 ? Character(scalar) : "_"
    }
    return String(letters)
  }

  // MARK: Types

  /// The type name of an entity, for the name of its records.
  static func type(for name: String) -> String { type(plural: Singular.of(name)) }

  /// The type name for a name that may be a plural.
  static func type(plural name: String) -> String {
    let type = SwiftNames.type(for: withoutShouting(plain(name)))
    if !SwiftNames.isIdentifier(type) { return "Record" }
    let isReserved =
      ReservedNames.isReservedType(type) || Schema.ScalarType(named: type) != nil
      || ReservedNames.reservedPrefix(of: type) != nil
    return isReserved ? "\(type)Record" : type
  }

  /// A name in capitals alone in small letters: `feature_flag` for `FEATURE_FLAG`. One short word may be an acronym.
  private static func withoutShouting(_ name: String) -> String {
    let isShouted = !name.contains(where: \.isLowercase) && (name.count > 4 || name.contains("_"))
    return isShouted ? name.lowercased() : name
  }
}
