/// An entity of a draft.
package struct EntityDraft: Sendable, Equatable {
  package var name: String
  /// Lines above the entity, without `#`: findings and open decisions.
  package var comments: [String] = []
  package var doc: String?
  /// Empty if the records have no identity.
  package var primaryKey: [String] = []
  package var extends: String?
  package var attributes: [MemberDraft] = []
  package var relationships: [MemberDraft] = []
  /// Other keys (`Discriminator`, `indexes`, `unique`, `RenamedFrom`, …), in the order to write them.
  package var settings: [YAMLEntryDraft] = []

  package init(name: String) { self.name = name }
}

extension EntityDraft {
  /// The values of the discriminator, and their entities.
  var kinds: [(value: String, entity: String)] {
    guard case .inline(let parts)? = settings.first(where: { $0.key == "Discriminator" })?.value,
      case .inline(let values)? = parts.first(where: { $0.key == "values" })?.value
    else { return [] }
    return values.compactMap { entry in
      if case .plain(let name) = entry.value { (entry.key, name) } else { nil }
    }
  }
}

/// An attribute, a relationship, or a member of a value group.
package struct MemberDraft: Sendable, Equatable {
  package var name: String
  /// The type in the modelling language: `Int`, `[Album]`, `{Label}`. Without `?`.
  package var type: String
  package var isOptional = false
  /// The key path in JSON, keys escaped for `ImportName`. Rendering leaves it out if it follows from the name.
  package var importName: String?
  package var doc: String?
  /// Other keys (`DateFormat`, `default`, `MergePolicy`, `inverse`, …), in the order to write them.
  package var settings: [YAMLEntryDraft] = []
  /// The comment at the end of the line, without `#`: `3 values in 1 204; null in 12 %`.
  package var comment: String?
  /// Whether it is the inverse of a relationship and does not appear in the JSON.
  package var isOtherEnd = false

  package init(name: String, type: String) {
    self.name = name
    self.type = type
  }
}

extension MemberDraft {
  /// The name in the type: `Album` for `[Album]` and `{Album}`.
  var bareType: String { Self.bare(type) }

  /// The name in a type.
  static func bare(_ type: String) -> String { type.filter { !"[]{}".contains($0) } }
}

/// An enum of a draft.
package struct EnumDraft: Sendable, Equatable {
  package var name: String
  package var values: [String]
  package var doc: String?
  package var comment: String?

  package init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

/// A value group of a draft: members without an identity.
package struct ValueGroupDraft: Sendable, Equatable {
  package var name: String
  package var comments: [String] = []
  package var doc: String?
  package var members: [MemberDraft]

  package init(name: String, members: [MemberDraft]) {
    self.name = name
    self.members = members
  }
}

/// A document of a draft: key paths and the types of their values.
package struct DocumentDraft: Sendable, Equatable {
  package var name: String
  package var comments: [String] = []
  package var members: [YAMLEntryDraft]
  /// Whether it is the document of this name in an existing model.
  var isKnown = false

  package init(name: String, members: [YAMLEntryDraft]) {
    self.name = name
    self.members = members
  }
}
