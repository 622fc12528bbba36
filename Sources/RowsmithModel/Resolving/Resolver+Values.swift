import RowsmithSchema

// Values of several parts: their types, and the members of entities that hold one.
extension Resolver {
  /// Resolves the types of values. If a type contains itself, the member that leads back is left out.
  mutating func resolveValueTypes() {
    for declaration in model.valueTypes {
      let name = declaration.name.value
      var attributes: [Schema.Attribute] = []
      var seen: Set<String> = []
      for declared in declaration.attributes where seen.insert(declared.name.value.lowercased()).inserted {
        let member = checkedMember(declared)
        guard let attribute = attribute(member, of: name) else { continue }
        if case .scalar(.value) = attribute.type { checkGroup(member) }
        attributes.append(attribute)
      }
      attributes = withoutClaimedFallbacks(attributes, of: declaration)
      schema.valueTypes.append(Schema.ValueType(name: name, attributes: attributes, doc: declaration.doc))
    }
    breakValueCycles()
  }

  /// Reports members of a value with the same first path, and drops default spellings that another member claims.
  private mutating func withoutClaimedFallbacks(
    _ attributes: [Schema.Attribute], of type: ValueTypeDeclaration
  ) -> [Schema.Attribute] {
    let declared = Dictionary(type.attributes.map { ($0.name.value, $0) }) { first, _ in first }
    var firsts: [Schema.ImportPath: Schema.Attribute] = [:]
    var owners: [Schema.ImportPath: Set<String>] = [:]
    for attribute in attributes {
      guard let first = attribute.importPaths.first, let own = declared[attribute.name] else { continue }
      if let other = firsts[first], let earlier = declared[other.name] {
        let range = own.importName?.value.first { $0.value == first }?.range ?? own.name.range
        diagnostics.append(
          attribute.type == other.type
            ? .sameImportPath(
              attribute.name, other.name, path: "\(first)", first: earlier.name.range, at: range)
            : .sameFirstPath(
              attribute.name, other.name, path: "\(first)", first: earlier.name.range, at: range))
      } else {
        firsts[first] = attribute
      }
      let claimed = own.importName != nil ? attribute.importPaths[...] : attribute.importPaths.prefix(1)
      for path in claimed { owners[path, default: []].insert(attribute.name) }
    }
    return attributes.map { attribute in
      var attribute = attribute
      attribute.importPaths.removeAll { path in
        owners[path].map { !$0.contains(attribute.name) } ?? false
      }
      return attribute
    }
  }

  /// Reports settings about rows on a member of a value, which has no row of its own.
  ///
  /// - Returns: the member without these settings.
  private mutating func checkedMember(_ member: AttributeDeclaration) -> AttributeDeclaration {
    let name = member.name.value
    for (key, range) in [("local", member.isLocal?.range), ("sync", member.sync?.range)] {
      if let range { diagnostics.append(.notOfMember(key, name, at: range)) }
    }
    for path in member.importName?.value ?? [] where path.value.keys == nil {
      diagnostics.append(
        .placeNotAllowed("\(path.value)", in: "what a member of a value is read from", at: path.range))
    }
    if let transform = member.transform, BuiltInTransform(rawValue: transform.value) == nil {
      diagnostics.append(.transformOfMember(transform.value, name, at: transform.range))
    }
    var member = member
    (member.isLocal, member.sync) = (nil, nil)
    member.importName?.value.removeAll { $0.value.keys == nil }
    return member
  }

  private mutating func breakValueCycles() {
    let typePlaces = Dictionary(
      schema.valueTypes.enumerated().map { ($0.element.name, $0.offset) }
    ) { first, _ in first }
    for index in schema.valueTypes.indices {
      let type = schema.valueTypes[index]
      guard let declaration = valueDeclarations[type.name] else { continue }
      for attribute in type.attributes {
        guard let inner = attribute.type.valueType, let line = line(from: inner, to: type.name, typePlaces)
        else {
          continue
        }
        let range = declaration.attributes.first { $0.name.value == attribute.name }?.type?.range
        diagnostics.append(.valueCycle([type.name] + line, at: range ?? declaration.name.range))
        schema.valueTypes[index].attributes.removeAll { $0.name == attribute.name }
      }
    }
  }

