import RowsmithModel

extension SchemaTranslator {
  /// The draft of everything requested. Call it after ``describe()``.
  func draft() -> ModelDraft {
    var draft = ModelDraft()
    draft.entities = asked.compactMap { entities[$0] }
    draft.values = asked.compactMap { groups[$0] }
    order(&draft)
    draft.casing = CasingVote.casing(of: draft)
    enums.settle(&draft, &names)
    FamilySettling.settle(&draft)
    WideValues.settle(&draft)
    ImpliedKeys.settle(&draft)
    ForeignKeys.settle(&draft)
    OwnKeys.settle(&draft)
    KeylessRecords.settle(&draft)
    Inverses.settle(&draft)
    return draft
  }

  /// Sorts entities in the order of the description; those unnamed there follow the one requested before them.
  private func order(_ draft: inout ModelDraft) {
    let places = Dictionary(named.map { ($0.value, $0.key) }) { first, _ in first }
    var last = -1
    let ranks = draft.entities.map { entity -> Int in
      if let position = places[entity.name].flatMap({ positions[$0] }) { last = position }
      return last
    }
    let ordered = zip(ranks, draft.entities).enumerated().sorted { one, other in
      (one.element.0, one.offset) < (other.element.0, other.offset)
    }
    draft.entities = ordered.map(\.element.1)
  }
}
