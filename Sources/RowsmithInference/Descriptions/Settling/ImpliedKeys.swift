import RowsmithModel

/// Sees to the names that the language takes for a primary key by themselves (`id`, `<entity>ID`), where nothing was said.
enum ImpliedKeys {
  static func settle(_ draft: inout ModelDraft) {
    for index in draft.entities.indices where draft.entities[index].extends == nil {
      settle(&draft.entities[index])
    }
  }

  /// - Returns: the name that an attribute had, and its name now, where it was given another one.
  @discardableResult
  static func settle(_ entity: inout EntityDraft) -> (old: String, new: String)? {
    guard entity.primaryKey.isEmpty else { return nil }
    let instance = SwiftNames.instance(of: entity.name)
    let names = ["id", "\(instance)ID", "\(instance)Id"]
    let attributes = entity.attributes
    guard let place = names.lazy.compactMap({ name in attributes.firstIndex { $0.name == name } }).first
    else { return nil }
    let name = attributes[place].name
    if ["Int", "String", "UUID"].contains(attributes[place].type) {
      entity.attributes[place].isOptional = false
      entity.primaryKey = [name]
      return nil
    }
    // No single value: it stays an attribute, under a name that says nothing of keys.
    entity.attributes[place].name += "Value"
    return (name, name + "Value")
  }
}
