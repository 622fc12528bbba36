import RowsmithSchema

/// One way in which a key can name a row: a to-one relationship, or an end of a link table.
struct ReferenceMapping {
  /// The relationship that gives the key: `Album.band`.
  let name: String
  let table: String
  let columns: [String]
  /// The entity of the rows that it names; rows of other entities in the family do not count.
  unowned(unsafe) let target: EntityMapping

  /// The relationships in their order, then the target and source of each link table; `nil` for to-many relationships.
  static func all(_ mapping: Mapping) -> [ReferenceMapping?] {
    let toOnes = mapping.relationships.map { relationship -> ReferenceMapping? in
      guard relationship.isToOne else { return nil }
      return ReferenceMapping(
        name: relationship.qualifiedName, table: relationship.table.name, columns: relationship.columnNames,
        target: relationship.target)
    }
    let ends = mapping.links.flatMap { link -> [ReferenceMapping?] in
      let end = { (columns: [String], name: String, target: String) -> ReferenceMapping? in
        mapping.entity(target).map {
          ReferenceMapping(name: name, table: link.name, columns: columns, target: $0)
        }
      }
      return [
        end(link.targetNames, link.layout.targetName, link.layout.targetEntity),
        end(link.sourceNames, link.layout.sourceName, link.layout.sourceEntity),
      ]
    }
    return toOnes + ends
  }

  /// The references by name, also by the names that earlier versions stored.
  static func byName(_ mapping: Mapping) -> [String: ReferenceMapping] {
    var references = Dictionary(
      mapping.references.compactMap { $0.map { ($0.name, $0) } }, uniquingKeysWith: { first, _ in first })
    for link in mapping.links {
      references["\(link.layout.targetName)<"] = references[link.layout.sourceName]
    }
    return references
  }
}
