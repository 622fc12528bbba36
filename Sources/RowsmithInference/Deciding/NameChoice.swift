import RowsmithModel
import RowsmithSchema

/// Gives names that Swift and SQL take, each once.
struct NameChoice {
  private var taken: Set<String> = []

  /// A name that is not taken yet: the first of several that is free, else one with a number.
  mutating func take(_ names: [String]) -> String {
    for name in names where taken.insert(name.lowercased()).inserted { return name }
    let base = names.last ?? "value"
    var number = 2
    while !taken.insert("\(base)\(number)".lowercased()).inserted { number += 1 }
    return "\(base)\(number)"
  }

  /// Takes names so that nothing else has them.
  mutating func reserve(_ names: [String]) { for name in names { taken.insert(name.lowercased()) } }

  func isTaken(_ name: String) -> Bool { taken.contains(name.lowercased()) }

  // MARK: Members

  /// Keys around what matters: a name needs them only where it would be there twice.
  private static let wrappers: Set<String> = [
    "attributes", "relationships", "properties", "fields", "data", "metadata", "meta", "_links", "links",
    "sys",
    "node", "payload",
  ]

  /// The names that a member could have, the better first.
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

  /// The name with the entity's before it, where no member can have it alone.
  private static func free(_ name: String, of entity: String) -> String {
    let instance = SwiftNames.instance(of: entity)
    if name == "description" { return "\(instance)Description" }
    let isReserved = ReservedNames.isReservedMember(name) || ReservedNames.reservedPrefix(of: name) != nil
    return isReserved ? "\(instance)\(name.prefix(1).uppercased())\(name.dropFirst())" : name
  }

  /// - Parameter isBesideKey: whether the model says the key.
  private static func property(_ path: [String], isBesideKey: Bool) -> String {
    let words = path.map(plain).joined(separator: "_")
    let name = isBesideKey ? SwiftNames.property(besideKey: words) : SwiftNames.property(forKey: words)
    if SwiftNames.isIdentifier(name) { return name }
    return SwiftNames.isIdentifier("_\(name)") ? "_\(name)" : "value"
  }

  /// A key in letters that a name can have.
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

  /// The name of an entity for what its records are called.
  static func type(for name: String) -> String { type(plural: Singular.of(name)) }

  /// The name of a type for what it is called, which may be a plural.
  static func type(plural name: String) -> String {
    let words = plain(name)
    let type = SwiftNames.type(for: words)
    if !SwiftNames.isIdentifier(type) { return "Record" }
    let isReserved =
      ReservedNames.isReservedType(type) || Schema.ScalarType(named: type) != nil
      || ReservedNames.reservedPrefix(of: type) != nil
    return isReserved ? "\(type)Record" : type
  }
}
