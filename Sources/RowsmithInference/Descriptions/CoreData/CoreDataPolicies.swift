/// The merge policies of relationships, from WTAData's user info.
struct CoreDataPolicies {
  private let translator: CoreDataTranslator

  init(_ translator: CoreDataTranslator) { self.translator = translator }

  /// Writes the policies into the draft, and returns notes on those that could not be written.
  func settle(_ draft: inout ModelDraft) -> [DraftNote] {
    var notes: [DraftNote] = []
    for entity in translator.model.entities {
      for relationship in entity.relationships {
        let place = translator.place(entity, relationship)
        let isKeyless =
          target(of: relationship).map { translator.keys[translator.root(of: $0).name]?.isEmpty != false }
          ?? true
        var policy = relationship.info["MergePolicy"]
        if let unknown = policy, !["Replace", "Merge", "MergeAndPrune"].contains(unknown) {
          notes.append(DraftNote(place, "there is no MergePolicy '\(unknown)'; it merges"))
          policy = nil
        }
        if isKeyless, policy == "MergeAndPrune" {
          notes.append(
            DraftNote(place, "MergeAndPrune needs a primary key to recognise records by; it replaces"))
        }
        // Records without a key cannot be found again, so they cannot be merged.
        if isKeyless { policy = "Replace" }
        guard let policy, policy != "Merge" else { continue }
        if policy == "Replace", let kept = keeper(of: relationship) {
          notes.append(
            DraftNote(
              place, "Replace would not delete records as long as their '\(kept)' refer to them; it merges"))
          continue
        }
        var settings = [YAMLEntryDraft("MergePolicy", .plain(policy))]
        if policy == "MergeAndPrune", isRequired(inverse(of: relationship)) {
          settings.append(YAMLEntryDraft("Prune", .plain("Delete")))
        }
        add(settings, entity, relationship, &draft)
      }
    }
    return notes
  }

  private func target(of relationship: CoreDataModel.Member) -> CoreDataModel.Entity? {
    relationship.settings["destinationEntity"].flatMap { translator.entities[$0] }
  }

  private func inverse(of relationship: CoreDataModel.Member) -> CoreDataModel.Member? {
    target(of: relationship)?.relationships.first { $0.name == relationship.settings["inverseName"] }
  }

  private func isRequired(_ member: CoreDataModel.Member?) -> Bool {
    guard let member else { return false }
    return !member.isToMany && !member.isOptional
  }

  /// The to-many relationship, of a target or an entity that it extends, whose items keep a record from being deleted.
  private func keeper(of relationship: CoreDataModel.Member) -> String? {
    guard let target = target(of: relationship) else { return nil }
    var line = [target]
    while let last = line.last, let parent = translator.parent(of: last) { line.append(parent) }
    return line.flatMap { owner in owner.relationships.map { (owner, $0) } }.first { owner, item in
      guard item.isToMany, item.settings["deletionRule"] != "Cascade", let back = inverse(of: item) else {
        return false
      }
      let isOtherEnd = owner.name == target.name && item.name == relationship.settings["inverseName"]
      return !back.isToMany && !isOtherEnd
    }?.1.name
  }

  private func add(
    _ settings: [YAMLEntryDraft], _ entity: CoreDataModel.Entity, _ relationship: CoreDataModel.Member,
    _ draft: inout ModelDraft
  ) {
    let name = translator.members[entity.name]?[relationship.name]
    guard let index = draft.entities.firstIndex(where: { $0.name == translator.names[entity.name] }),
      let place = draft.entities[index].relationships.firstIndex(where: { $0.name == name })
    else { return }
    draft.entities[index].relationships[place].settings += settings
  }
}
