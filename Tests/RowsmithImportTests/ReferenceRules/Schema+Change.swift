import Rowsmith

extension Schema {
  /// Changes an entity.
  mutating func change(_ entity: String, _ body: (inout Schema.Entity) -> Void) {
    for index in entities.indices where entities[index].name == entity { body(&entities[index]) }
  }

  /// Changes an attribute of an entity.
  mutating func change(_ entity: String, _ attribute: String, _ body: (inout Schema.Attribute) -> Void) {
    change(entity) { entity in
      for index in entity.attributes.indices where entity.attributes[index].name == attribute {
        body(&entity.attributes[index])
      }
    }
  }
}
