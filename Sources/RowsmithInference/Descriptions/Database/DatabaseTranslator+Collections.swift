import RowsmithModel

extension DatabaseTranslator {
  /// Adds the inverses of foreign keys: `Author.books` for `books.author_id`.
  mutating func addCollections(_ draft: inout ModelDraft) {
    for table in catalog.tables {
      guard let child = entities[table.name.lowercased()] else { continue }
      let references = self.relations(of: table)
      for reference in references {
        guard let parent = entities[reference.table.lowercased()] else { continue }
        let column = reference.from[0]
        let isOnlyOne =
          table.key.map { $0.lowercased() } == [column.lowercased()]
          || table.indexes.contains { $0.isUnique && !$0.isPartial && $0.columns == [column] }
        if isOnlyOne {
          noteRule(reference, table)
          continue
        }
        let end = members[child]?[column.lowercased()] ?? stem(of: reference)
        let several = references.filter { entities[$0.table.lowercased()] == parent }.count > 1
        var base = Plural.of(SwiftNames.instance(of: child))
        if parent == child {
          base = end == "parent" ? "children" : "\(base)As\(end.capitalisedFirst)"
        } else if several {
          base += "As\(end.capitalisedFirst)"
        }
        var member = MemberDraft(
          name: memberNames[parent, default: DraftNames()].unique(base), type: "[\(child)]")
        inverses.pair(.init(entity: parent, name: member.name), .init(entity: child, name: end))
        switch reference.onDelete.uppercased() {
        case "CASCADE": member.settings.append(YAMLEntryDraft("DeleteRule", .plain("Cascade")))
        case "RESTRICT": member.settings.append(YAMLEntryDraft("DeleteRule", .plain("Deny")))
        case "SET DEFAULT": noteRule(reference, table)
        default: break
        }
        add(member, to: parent, &draft)
      }
    }
  }

  private mutating func noteRule(_ reference: DatabaseTable.Reference, _ table: DatabaseTable) {
    let rule = reference.onDelete.uppercased()
    guard ["CASCADE", "RESTRICT", "SET DEFAULT"].contains(rule) else { return }
    note("\(table.name).\(reference.from[0])", "ON DELETE \(rule) is left out")
  }

  /// Adds many-to-many relationships for link tables.
  mutating func addLinks(_ draft: inout ModelDraft) {
    for link in links {
      guard let first = entities[link.first.table.lowercased()],
        let second = entities[link.second.table.lowercased()]
      else { continue }
      let firstName = memberNames[first, default: DraftNames()].unique(name(of: link.second))
      let secondName = memberNames[second, default: DraftNames()].unique(name(of: link.first))
      var member = MemberDraft(name: firstName, type: "[\(second)]")
      inverses.pair(.init(entity: first, name: firstName), .init(entity: second, name: secondName))
      if link.position != nil { member.settings.append(YAMLEntryDraft("ordered", .plain("true"))) }
      add(member, to: first, &draft)
      add(MemberDraft(name: secondName, type: "[\(first)]"), to: second, &draft)
      if !link.others.isEmpty {
        note(
          link.table.name,
          "links \(first) and \(second); its \(link.others.joined(separator: ", ")) is left out")
      }
    }
  }

  /// The name of the to-many relationship: `tags` for `tag_id`.
  private func name(of reference: DatabaseTable.Reference) -> String { Plural.of(stem(of: reference)) }

  private func add(_ member: MemberDraft, to entity: String, _ draft: inout ModelDraft) {
    guard let index = draft.entities.firstIndex(where: { $0.name == entity }) else { return }
    draft.entities[index].relationships.append(member)
  }
}
