import RowsmithSchema

/// Links that move to another place, collected in a temporary table: those that the new place can keep.
struct LinkCollection {
  /// The temporary table.
  var name: String
  /// Where the links were. If two contradict each other, the one of the first place wins.
  var places: [OldLinks]
  /// The new entity that declares the relationship.
  var sourceEntity: String
  /// The name of the relationship in the new schema.
  var relationship: String
  /// The new entity that the relationship leads to.
  var targetEntity: String
  /// Whether a source keeps one link at most.
  var isToOne: Bool
  /// Whether a target keeps one link at most.
  var isOneToOne: Bool
  /// The types of the old keys, those of the sources first; empty if they differ between the places. SQLite uses an index only
  /// for values that are compared as its type.
  var types: [Layout.ColumnType]

  /// The alias of the table in SQL.
  static let alias = "k"

  /// The number of columns in the identity of a source.
  var sourceWidth: Int { places[0].source.count }
  /// The number of columns in the identity of a target.
  var targetWidth: Int { places[0].target.count }
  /// The columns of the table with the identity of a source.
  var sourceNames: [String] { (0..<sourceWidth).map { "s\($0)" } }
  /// The columns of the table with the identity of a target.
  var targetNames: [String] { (0..<targetWidth).map { "t\($0)" } }
  /// Whether all links already have a position in the source's list.
  var hasPositions: Bool { places.allSatisfy { $0.position != nil } }
  /// Whether all links already have a position in the target's list.
  var hasSourcePositions: Bool { places.allSatisfy { $0.sourcePosition != nil } }

  /// The table in a FROM clause.
  var table: String { "temp.\(DDL.quoted(name)) AS \(LinkCollection.alias)" }

  /// The links as the table stores them. Some may have no position; see ``hasPositions``.
  var links: OldLinks {
    var links = places[0]
    links.source = sourceNames.map { "\(LinkCollection.alias).\($0)" }
    links.target = targetNames.map { "\(LinkCollection.alias).\($0)" }
    links.position = "\(LinkCollection.alias).position"
    links.sourcePosition = "\(LinkCollection.alias).source_position"
    return links
  }

  /// Creates and fills the table. `conditions` has, for each place, what a link must meet to be kept in the new database.
  func statements(conditions: [[String]]) -> [String] {
    let table = "temp.\(DDL.quoted(name))"
    let columns = sourceNames + targetNames
    let definitions = columns.enumerated().map { index, column in
      types.indices.contains(index) ? "\(column) \(types[index].rawValue)" : column
    }
    var statements = [
      "CREATE TEMP TABLE \(DDL.quoted(name)) (\(definitions.joined(separator: ", ")), position, source_position, place)"
    ]
    for (index, place) in places.enumerated() {
      let values = place.source + place.target + [place.position ?? "NULL", place.sourcePosition ?? "NULL"]
      statements.append(
        "INSERT INTO \(table) SELECT \(values.joined(separator: ", ")), \(index) \(place.from(where: conditions[index]))"
      )
    }
    if places.count > 1 {
      statements.append(sharePositions(columns))
      statements.append(keepFirst(per: columns, orderedBy: []))
    }
    if isToOne {
      statements.append(
        keepFirst(per: sourceNames, orderedBy: ["position IS NULL", "position"] + targetNames))
    }
    if isOneToOne {
      statements.append(
        keepFirst(per: targetNames, orderedBy: ["source_position IS NULL", "source_position"] + sourceNames))
    }
    for (end, names) in [("source", columns), ("target", targetNames + sourceNames)] {
      statements.append(
        "CREATE INDEX temp.\(DDL.quoted("\(name)_\(end)")) ON \(DDL.quoted(name)) (\(names.joined(separator: ", ")))"
      )
    }
    return statements
  }

  /// Gives links that several places have the positions that any of these knows.
  private func sharePositions(_ columns: [String]) -> String {
    let list = columns.joined(separator: ", ")
    return """
      UPDATE temp.\(DDL.quoted(name)) AS l SET position = coalesce(l.position, d.p), \
      source_position = coalesce(l.source_position, d.q) FROM (SELECT \(list), max(position) AS p, \
      max(source_position) AS q FROM temp.\(DDL.quoted(name)) GROUP BY \(list) HAVING count(*) > 1) AS d \
      WHERE \(SQL.equal(columns.map { "l.\($0)" }, columns.map { "d.\($0)" }))
      """
  }

  /// Deletes all links of a group but the first: that of the earliest place, then that which comes first in the order.
  private func keepFirst(per group: [String], orderedBy order: [String]) -> String {
    let list = (["place"] + order).joined(separator: ", ")
    return """
      DELETE FROM temp.\(DDL.quoted(name)) WHERE rowid IN (SELECT id FROM (SELECT rowid AS id, row_number() OVER \
      (PARTITION BY \(group.joined(separator: ", ")) ORDER BY \(list)) AS n FROM temp.\(DDL.quoted(name))) WHERE n > 1)
      """
  }
}
