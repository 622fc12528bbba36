import RowsmithSchema

/// Qualifies the names of types if necessary, so that a model may have an entity called `Record` or `Date`.
struct TypeNames {
  private let declared: Set<String>
  private let module: String
  /// The names of the nested types of generated records.
  let nested: Set<String>
  /// The entities whose names a case, a property or a parameter hides in an expression: `band`, of which a family has the case
  /// `band`.
  let hidden: Set<String>

  /// - Parameter routes: the names of the routes, which are members of the client.
  init(schema: Schema, routes: Set<String>, module: String) {
    let choices = schema.entities.flatMap(\.relationships).compactMap { relationship in
      relationship.choice.map { TypeNames.ofChoice($0.name) }
    }
    // Other generated types and, in an expression, members hide a type of the runtime, too.
    var others = schema.entities.filter { !$0.hooks.isEmpty }.map { "\($0.name)Hooks" }
    others.append(SwiftName.upperFirst(module) + "Client")
    others += schema.entities.flatMap { entity in
      entity.attributes.map(\.name) + entity.groups.map(\.name) + entity.relationships.map(\.name)
    }
    others += schema.valueTypes.flatMap { $0.attributes.map(\.name) }
    others += routes
    declared = Set(
      schema.entities.map(\.name) + schema.enumerations.map(\.name) + schema.valueTypes.map(\.name)
        + choices + others)
    self.module = module
    let isExtended = schema.entities.contains { $0.parent != nil }
    nested = TypeNames.ofEveryRecord.union(isExtended ? TypeNames.ofFamilies : []).union(choices)
      .union(choices.isEmpty ? [] : [TypeNames.target])
    hidden = TypeNames.hidden(schema)
  }

  /// The entities of families, and those that a link to one of several leads to, whose names are a case's or a member's; and
  /// those with hooks whose names are a parameter's or a member's around the call of `didImport`.
  private static func hidden(_ schema: Schema) -> Set<String> {
    let parents = Set(schema.entities.compactMap(\.parent))
    let relationships = schema.entities.flatMap(\.relationships)
    let cases =
      schema.entities.filter { $0.parent != nil || parents.contains($0.name) }.map(\.name)
      + relationships.filter { $0.choice != nil }.map(\.target)
    let members = Set(
      schema.entities.flatMap { $0.attributes.map(\.name) + $0.groups.map(\.name) }
        + relationships.map { $0.choice?.name ?? $0.name })
    let hooked = schema.entities.filter { $0.hooks.contains(.didImport) }.map(\.name)
    let parameters = schema.entities.filter { !$0.hooks.isEmpty }.map { hooksParameter(of: $0.name) }
    return Set(cases.filter { CamelCase.name(of: $0) == $0 || members.contains($0) })
      .union(hooked.filter(aroundHooks.union(parameters).contains))
  }

  /// The parameter of the model's initializer for an entity's hooks.
  static func hooksParameter(of entity: String) -> String { SwiftName.lowerFirst("\(entity)Hooks") }

  /// What code finds before a type where it calls `didImport`: the parameters there, and the members of every model. Those for
  /// hooks are called like their entities.
  private static let aroundHooks: Set<String> = [
    "row", "transforms", "customizations", "schema", "json", "jsonData",
  ]

  /// A type of the runtime.
  func runtime(_ name: String) -> String { qualified(name, "Rowsmith") }

  /// A type of the runtime's client.
  func client(_ name: String) -> String { qualified(name, "RowsmithClient") }

  /// A type of RowsmithAPI.
  func api(_ name: String) -> String { qualified(name, "RowsmithAPI") }

  /// A type of the standard library.
  func standard(_ name: String) -> String { qualified(name, "Swift") }

  /// A type of Foundation.
  func foundation(_ name: String) -> String { qualified(name, "Foundation") }

  /// An entity or enumeration of the model. Inside a record, `ID` and `Key` refer to the record's own types.
  func model(_ name: String) -> String {
    let identifier = SwiftName.type(name)
    return nested.contains(name) ? "\(module).\(identifier)" : identifier
  }

  /// An entity in an expression, where cases and properties are found before types.
  func value(_ name: String) -> String {
    hidden.contains(name) ? "\(module).\(SwiftName.type(name))" : model(name)
  }

  /// Whether code has the module in front of an entity, an enumeration or a value somewhere.
  func isQualified(_ name: String) -> Bool { nested.contains(name) || hidden.contains(name) }

  /// The names of the nested types of every generated record.
  static let ofEveryRecord: Set<String> = ["Columns", "ID", "Key"]

  /// The names of the further nested types of records that others extend.
  static let ofFamilies: Set<String> = ["Family", "Kind"]

  /// The name of the nested type of the records that a to-one relationship to several entities leads to.
  static let target = "Target"

  /// The name of the nested type of a to-one relationship to several entities: `Subject`. One called `key` has a `KeyLink`,
  /// as records have a `Key`, and one called `type` a `TypeLink`, as `Type` is a word of Swift.
  static func ofChoice(_ relationship: String) -> String {
    let name = SwiftName.upperFirst(relationship)
    let taken = ofEveryRecord.union(ofFamilies).union(SwiftKeyword.reserved)
    return taken.contains(name) ? name + "Link" : name
  }

  private func qualified(_ name: String, _ module: String) -> String {
    declared.contains(name) ? "\(module).\(name)" : name
  }
}
