import RowsmithSchema

extension EntityMapping {
  /// Whether a bare value is all that a record has.
  var isBareValue: Bool {
    itemAttribute.map { item in attributes.allSatisfy { $0 === item || $0.schema.isLocal } } ?? false
  }

  /// The attribute that is a whole list or map item and has no key in an object.
  var itemAttribute: AttributeMapping? {
    valueAttributes.lazy.map { self.attributes[$0.attribute] }.first { $0.schema.exportPath == nil }
  }

  /// Whether an attribute is a whole item where a relationship's records are embedded. In a to-one place, a bare value is a
  /// key.
  func isItem(_ attribute: AttributeMapping, of relationship: RelationshipMapping) -> Bool {
    attribute === itemAttribute && (!relationship.isToOne || isBareValue)
  }

  /// The attribute that is the key in a map of the records, if the JSON has it nowhere else.
  var mapKeyAttribute: AttributeMapping? {
    guard let attribute = soleKeyAttribute, attribute.schema.exportPath == nil,
      attribute.schema.importPaths.contains(.mapKey)
    else { return nil }
    return attribute
  }

  /// The attribute by which records are keyed in an object that was asked for.
  ///
  /// - Throws: ``ExportError`` if there is none: the key has several parts, or none.
  func rootMapKey() throws -> AttributeMapping {
    let keyed = mapKeyAttributes.map { attributes[$0.attribute] }
    if let attribute = keyed.first(where: { $0.schema.exportPath == nil }) ?? keyed.first ?? soleKeyAttribute
    {
      return attribute
    }
    throw ExportError(
      .unknownTarget,
      "records of \(name) have no attribute that could key an object: neither `$key` nor a primary key of one part"
    )
  }

  /// Notes on attributes that an import reads from nothing but the key of a map, which is not written.
  ///
  /// - Parameter written: the attribute that needs no note.
  func lostMapKeys(besides written: AttributeMapping?, _ graph: SchemaGraph) -> [String] {
    var seen: Set<String> = []
    let members = family.values.sorted { $0.index < $1.index }
    let attributes = members.flatMap { member in
      member.mapKeyAttributes.map { member.attributes[$0.attribute] }
    }
    let lost = attributes.filter { attribute in
      let schema = attribute.schema
      guard schema.exportPath == nil, schema.name != written?.schema.name else { return false }
      guard !schema.importPaths.contains(where: { $0.keys != nil }), !keyParts.contains(schema.name) else {
        return false
      }
      return seen.insert(attribute.qualifiedName).inserted
    }
    return lost.map { attribute in
      let maps = graph.schema.entities.flatMap { owner in
        owner.relationships.filter { $0.isKeyed && family[$0.target] != nil }.map { (owner.name, $0.name) }
      }
      let other = maps.first.map { ", and so does \($0) with `--embed \($1)`" } ?? ""
      return
        "\(attribute.qualifiedName) is left out: the JSON has it only as the key of an object around the record; "
        + "`--keyed` writes one\(other)"
    }
  }

  /// The parts of the key that are missing from the JSON of a record that is not embedded.
  var unspokenKeyParts: [String] {
    guard mapKeyAttribute == nil else { return [] }
    // If a bare value is part of the key, it is all that is written of a record.
    if let item = itemAttribute?.schema.name, keyParts.contains(item) {
      return keyParts.filter { $0 != item }
    }
    return keyParts.filter { part in
      if let attribute = attributes.first(where: { $0.schema.name == part }) {
        return attribute.schema.exportPath == nil
      }
      return relationships.first { $0.name == part }?.namesRecords != true
    }
  }

  /// Notes of attributes that hold the whole object (`$record`): the produced object is another one.
  var changedObjects: [String] {
    recordAttributes.map {
      "an import changes \($0.qualifiedName): it is the whole object, as the JSON has it"
    }
  }

  /// The names of the attributes and relationships that form the key.
  var keyParts: [String] {
    var parts: [String] = []
    for slot in table.keySlots {
      switch table.layout.columns[slot].source {
      case .attribute(_, let name): parts.append(name)
      case .relationship(_, let name, _): if parts.last != name { parts.append(name) }
      default: break
      }
    }
    return parts
  }

  /// Whether the JSON of a record embedded in a relationship determines its key.
  func saysKey(embeddedIn relationship: RelationshipMapping) -> Bool {
    let isList = !relationship.isToOne && !relationship.schema.isKeyed
    // The record around gives one part, the place in the map or list may give another.
    let parts = keyParts.filter { $0 != relationship.inverse?.name }
    let placed = attributes.filter { attribute in
      let paths = attribute.schema.importPaths
      return relationship.schema.isKeyed && paths.contains(.mapKey) || isList && paths.contains(.index)
    }.map(\.schema.name)
    return parts.allSatisfy { part in
      if placed.contains(part) { return true }
      guard let attribute = attributes.first(where: { $0.schema.name == part }) else {
        return relationships.contains { $0.name == part && $0.namesRecords }
      }
      if isItem(attribute, of: relationship) {
        // A bare value says no other part; in a to-one place it must be the whole key.
        return (relationship.isToOne ? keyParts : parts).allSatisfy { $0 == part || placed.contains($0) }
      }
      return attribute.schema.exportPath != nil
    }
  }

  /// Whether only this relationship is read from a key path, so that a value there means nothing else.
  func isRead(at path: [String], onlyBy relationship: RelationshipMapping) -> Bool {
    func overlaps(_ other: [String]) -> Bool { other.starts(with: path) || path.starts(with: other) }
    if discriminator.contains(where: overlaps) { return false }
    if attributes.contains(where: { $0.schema.importPaths.compactMap(\.keys).contains(where: overlaps) }) {
      return false
    }
    return !relationships.contains { other in
      other !== relationship
        && (other.schema.importPaths + other.schema.foreignKeyPaths).compactMap(\.keys).contains(
          where: overlaps)
    }
  }
}

extension RelationshipMapping {
  /// Whether the JSON of a record names the records that this leads to: by one value, or by an object with the whole key.
  var namesRecords: Bool {
    schema.exportPath != nil && (keyConverter != nil || target.unspokenKeyParts.isEmpty)
  }
}