  /// The path from one type to another, including both; `nil` if there is none.
  private func line(from start: String, to end: String, _ typePlaces: [String: Int]) -> [String]? {
    var cameFrom: [String: String] = [:]
    var waiting = [start]
    var seen: Set<String> = [start]
    while let name = waiting.popLast() {
      if name == end {
        var line = [name]
        while let before = cameFrom[line[0]], line[0] != start { line.insert(before, at: 0) }
        return line
      }
      let type = typePlaces[name].map { schema.valueTypes[$0] }
      for inner in type?.attributes.compactMap(\.type.valueType) ?? [] where seen.insert(inner).inserted {
        cameFrom[inner] = name
        waiting.append(inner)
      }
    }
    return nil
  }

  /// Replaces each group among the attributes of its entity by its parts.
  mutating func replaceGroups() {
    if valueDeclarations.isEmpty { return }
    let graph = SchemaGraph(schema)
    var sizes: [String: ValueSize] = [:]
    for index in model.entities.indices {
      let entity = model.entities[index]
      let name = entity.name.value
      guard let first = declarations[name]?.name.range, first == entity.name.range else { continue }
      var attributes: [AttributeDeclaration] = []
      var firstPaths: [Schema.ImportPath: Set<String>]?
      for declaration in entity.attributes {
        guard let type = declaration.type, type.shape == .single, valueDeclarations[type.name] != nil else {
          attributes.append(declaration)
          continue
        }
        model.entities[index].groups.append(declaration)
        checkGroup(declaration)
        let size = size(of: type.name, &sizes)
        guard size.columns <= Self.mostColumns, size.depth <= Self.deepestValue else {
          diagnostics.append(.valueTooLarge(declaration.name.value, at: type.range))
          continue
        }
        let owners = firstPaths ?? self.firstPaths(of: entity)
        firstPaths = owners
        let group = group(declaration, type, of: name, owners)
        entityGroups[name, default: []].append(group)
        guard let parts = graph.parts(of: group) else { continue }
        let named = namedParts(of: parts, isNamed: declaration.importName != nil)
        attributes += parts.attributes.map {
          part($0, of: declaration, isNamed: named.contains($0.name))
        }
      }
      model.entities[index].attributes = attributes
      declarations[name] = model.entities[index]
    }
  }

  private typealias ValueSize = (columns: Int, depth: Int)
  /// The most columns that SQLite allows in a table.
  static let mostColumns = 2000
  /// The deepest values in values that `SchemaGraph.parts(of:)` follows.
  private static let deepestValue = 31

  /// The number of columns of a value, at most one too many, and how deep its values are. Cycles are broken before.
  private func size(of name: String, _ sizes: inout [String: ValueSize]) -> ValueSize {
    if let size = sizes[name] { return size }
    var size: ValueSize = (0, 1)
    for attribute in schema.valueTypes.first(where: { $0.name == name })?.attributes ?? [] {
      var inside: ValueSize = (1, 0)
      if case .scalar(.value(let inner)) = attribute.type { inside = self.size(of: inner, &sizes) }
      size.columns = min(size.columns + inside.columns, Self.mostColumns + 1)
      size.depth = max(size.depth, inside.depth + 1)
    }
    sizes[name] = size
    return size
  }

  /// The names of the attributes of an entity by the path that each is read from first.
  private func firstPaths(of entity: EntityDeclaration) -> [Schema.ImportPath: Set<String>] {
    var owners: [Schema.ImportPath: Set<String>] = [:]
    for attribute in entity.attributes {
      guard let first = importPaths(of: attribute, in: entity.name.value).first else { continue }
      owners[first, default: []].insert(attribute.name.value)
    }
    return owners
  }

