import RowsmithModel

/// Sees to the names that the language takes for a primary key by themselves (`id`, `<entity>ID`), where nothing was said.
enum ImpliedKeys {
  static func settle(_ draft: inout ModelDraft) {
    for index in draft.entities.indices where draft.entities[index].extends == nil {
      guard draft.entities[index].primaryKey.isEmpty else { continue }
      let instance = SwiftNames.instance(of: draft.entities[index].name)
      let names = ["id", "\(instance)ID", "\(instance)Id"]
      let attributes = draft.entities[index].attributes
      guard let place = names.lazy.compactMap({ name in attributes.firstIndex { $0.name == name } }).first
      else { continue }
      if ["Int", "String", "UUID"].contains(attributes[place].type) {
        draft.entities[index].attributes[place].isOptional = false
        draft.entities[index].primaryKey = [attributes[place].name]
      } else {
        // No single value: it stays an attribute, under a name that says nothing of keys.
        draft.entities[index].attributes[place].name += "Value"
      }
    }
  }
}
