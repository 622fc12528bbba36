/// An entity of a draft.
package struct EntityDraft: Sendable, Equatable {
  package var name: String
  /// Lines above the entity, without `#`: what was seen, what was not decided.
  package var comments: [String] = []
  package var doc: String?
  /// Empty where records have no identity.
  package var primaryKey: [String] = []
  package var extends: String?
  package var attributes: [MemberDraft] = []
  package var relationships: [MemberDraft] = []
  /// Other keys (`Discriminator`, `indexes`, `unique`, `RenamedFrom`, …), as they are to be written.
  package var settings: [YAMLEntryDraft] = []

  package init(name: String) { self.name = name }
}

/// An attribute, a relationship, or a member of a value group.
package struct MemberDraft: Sendable, Equatable {
  package var name: String
  /// Its type as the language writes it: `Int`, `[Album]`, `{Label}`. Without `?`.
  package var type: String
  package var isOptional = false
  /// The key path in JSON, keys escaped as `ImportName` wants it. Left out on rendering where it follows from the name.
  package var importName: String?
  package var doc: String?
  /// Other keys (`DateFormat`, `default`, `MergePolicy`, `inverse`, …), as they are to be written.
  package var settings: [YAMLEntryDraft] = []
  /// Behind the line, without `#`: `3 values in 1 204; null in 12 %`.
  package var comment: String?
  /// Whether it is the other end of a relationship, which no JSON says.
  package var isOtherEnd = false

  package init(name: String, type: String) {
    self.name = name
    self.type = type
  }
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
  package var members: [MemberDraft]

  package init(name: String, members: [MemberDraft]) {
    self.name = name
    self.members = members
  }
}

/// A document of a draft: key paths and what stands there.
package struct DocumentDraft: Sendable, Equatable {
  package var name: String
  package var comments: [String] = []
  package var members: [YAMLEntryDraft]

  package init(name: String, members: [YAMLEntryDraft]) {
    self.name = name
    self.members = members
  }
}
