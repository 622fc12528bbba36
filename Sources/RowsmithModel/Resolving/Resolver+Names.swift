import RowsmithSchema

extension Resolver {
  /// Checks the names of types and members, and keeps the first declaration of each name.
  mutating func checkNames() {
    if model.entities.isEmpty, !model.isIncomplete { diagnostics.append(.noEntities(at: origin)) }
    typeNames()
    documentNames()
    for entity in model.entities { memberNames(entity) }
    renamedEntities()
    for type in model.valueTypes { memberNames(type) }
    valueDeclarations = Dictionary(model.valueTypes.map { ($0.name.value, $0) }) { first, _ in first }
    declarations = Dictionary(model.entities.map { ($0.name.value, $0) }) { first, _ in first }
  }

  /// Reports collisions of entities, enumerations and values, which share the names of Swift types and generated files.
  private mutating func typeNames() {
    var seen: [String: (kind: String, name: Located<String>)] = [:]
    var entities: [EntityDeclaration] = []
    var enumerations: [EnumerationDeclaration] = []
    for entity in model.entities where typeName(entity.name, "entity", &seen) { entities.append(entity) }
    for enumeration in model.enumerations where typeName(enumeration.name, "enumeration", &seen) {
      enumerations.append(enumeration)
    }
    (model.entities, model.enumerations) = (entities, enumerations)
    model.valueTypes = model.valueTypes.filter { typeName($0.name, "value", &seen) }
    hookNames()
  }

  /// Reports types that are called like the protocol for the hooks of an entity.
  private mutating func hookNames() {
    let hooked = model.entities.filter { !$0.hooks.isEmpty }.map(\.name.value)
    if hooked.isEmpty { return }
    let entities = Dictionary(hooked.map { ("\($0)Hooks", $0) }, uniquingKeysWith: { first, _ in first })
    var types: [(Located<String>, String)] = model.entities.map { ($0.name, "entity") }
    types += model.enumerations.map { ($0.name, "enumeration") }
    types += model.valueTypes.map { ($0.name, "value") }
    for (name, kind) in types {
      guard let entity = entities[name.value] else { continue }
      diagnostics.append(.nameOfHooks(name.value, kind, of: entity, at: name.range))
    }
  }

  private mutating func typeName(
    _ name: Located<String>, _ kind: String, _ seen: inout [String: (kind: String, name: Located<String>)]
  ) -> Bool {
    if !SwiftNames.isIdentifier(name.value) {
      let isUsable = name.value.first { $0.isLetter || $0.isNumber }?.isLetter ?? false
      let suggestion = isUsable ? SwiftNames.type(for: name.value) : nil
      diagnostics.append(.notAnIdentifier(name.value, kind, suggestion: suggestion, at: name.range))
    } else if ReservedNames.isReservedType(name.value) || Schema.ScalarType(named: name.value) != nil {
      diagnostics.append(.reservedType(name.value, kind, at: name.range))
    } else if let prefix = ReservedNames.reservedPrefix(of: name.value) {
      diagnostics.append(.reservedPrefix(name.value, kind, prefix, at: name.range))
    }
    guard let first = seen[name.value.lowercased()] else {
      seen[name.value.lowercased()] = (kind, name)
      return true
    }
    if first.name.value == name.value, first.kind == kind {
      diagnostics.append(.declaredTwice(name.value, kind, first: first.name.range, at: name.range))
      return false
    }
    diagnostics.append(
      .typesCollide(
        name.value, kind, with: first.name.value, first.kind, first: first.name.range, at: name.range))
    return first.kind != kind || first.name.value != name.value
  }

  private mutating func documentNames() {
    var seen: [String: Located<String>] = [:]
    var documents: [DocumentDeclaration] = []
    for document in model.documents {
      let name = document.name
      if !SwiftNames.isIdentifier(name.value) { reportInvalidName(name, "document") }
      if let first = seen[name.value.lowercased()] {
        diagnostics.append(.declaredTwice(name.value, "document", first: first.range, at: name.range))
      } else {
        seen[name.value.lowercased()] = name
        documents.append(document)
      }
    }
    model.documents = documents
  }