  /// The group for an entity's declaration.
  ///
  /// - Parameter firstPaths: the entity's attributes by their first paths.
  private func group(
    _ declaration: AttributeDeclaration, _ type: TypeReference, of entity: String,
    _ firstPaths: [Schema.ImportPath: Set<String>]
  ) -> Schema.Group {
    let name = declaration.name.value
    let isLocal = declaration.isLocal?.value ?? false
    var paths = isLocal ? [] : importPaths(of: declaration, in: entity).filter { $0.keys != nil }
    if declaration.importName == nil {
      // The second default path is dropped if another attribute is read from it first.
      paths = paths.enumerated().filter { index, path in
        index == 0 || firstPaths[path]?.contains { $0 != name } != true
      }.map(\.element)
    }
    return Schema.Group(
      name: name, type: type.name, isOptional: type.isOptional, importPaths: paths,
      exportPath: declaration.isExported?.value ?? true ? exportPath(of: paths) : nil, isLocal: isLocal,
      renamedFrom: declaration.renamedFrom?.value, doc: declaration.doc)
  }

  /// The parts for which `ImportName` says where they are read, on their member or on a value around them.
  private func namedParts(of parts: ValueParts, isNamed: Bool) -> Set<String> {
    let members = valueDeclarations[parts.group.type]?.attributes ?? []
    let named = Set(members.lazy.filter { $0.importName != nil }.map(\.name.value))
    var found: Set<String> = []
    for part in parts.parts {
      switch part {
      case .attribute(let attribute, let member):
        if isNamed || named.contains(member.name) { found.insert(attribute.name) }
      case .group(let inner):
        let isInnerNamed = isNamed || named.contains(inner.path.last ?? "")
        found.formUnion(namedParts(of: inner, isNamed: isInnerNamed))
      }
    }
    return found
  }

  /// The declaration of a part, with the place of the group.
  private func part(
    _ attribute: Schema.Attribute, of group: AttributeDeclaration, isNamed: Bool
  ) -> AttributeDeclaration {
    var declaration = AttributeDeclaration(name: Located(value: attribute.name, range: group.name.range))
    declaration.type = group.type
    declaration.sync = group.sync
    declaration.part = attribute
    declaration.isNamedPart = isNamed
    return declaration
  }

  /// Reports settings on a group that belong on the members of its type.
  private mutating func checkGroup(_ declaration: AttributeDeclaration) {
    let name = declaration.name.value
    for (key, range) in [
      ("DateFormat", declaration.dateFormats?.range), ("default", declaration.defaultValue?.range),
      ("index", declaration.isIndexed?.range), ("unique", declaration.isUnique?.range),
      ("coerce", declaration.coerces?.range), ("Transform", declaration.transform?.range),
    ] {
      if let range { diagnostics.append(.notOfGroup(key, name, declaration.type?.name ?? "", at: range)) }
    }
    for path in declaration.importName?.value ?? [] where path.value.keys == nil {
      diagnostics.append(
        .placeNotAllowed("\(path.value)", in: "what a value is read from", at: path.range))
    }
    guard let local = declaration.isLocal, local.value else { return }
    if let range = declaration.importName?.range { diagnostics.append(.localIsRead(name, at: range)) }
    if let range = declaration.isExported?.range { diagnostics.append(.localIsProduced(name, at: range)) }
    if declaration.type?.isOptional == false {
      diagnostics.append(.localWithoutValue(name, at: local.range))
    }
  }

  /// Checks that `$rest` and `$record` are objects and the only path.
  mutating func checkObjectPlaces(_ declaration: AttributeDeclaration, _ attribute: Schema.Attribute) {
    for path in declaration.importName?.value ?? [] where path.value == .rest || path.value == .record {
      let place = "\(path.value)"
      if attribute.type != .scalar(.json) {
        diagnostics.append(
          .objectPlaceType(place, attribute.name, "\(attribute.type.spelling)", at: path.range))
      }
      if declaration.importName?.value.count != 1 {
        diagnostics.append(.objectPlaceAmongOthers(place, attribute.name, at: path.range))
      }
      if path.value == .rest, !attribute.isOptional {
        diagnostics.append(.requiredRest(attribute.name, at: path.range))
      }
      if let range = declaration.transform?.range {
        diagnostics.append(.objectPlaceTransform(place, attribute.name, at: range))
      }
    }
  }
}

extension Schema.AttributeType {
  /// The name of the value type, of a single value or of list items.
  package var valueType: String? {
    switch self {
    case .scalar(.value(let name)), .array(.value(let name)): name
    default: nil
    }
  }
}
