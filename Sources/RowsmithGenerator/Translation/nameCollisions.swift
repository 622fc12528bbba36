import RowsmithAPI
import RowsmithSchema

extension Translator {
  /// One sentence for each name of the model that collides with generated code.
  func nameCollisions() -> [String] {
    var messages: [String] = []
    let generated = generatedTypeNames
    let declaredNames =
      schema.entities.map(\.name) + schema.enumerations.map(\.name) + schema.valueTypes.map(\.name)
    for name in declaredNames {
      if generated.contains(name) {
        messages.append(
          "'\(name)' is the name of a type that is generated for the model; choose another name")
      } else if name == module, declaredNames.contains(where: names.isQualified) {
        messages.append(
          "'\(name)' is the name of the module, which hides its other types; choose another name")
      }
    }
    for entity in schema.entities {
      let isInFamily = entity.parent != nil || graph.isExtended(entity.name)
      let reserved = Translator.reservedMembers.union(isInFamily ? TypeNames.ofFamilies : [])
      // Code has no name for the parts of a link to one of several entities: `hashValue`, of `hash` to a `Value`.
      let links = entity.relationships.filter { $0.choice == nil }
      let members = entity.groups.map(\.name) + links.map(\.name) + entity.choices.map(\.name)
      for name in entity.attributes.map(\.name) + members
      where reserved.contains(name) {
        messages.append(
          "'\(entity.name).\(name)' is the name of a member of every record; choose another name")
      }
      if entity.primaryKey.count > 1, entity.primaryKey.contains("storedValues") {
        messages.append(
          "'\(entity.name).storedValues' is the name of a member of every key; choose another name")
      }
    }
    return messages
  }

  private var generatedTypeNames: Set<String> {
    let hooks = schema.entities.filter { !$0.hooks.isEmpty }.map { hooksName(of: $0) }
    let client = api?.routes.isEmpty == false ? [clientName] : []
    let sync = api?.sync == nil ? [] : [syncName]
    return Set([modelName, transformsName] + hooks + client + sync)
  }

  /// Members of a record that no property can have.
  private static let reservedMembers = TypeNames.ofEveryRecord.union([
    "columnNames", "entityName", "hashValue",
  ])
}
