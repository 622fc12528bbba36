import RowsmithModel

/// Makes entities, value groups and enums of schemas: those that are asked for, and what they lead to.
///
/// A class because entities lead to each other, in circles too: each is asked for once and described later.
final class SchemaTranslator {
  let library: SchemaLibrary
  var names = DraftNames()
  /// The names of schemas that have one, by their place.
  var named: [SchemaPlace: String] = [:]
  /// What the schemas are called where they stand, which is what discriminators say.
  var titles: [SchemaPlace: String] = [:]
  /// Where in the description the schemas stand that it names.
  var positions: [SchemaPlace: Int] = [:]
  /// Keys that the paths of an API name records by, by the place of their schema.
  var pathKeys: [SchemaPlace: String] = [:]
  var families = SchemaFamilies()
  /// Objects of which the members were lifted into what holds them.
  var lifted: Set<SchemaPlace> = []
  /// Schemas that say the same as another one, but that a value may be null.
  private var twins: [SchemaPlace: SchemaPlace] = [:]
  /// What has been asked for, in order.
  private(set) var asked: [SchemaPlace] = []
  private var roles: [SchemaPlace: SchemaRole] = [:]
  private var known: [SchemaPlace: SchemaFacts] = [:]
  private var areValues: [SchemaPlace: Bool] = [:]
  var entities: [SchemaPlace: EntityDraft] = [:]
  var groups: [SchemaPlace: ValueGroupDraft] = [:]
  var enums = EnumCollector()
  /// What each member of an entity was made of, by the entity's name and the member's.
  var sources: [String: [String: String]] = [:]
  /// How deep values without identity may nest before they are kept as JSON.
  static let deepest = 24

  init(_ library: SchemaLibrary) { self.library = library }

  /// What a schema says; kept, as many members share one.
  func facts(of node: SchemaNode) -> SchemaFacts {
    if let facts = known[node.place] { return facts }
    var facts = library.facts(of: node)
    if let twin = twins[facts.place] { facts.place = twin }
    // Kept before it is looked into, in case it leads back here.
    known[node.place] = facts
    lift(&facts)
    known[node.place] = facts
    return facts
  }

  /// Gives the schemas that a description names their names, in its order.
  ///
  /// - Parameter unions: schemas without a name that may be of several kinds.
  func name(_ schemas: [(key: String, node: SchemaNode)], unions: [SchemaNode] = []) {
    twins = NullableTwins.found(among: schemas, library)
    for (key, node) in schemas {
      let facts = facts(of: node)
      // Another name for a schema is not one of its own.
      guard facts.place == node.place else { continue }
      let last = NullableTwins.plainName(DraftNames.typeName(key))
      let isEnum = !facts.isObject && facts.allowed != nil
      let text = names.isTaken(last) ? key.split(separator: ".").joined(separator: "_") : last
      guard facts.isObject || isEnum || facts.variants.count > 1 else { continue }
      named[node.place] = names.type(for: text, orElse: isEnum ? "Value" : "Record")
      titles[node.place] = key
      positions[node.place] = positions.count
    }
    families.find(among: schemas.map(\.node) + unions, self)
  }

  /// The entity that records of a schema are; nil where it is none.
  func entity(_ facts: SchemaFacts, called name: @autoclosure () -> String) -> String? {
    if case .entity(let name) = role(facts, called: name()) { name } else { nil }
  }

  /// Makes records of the objects of a schema, whether they have an identity or not.
  func record(_ facts: SchemaFacts, called name: String) {
    guard roles[facts.place] == nil else { return }
    let called = named[facts.place] ?? names.type(for: name)
    named[facts.place] = called
    roles[facts.place] = .entity(called)
    asked.append(facts.place)
  }

  /// What objects of a schema are.
  func role(_ facts: SchemaFacts, called name: @autoclosure () -> String) -> SchemaRole {
    let place = families.alias[facts.place] ?? facts.place
    if let role = roles[place] { return role }
    let family = families.contains(place)
    guard facts.isObject || family else { return .other }
    // What nothing in it could be named of says nothing.
    guard family || facts.properties.contains(where: { Self.isNameable($0.key) }) else { return .other }
    let isEntity = family || !key(of: facts).isEmpty
    let isGroup = !isEntity && holdsOnlyValues(facts)
    let called = named[place] ?? names.type(for: name(), orElse: isGroup ? "Value" : "Record")
    named[place] = called
    let role: SchemaRole = isGroup ? .group(called) : .entity(called)
    roles[place] = role
    asked.append(place)
    // The families that a record may belong to come with it.
    for relative in families.relatives(of: place) {
      if let node = library.node(at: relative) {
        _ = self.role(self.facts(of: node), called: commonName(of: relative))
      }
    }
    return role
  }

  /// What the names of all that extend a schema end with: `User` for PrivateUser and PublicUser.
  private func commonName(of place: SchemaPlace) -> String {
    let names = (families.children[place] ?? []).map { Words.of(named[$0] ?? "") }
    guard var common = names.first else { return "Record" }
    for name in names.dropFirst() {
      let count = zip(common.reversed(), name.reversed()).prefix { $0 == $1 }.count
      common = common.suffix(count)
    }
    return common.isEmpty ? "Record" : common.map(\.capitalisedFirst).joined()
  }

  /// The role that a place has been given.
  func role(at place: SchemaPlace) -> SchemaRole? { roles[families.alias[place] ?? place] }

  /// Describes everything that has been asked for, and what that asks for.
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

  /// Whether an object has no identity and holds nothing that has one: then it is a value.
  private func holdsOnlyValues(_ facts: SchemaFacts, depth: Int = 0) -> Bool {
    if let known = areValues[facts.place] { return known }
    guard depth < Self.deepest else { return false }
    // What contains itself is no value.
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

/// What objects of a schema are.
enum SchemaRole: Equatable {
  /// Records with this name.
  case entity(String)
  /// Values with this name.
  case group(String)
  /// Neither: the keys are not known.
  case other
}
