import RowsmithAPI
import RowsmithSchema

extension Translator {
  /// One sentence for every name of the model that generated code needs for itself.
  func nameCollisions() -> [String] {
    var messages: [String] = []
    let generated = generatedTypeNames
    let types = schema.enumerations.map(\.name) + schema.valueTypes.map(\.name)
    for name in schema.entities.map(\.name) + types {
      if generated.contains(name) {
        messages.append(
          "'\(name)' is the name of a type that is generated for the model; choose another name")
      } else if name == module, schema.entities.contains(where: { TypeNames.nested.contains($0.name) }) {
        messages.append(
          "'\(name)' is the name of the module, which hides its other types; choose another name")
      }
    }
    for entity in schema.entities {
      let members = entity.groups.map(\.name) + entity.relationships.map(\.name)
      for name in entity.attributes.map(\.name) + members
      where Translator.reservedMembers.contains(name) {
        messages.append(
          "'\(entity.name).\(name)' is the name of a member of every record; choose another name")
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

  /// Members of a record that a property of the same name would be mistaken for.
  private static let reservedMembers = TypeNames.nested.union(["columnNames", "entityName", "hashValue"])
}
