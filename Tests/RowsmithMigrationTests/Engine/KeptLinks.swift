import RowsmithSchema

@testable import Rowsmith

/// The links in columns that a change of the model must keep. Entities are known by their places in the schema.
struct KeptLinks {
  let old: Schema
  let new: Schema

  /// What differs between the links of two databases; nil where all are kept.
  func difference(_ before: [String: [String]], _ after: Trial) throws -> String? {
    for (owner, entity) in old.entities.enumerated() {
      for link in entity.relationships where link.cardinality == .toOne {
        guard let kept = kept(link, owner), let wanted = before["\(entity.name).\(link.name)"] else {
          continue
        }
        let found = try KeptLinks.links(kept, owner, new, after)
        if found != wanted { return "\(entity.name).\(link.name): \(wanted), now \(kept.name): \(found)" }
        guard let choice = kept.choice?.name else { continue }
        let table = DDL.quoted(SchemaGraph(new).root(of: new.entities[owner].name)?.name ?? "")
        let type = "\(DDL.quoted("\(choice)_type")) = \(DDL.literal(.text(kept.target)))"
        let count = try after.rows(
          "SELECT count(*) FROM \(table) WHERE \(DDL.quoted(kept.name)) IS NOT NULL AND \(type)")
        if count != ["\(wanted.count)"] { return "\(choice)_type is not \(kept.target)" }
      }
    }
    return nil
  }

  /// The keys of the rows that have a link, each with the key that it holds.
  static func links(_ schema: Schema, _ trial: Trial) throws -> [String: [String]] {
    var links: [String: [String]] = [:]
    for (owner, entity) in schema.entities.enumerated() {
      for link in entity.relationships where link.cardinality == .toOne {
        links["\(entity.name).\(link.name)"] = try self.links(link, owner, schema, trial)
      }
    }
    return links
  }

  private static func links(
    _ link: Schema.Relationship, _ owner: Int, _ schema: Schema, _ trial: Trial
  ) throws -> [String] {
    let graph = SchemaGraph(schema)
    guard let root = graph.root(of: schema.entities[owner].name),
      let table = Layout(schema).table(of: root.name)
    else { return [] }
    let columns = graph.columnNames(of: link).map(DDL.quoted)
    // Rows without a key may get a column that identifies them.
    let key = root.primaryKey.isEmpty ? [] : table.key
    return try trial.rows(
      "SELECT \((key.map(DDL.quoted) + columns).joined(separator: ", ")) FROM \(DDL.quoted(table.name)) "
        + "WHERE \(columns[0]) IS NOT NULL"
    ).sorted()
  }

  /// The relationship that a link of the old model must be found in; nil where the new model has none.
  private func kept(_ link: Schema.Relationship, _ owner: Int) -> Schema.Relationship? {
    guard let target = old.entities.firstIndex(where: { $0.name == link.target }) else { return nil }
    let links = new.entities[owner].relationships.filter {
      $0.cardinality == .toOne && $0.target == new.entities[target].name
    }
    let former = { (link: Schema.Relationship) in
      link.choice == nil
        ? link.renamedFrom
        : link.renamedFrom.flatMap { Schema.Choice.name(ofPart: $0, leadingTo: link.target) }
    }
    return links.first { former($0) == link.modelName }
      ?? links.first { former($0) == nil && $0.modelName == link.modelName }
  }
}
