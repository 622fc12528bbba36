import Foundation
import RowsmithModel
import RowsmithSchema

extension SchemaDrafting {
  func attribute(_ attribute: Schema.Attribute, of entity: Schema.Entity?) -> MemberDraft {
    var member = MemberDraft(name: attribute.name, type: attribute.type.spelling)
    member.isOptional = attribute.isOptional
    member.doc = attribute.doc
    func add(_ key: String, _ value: YAMLDraft) { member.settings.append(YAMLEntryDraft(key, value)) }
    if !attribute.isLocal, let paths = said(attribute, of: entity) { add("ImportName", self.paths(paths)) }
    let isDate = attribute.type == .scalar(.date) || attribute.type == .array(.date)
    if isDate, attribute.dateFormats != dateFormats {
      add("DateFormat", Self.formats(attribute.dateFormats))
    }
    if let value = attribute.defaultValue { add("default", Self.default(value, attribute.type)) }
    if attribute.isIndexed { add("index", .plain("true")) }
    if attribute.isUnique { add("unique", .plain("true")) }
    if attribute.coerces != coerces { add("coerce", .plain("\(attribute.coerces)")) }
    if let name = attribute.transform { add("Transform", .text(name)) }
    if attribute.isLocal { add("local", .plain("true")) }
    if attribute.exportPath == nil, !attribute.isLocal, attribute.importPaths.contains(where: \.isKeys) {
      add("export", .plain("false"))
    }
    if let old = attribute.renamedFrom { add("RenamedFrom", .text(old)) }
    return member
  }

  /// The import paths to write; `nil` if they follow from the name.
  private func said(_ attribute: Schema.Attribute, of entity: Schema.Entity?) -> [Schema.ImportPath]? {
    let isDescription =
      entity.map { attribute.name == "\(SwiftNames.instance(of: $0.name))Description" } ?? false
    let reserved = isDescription ? casing.keys(for: "description") : []
    let defaults = (reserved + casing.keys(for: attribute.name)).map { Schema.ImportPath.key($0) }
    // Some default paths may be missing because another attribute reads them.
    let isDefault =
      attribute.importPaths.first == defaults.first && attribute.importPaths.allSatisfy(defaults.contains)
    return isDefault ? nil : attribute.importPaths
  }

  /// The attributes of an entity, with a value group in place of its parts.
  func attributes(of entity: Schema.Entity) -> [MemberDraft] {
    let groups = graph.groupsByAttribute(of: entity)
    var written: Set<String> = []
    return entity.attributes.compactMap { attribute in
      guard let group = groups[attribute.name] else { return self.attribute(attribute, of: entity) }
      return written.insert(group.name).inserted ? member(group) : nil
    }
  }

  private func member(_ group: Schema.Group) -> MemberDraft {
    var member = MemberDraft(name: group.name, type: group.type)
    member.isOptional = group.isOptional
    member.doc = group.doc
    func add(_ key: String, _ value: YAMLDraft) { member.settings.append(YAMLEntryDraft(key, value)) }
    let paths = casing.keys(for: group.name).map { Schema.ImportPath.key($0) }
    if !group.isLocal, group.importPaths != paths { add("ImportName", self.paths(group.importPaths)) }
    if group.isLocal { add("local", .plain("true")) }
    if group.exportPath == nil, !group.isLocal { add("export", .plain("false")) }
    if let old = group.renamedFrom { add("RenamedFrom", .text(old)) }
    return member
  }

