import RowsmithAPI
import RowsmithSchema

/// The attributes and relationships of a family by name, and which of them are sent.
struct SyncMembers {
  let attributes: [String: Schema.Attribute]
  let relationships: [String: Schema.Relationship]
  /// The to-many relationships whose links are sent.
  let sentLinks: Set<String>
  /// The members that are not sent.
  let neverSent: Set<String>

  init(_ family: SyncFamily, _ entity: SyncPlan.Entity) {
    attributes = Dictionary(family.entities.flatMap(\.attributes).map { ($0.name, $0) }) { first, _ in first }
    // The parts of a relationship to one of several entities are one value.
    relationships = Dictionary(family.entities.flatMap(\.relationships).map { ($0.modelName, $0) }) {
      first, _ in first
    }
    sentLinks = Set(entity.links.map(\.relationship))
    let unsent = Set(entity.neverSent)
    let unsentChoices = family.entities.flatMap(\.choices).filter { choice in
      choice.relationships.allSatisfy { unsent.contains($0.name) }
    }
    neverSent = unsent.union(unsentChoices.map(\.name))
  }
}
