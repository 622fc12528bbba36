import RowsmithModel

/// Prevents two relationships from being paired as inverses merely because of their targets.
///
/// `Owner.pets` and `Pet.owner` are inverses; `Issue.assignees` and `User.pinnedIssue` are not, and pairing them would lose
/// links.
enum Inverses {
  static func settle(_ draft: inout ModelDraft) {
    let places = Dictionary(draft.entities.enumerated().map { ($0.element.name, $0.offset) }) { first, _ in
      first
    }
    for index in draft.entities.indices {
      for place in draft.entities[index].relationships.indices {
        let this = draft.entities[index].relationships[place]
        let target = this.bareType
        guard let other = places[target], this.settings.allSatisfy({ $0.key != "inverse" }) else { continue }
        let back = draft.entities[other].relationships.indices.filter {
          draft.entities[other].relationships[$0].bareType == draft.entities[index].name
            && (other, $0) != (index, place)
        }
        // The default rule pairs only what can be paired in one way.
        guard back.count == 1 else { continue }
        let forth = draft.entities[index].relationships.filter { $0.bareType == target }
        let that = draft.entities[other].relationships[back[0]]
        guard other == index || forth.count == 1, that.settings.allSatisfy({ $0.key != "inverse" }) else {
          continue
        }
        if other == index, isToMany(this) == isToMany(that) { continue }
        if correspond(this, draft.entities[index].name, that, target) { continue }
        draft.entities[index].relationships[place].settings.append(YAMLEntryDraft("inverse", .plain("none")))
      }
    }
  }

  /// Whether each has the name of its target, or they are called parent and children.
  private static func correspond(_ this: MemberDraft, _ entity: String, _ that: MemberDraft, _ target: String)
    -> Bool
  {
    let names = Set([this, that].map { Singular.of($0.name).lowercased() })
    if entity == target { return names == ["parent", "child"] || names.contains("parent") }
    return isNamed(this, after: target) && isNamed(that, after: entity)
  }

  private static func isNamed(_ member: MemberDraft, after entity: String) -> Bool {
    let words = Words.of(isToMany(member) ? Singular.of(member.name) : member.name)
    let entityWords = Words.of(entity)
    return words == entityWords || entityWords.suffix(words.count) == words[...]
  }

  private static func isToMany(_ member: MemberDraft) -> Bool {
    member.type.hasPrefix("[") || member.type.hasPrefix("{")
  }
}
