/// Keeps the largest values as JSON where a table would have more columns than SQLite allows, as each part is a column.
///
/// It comes after ``FamilySettling``: what several entities of a family have in common is there only once.
enum WideValues {
  /// SQLite allows 2000. Links have columns of their own.
  private static let mostColumns = 1900

  static func settle(_ draft: inout ModelDraft) {
    let groups = Dictionary(draft.values.map { ($0.name, $0.members) }) { first, _ in first }
    var widths: [String: Int] = [:]
    var isChanged = false
    for root in draft.entities.filter({ $0.extends == nil }).map(\.name) {
      var count = 0
      var places: [(entity: Int, attribute: Int, width: Int)] = []
      for entity in FamilySettling.members(of: root, draft) {
        count += draft.entities[entity].relationships.count
        for (attribute, member) in draft.entities[entity].attributes.enumerated() {
          let width = width(of: member.type, groups, &widths)
          count += width
          places.append((entity, attribute, width))
        }
      }
      places.sort { ($1.width, $0.entity, $0.attribute) < ($0.width, $1.entity, $1.attribute) }
      for place in places where count > mostColumns && place.width > 1 {
        count -= place.width - 1
        var member = draft.entities[place.entity].attributes[place.attribute]
        let remark = "\(member.type): too many parts for columns"
        member.comment = [member.comment, remark].compactMap { $0 }.joined(separator: "; ")
        member.type = "JSON"
        draft.entities[place.entity].attributes[place.attribute] = member
        isChanged = true
      }
    }
    if isChanged { removeUnused(groups, &draft) }
  }

  /// The number of columns of an attribute, at most one too many.
  private static func width(
    of type: String, _ groups: [String: [MemberDraft]], _ widths: inout [String: Int]
  ) -> Int {
    guard let members = groups[type] else { return 1 }
    if let width = widths[type] { return width }
    var sum = 0
    for member in members { sum = min(sum + width(of: member.type, groups, &widths), mostColumns + 1) }
    widths[type] = sum
    return sum
  }

  /// Removes the values and the enums that nothing has any more.
  private static func removeUnused(_ groups: [String: [MemberDraft]], _ draft: inout ModelDraft) {
    var used: Set<String> = []
    var waiting = draft.entities.flatMap(\.attributes)
    while let member = waiting.popLast() {
      let name = member.bareType
      if used.insert(name).inserted, let members = groups[name] { waiting += members }
    }
    draft.values.removeAll { !used.contains($0.name) }
    draft.enums.removeAll { !used.contains($0.name) }
  }
}