  func relationship(_ relationship: Schema.Relationship, of entity: Schema.Entity) -> MemberDraft {
    let isToMany = relationship.cardinality == .toMany
    let target = relationship.target
    // A relationship to one of several entities is written without `to`.
    let name = relationship.modelName
    let choice = entity.choices.first { $0.name == relationship.choice?.name }
    var member = MemberDraft(
      name: name,
      type: relationship.choice != nil
        ? "" : relationship.isKeyed ? "{\(target)}" : isToMany ? "[\(target)]" : target)
    member.isOptional = relationship.choice == nil && !isToMany && relationship.isOptional
    member.doc = relationship.doc
    func add(_ key: String, _ value: YAMLDraft) { member.settings.append(YAMLEntryDraft(key, value)) }
    if let oneOf = relationship.oneOf { member.settings += self.oneOf(oneOf) }
    if let choice = relationship.choice {
      // Beside a foreign key that the model names, a discriminator that it names is that of the key, too.
      let isImplied = namesForeignKey(relationship) && !readsDiscriminatorBesideKey(relationship, choice)
      member.settings += self.oneOf(choice.oneOf).filter { !isImplied || $0.key != "Discriminator" }
    }
    if choice?.isRequired == true { add("required", .plain("true")) }
    let paths = casing.keys(for: name).map { Schema.ImportPath.key($0) }
    if relationship.importPaths != paths { add("ImportName", self.paths(relationship.importPaths)) }
    if namesForeignKey(relationship) {
      let keys = self.paths(relationship.foreignKeyPaths)
      // A single one that follows from the name would be left out, unless it is in a list. But keys are produced where
      // the model names them.
      let isImplied = Self.impliedKeys(of: relationship, casing).contains(relationship.foreignKeyPaths[0])
      let isSingle = relationship.choice == nil && relationship.foreignKeyPaths.count == 1
      add("ForeignKey", isImplied && isSingle ? .list([keys]) : keys)
    }
    if relationship.mergePolicy != .merge { add("MergePolicy", .plain(relationship.mergePolicy.rawValue)) }
    // The end of a list is named by the list.
    let inverse = inverse(of: relationship)
    if relationship.choice == nil, isToMany || inverse?.cardinality != .toMany {
      add("inverse", .text(inverse?.modelName ?? "none"))
    }
    if relationship.isOrdered { add("ordered", .plain("true")) }
    if relationship.deleteRule != .nullify { add("DeleteRule", .plain(relationship.deleteRule.rawValue)) }
    if relationship.prune != .unlink { add("Prune", .plain(relationship.prune.rawValue)) }
    if relationship.exportPath == nil, relationship.importPaths.contains(where: \.isKeys) {
      add("export", .plain("false"))
    }
    if let old = choice.map(\.renamedFrom) ?? relationship.renamedFrom { add("RenamedFrom", .text(old)) }
    return member
  }

  /// Whether the model names the foreign key, or must.
  private func namesForeignKey(_ relationship: Schema.Relationship) -> Bool {
    guard !relationship.foreignKeyPaths.isEmpty else { return false }
    return relationship.foreignKeyPaths != Self.impliedKeys(of: relationship, casing)
      || relationship.keyExportPath != nil
      || relationship.choice.map { readsDiscriminatorBesideKey(relationship, $0) } ?? false
  }

  /// The foreign keys of a relationship for which the model names none.
  static func impliedKeys(of relationship: Schema.Relationship, _ casing: Casing) -> [Schema.ImportPath] {
    let name = relationship.modelName
    let keys =
      relationship.cardinality == .toMany
      ? casing.keys(for: Singular.of(name), adding: "ids")
      : casing.keys(for: name, adding: "id")
    return keys.map { .key($0) }
  }

  private func readsDiscriminatorBesideKey(_ relationship: Schema.Relationship, _ choice: Schema.Choice)
    -> Bool
  {
    choice.pathsBesideKeys(relationship.foreignKeyPaths).contains(where: choice.typePaths.contains)
  }

  private func inverse(of relationship: Schema.Relationship) -> Schema.Relationship? {
    relationship.inverse.flatMap { graph.relationship($0, of: relationship.target) }
  }

  /// Date formats in the notation of the model.
  static func formats(_ formats: [DateFormat]) -> YAMLDraft {
    let names = formats.map { YAMLDraft.text(DateFormatName.text(of: $0)) }
    return names.count == 1 ? names[0] : .list(names)
  }

  private static func `default`(_ value: StoredValue, _ type: Schema.AttributeType) -> YAMLDraft {
    switch (type, value) {
    case (.scalar(.bool), .integer(let number)): .plain(number == 0 ? "false" : "true")
    case (.scalar(.decimal), .text(let text)): .plain(text)
    // Lists and JSON are stored as JSON, which is YAML but for some characters.
    case (.array, .text(let text)), (.scalar(.json), .text(let text)): .plain(YAMLText.json(text))
    case (_, .blob(let bytes)): .text(Data(bytes).base64EncodedString())
    default: literal(value)
    }
  }
}

extension Schema.ImportPath {
  fileprivate var isKeys: Bool { if case .keys = self { true } else { false } }
}
