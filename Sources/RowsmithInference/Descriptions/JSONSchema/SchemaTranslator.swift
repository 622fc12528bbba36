import RowsmithModel

/// Translates schemas into entities, value groups and enums: those that are requested, and those they refer to.
///
/// A class because entities refer to each other, even in cycles: each is requested once and described later.
final class SchemaTranslator {
  let library: SchemaLibrary
  var names = DraftNames()
  /// The names of named schemas, by place.
  var named: [SchemaPlace: String] = [:]
  /// The titles of schemas in the description, which are the values of discriminators.
  var titles: [SchemaPlace: String] = [:]
  /// The positions of named schemas in the description.
  var positions: [SchemaPlace: Int] = [:]
  /// Keys of records in the paths of an API, by the place of their schema.
  var pathKeys: [SchemaPlace: String] = [:]
  var families = SchemaFamilies()
  /// Objects whose members were lifted into the object around them.
  var lifted: Set<SchemaPlace> = []
  /// Schemas that repeat another one and allow null.
  private var twins: [SchemaPlace: SchemaPlace] = [:]
  /// The requested schemas, in order.
  private(set) var asked: [SchemaPlace] = []
  private var roles: [SchemaPlace: SchemaRole] = [:]
  private var known: [SchemaPlace: SchemaFacts] = [:]
  private var areValues: [SchemaPlace: Bool] = [:]
  var entities: [SchemaPlace: EntityDraft] = [:]
  var groups: [SchemaPlace: ValueGroupDraft] = [:]
  var enums = EnumCollector()
  /// The names of an entity's members, by the entity's name and their JSON key.
  var sources: [String: [String: String]] = [:]
  /// The deepest nesting of values without identity; deeper ones are kept as JSON.
  static let deepest = 24

  init(_ library: SchemaLibrary) { self.library = library }

  /// The facts of a schema, cached because many members share one.
  func facts(of node: SchemaNode) -> SchemaFacts {
    if let facts = known[node.place] { return facts }
    var facts = library.facts(of: node)
    if let twin = twins[facts.place] { facts.place = twin }
    // Cached before lifting, in case a member leads back here.
    known[node.place] = facts
    lift(&facts)
    known[node.place] = facts
    return facts
  }

  /// Assigns names to the named schemas of a description, in its order.
  ///
  /// - Parameter unions: unnamed schemas with several alternatives.
  func name(_ schemas: [(key: String, node: SchemaNode)], unions: [SchemaNode] = []) {
    twins = NullableTwins.found(among: schemas, library)
    var elsewhere: [SchemaNode] = []
    for (key, node) in schemas {
      let facts = facts(of: node)
      let place = facts.place
      // An alias of a schema gives it no name, unless the schema is in another file, where it has none.
      if place != node.place {
        guard place.file != library.path, !elsewhere.contains(where: { $0.place == place }),
          let target = library.node(at: place)
        else { continue }
        elsewhere.append(target)
      }
      let last = NullableTwins.plainName(DraftNames.typeName(key))
      let isEnum = !facts.isObject && facts.allowed != nil
      let text = names.isTaken(last) ? key.split(separator: ".").joined(separator: "_") : last
      guard facts.isObject || isEnum || facts.variants.count > 1 else { continue }
      named[place] = names.type(for: text, orElse: isEnum ? "Value" : "Record")
      titles[place] = key
      positions[place] = positions.count
    }
    families.find(among: schemas.map(\.node) + elsewhere + unions, self)
  }

  /// The entity for records of a schema; `nil` if there is none.
  func entity(_ facts: SchemaFacts, called name: @autoclosure () -> String) -> String? {
    if case .entity(let name) = role(facts, called: name()) { name } else { nil }
  }

  /// Makes a schema an entity, whether its objects have an identity or not.
  func record(_ facts: SchemaFacts, called name: String) {
    guard roles[facts.place] == nil else { return }
    let called = named[facts.place] ?? names.type(for: name)
    named[facts.place] = called
    roles[facts.place] = .entity(called)
    asked.append(facts.place)
  }

  /// The role of a schema's objects.
  func role(_ facts: SchemaFacts, called name: @autoclosure () -> String) -> SchemaRole {
    let place = families.alias[facts.place] ?? facts.place
    if let role = roles[place] { return role }
    let family = families.contains(place)
    guard facts.isObject || family else { return .other }
    // An object without any usable member is kept as JSON.
    guard family || facts.properties.contains(where: { Self.isNameable($0.key) }) else { return .other }
    let isEntity = family || !key(of: facts).isEmpty
    let isGroup = !isEntity && holdsOnlyValues(facts)
    let called = named[place] ?? names.type(for: name(), orElse: isGroup ? "Value" : "Record")
    named[place] = called
    let role: SchemaRole = isGroup ? .group(called) : .entity(called)
    roles[place] = role
    asked.append(place)
    // The rest of the family is requested with it.
    for relative in families.relatives(of: place) {
      if let node = library.node(at: relative) {
        _ = self.role(self.facts(of: node), called: commonName(of: relative))
      }
    }
    return role
  }

  /// The common last words of the names of all schemas that extend one: `User` for PrivateUser and PublicUser.
  private func commonName(of place: SchemaPlace) -> String {
    let names = (families.children[place] ?? []).map { Words.of(named[$0] ?? "") }
    guard var common = names.first else { return "Record" }
    for name in names.dropFirst() {
      let count = zip(common.reversed(), name.reversed()).prefix { $0 == $1 }.count
      common = common.suffix(count)
    }
    return common.isEmpty ? "Record" : common.map(\.capitalisedFirst).joined()
  }

  /// The role assigned to a place.
  func role(at place: SchemaPlace) -> SchemaRole? { roles[families.alias[place] ?? place] }

  /// Describes everything that was requested, and what that requests in turn.
  func describe() {
    var next = 0
    while next < asked.count {
      let place = asked[next]
      next += 1
      guard let node = library.node(at: place) else { continue }
      switch roles[place] {
      case .entity(let name): entities[place] = entity(facts(of: node), name)
      case .group(let name): groups[place] = group(facts(of: node), name)
      default: break
      }
    }
  }

  /// Whether an object is a value: neither it nor anything inside has an identity.
  private func holdsOnlyValues(_ facts: SchemaFacts, depth: Int = 0) -> Bool {
    if let known = areValues[facts.place] { return known }
    guard depth < Self.deepest else { return false }
    // An object that contains itself is not a value.
    areValues[facts.place] = false
    let result = facts.properties.allSatisfy { isValue($0.schema, depth: depth) }
    areValues[facts.place] = result
    return result
  }

  private func isValue(_ schema: SchemaNode, depth: Int) -> Bool {
    var member = self.facts(of: schema)
    var layers = 0
    while let items = member.items ?? (member.isObject ? nil : member.additional), layers < Self.deepest {
      member = self.facts(of: items)
      layers += 1
    }
    if families.contains(families.alias[member.place] ?? member.place) { return false }
    for variant in member.variants {
      let variant = self.facts(of: variant)
      if variant.isObject, !key(of: variant).isEmpty { return false }
    }
    guard member.isObject else { return true }
    return key(of: member).isEmpty && holdsOnlyValues(member, depth: depth + 1)
  }
}

/// The role of a schema's objects.
enum SchemaRole: Equatable {
  /// Records of the entity with this name.
  case entity(String)
  /// Values of the group with this name.
  case group(String)
  /// Neither, because the keys are not known.
  case other
}