  private mutating func memberNames(_ entity: EntityDeclaration) {
    for (name, kind, isChoice) in entity.namedMembers { memberName(name, kind, isChoice: isChoice) }
  }

  /// Reports entities that are renamed from one that is still declared, or that another one is renamed from.
  private mutating func renamedEntities() {
    let declared = Set(entityNames)
    var first: [String: String] = [:]
    for entity in model.entities {
      guard let old = entity.renamedFrom else { continue }
      if declared.contains(old.value) {
        diagnostics.append(.renamedFromDeclared(old.value, at: old.range))
      }
      if let other = first[old.value] {
        diagnostics.append(.renamedFromTwice(old.value, first: other, at: old.range))
      } else {
        first[old.value] = entity.name.value
      }
    }
  }

  /// Reports collisions of a value's members, which are Swift properties and suffixes of column names.
  private mutating func memberNames(_ type: ValueTypeDeclaration) {
    for attribute in type.attributes { memberName(attribute.name, "attribute") }
    let declared = Set(type.attributes.map(\.name.value))
    for old in type.attributes.compactMap(\.renamedFrom) where declared.contains(old.value) {
      diagnostics.append(.renamedFromDeclared(old.value, at: old.range))
    }
    var seen: [String: Located<String>] = [:]
    for name in type.attributes.map(\.name) {
      if let first = seen[name.value.lowercased()] {
        diagnostics.append(
          .membersCollide(
            name.value, with: first.value, of: type.name.value, first: first.range, at: name.range))
      }
      seen[name.value.lowercased()] = name
    }
  }

  /// - Parameter isChoice: whether it leads to one of several entities; it may be called like words of Swift then.
  private mutating func memberName(_ name: Located<String>, _ kind: String, isChoice: Bool = false) {
    let isReserved =
      isChoice ? ReservedNames.isReservedChoice(name.value) : ReservedNames.isReservedMember(name.value)
    if !SwiftNames.isIdentifier(name.value) {
      reportInvalidName(name, kind)
    } else if isReserved {
      diagnostics.append(.reservedMember(name.value, kind, key: casing.key(for: name.value), at: name.range))
    } else if let prefix = ReservedNames.reservedPrefix(of: name.value) {
      diagnostics.append(.reservedPrefix(name.value, kind, prefix, at: name.range))
    }
  }

  /// Reports a name that is no identifier of Swift, with one made of it if there is any.
  mutating func reportInvalidName(_ name: Located<String>, _ kind: String) {
    let property = SwiftNames.property(forKey: name.value)
    let suggestion = SwiftNames.isIdentifier(property) ? property : nil
    diagnostics.append(.notAnIdentifier(name.value, kind, suggestion: suggestion, at: name.range))
  }

  /// Resolves the enumerations.
  mutating func resolveEnumerations() {
    for declaration in model.enumerations {
      var cases: [String: Located<String>] = [:]
      for value in declaration.values {
        let folded = SwiftNames.foldedCase(for: value.value)
        if let first = cases[folded] {
          diagnostics.append(.casesCollide(value.value, first.value, at: value.range))
        } else {
          cases[folded] = value
        }
      }
      enumerationValues[declaration.name.value] = declaration.values.map(\.value)
      schema.enumerations.append(
        Schema.Enumeration(
          name: declaration.name.value, values: declaration.values.map(\.value), doc: declaration.doc))
    }
  }
}

extension EntityDeclaration {
  /// The members that Swift has a name for, and what they are. A relationship to one of several entities is one of
  /// them, not one for each entity.
  var namedMembers: [(name: Located<String>, kind: String, isChoice: Bool)] {
    var members = (attributes + groups).map { (name: $0.name, kind: "attribute", isChoice: false) }
    for relationship in relationships {
      if let choice = relationship.choice {
        if choice.isFirst { members.append((name: choice.name, kind: "relationship", isChoice: true)) }
      } else {
        members.append((name: relationship.name, kind: "relationship", isChoice: false))
      }
    }
    return members
  }
}
