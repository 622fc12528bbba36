import RowsmithModel

/// Handles names that imply a primary key (`id`, `<entity>ID`) in entities without one.
enum ImpliedKeys {
  /// The names that imply the primary key of an entity, the first one first.
  static func names(of entity: String) -> [String] {
    let instance = SwiftNames.instance(of: entity)
    return ["id", "\(instance)ID", "\(instance)Id"]
  }

  /// The name, changed if it would imply a primary key.
  static func free(_ name: String, of entity: String) -> String {
    names(of: entity).contains(name) ? name + "Value" : name
  }

  static func settle(_ draft: inout ModelDraft) {
    for index in draft.entities.indices where draft.entities[index].extends == nil {
      settle(&draft.entities[index])
    }
  }

  /// - Parameter isKey: whether the attribute of a name may be the key.
  /// - Returns: the old and the new name of an attribute that was renamed.
  @discardableResult
  static func settle(_ entity: inout EntityDraft, isKey: (String) -> Bool = { _ in true }) -> (
    old: String, new: String
  )? {
    guard entity.primaryKey.isEmpty else { return nil }
    let names = names(of: entity.name)
    let attributes = entity.attributes
    guard let place = names.lazy.compactMap({ name in attributes.firstIndex { $0.name == name } }).first
    else { return nil }
    let name = attributes[place].name
    if isKey(name), ["Int", "String", "UUID"].contains(attributes[place].type) {
      entity.attributes[place].isOptional = false
      entity.primaryKey = [name]
      return nil
    }
    // Not a single value, or not one of a single record: it stays an attribute, with a name that does not imply a key.
    entity.attributes[place].name += "Value"
    return (name, name + "Value")
  }
}
