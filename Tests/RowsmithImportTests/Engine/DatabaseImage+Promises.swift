import Rowsmith

extension DatabaseImage {
  /// What no database may hold; nil if all is well: required columns that are empty, ends of a one-to-one pair that do
  /// not agree, links of nothing.
  func broken(_ model: ReferenceModel) -> String? {
    var rows: [RowID: [String: StoredValue]] = [:]
    for table in model.layout.tables {
      for row in records(table.name) {
        rows[RowID(table: table.name, key: table.key.map { row[$0] ?? .null })] = row
      }
    }
    for (id, row) in rows {
      if let broken = self.broken(id, row, rows, model) { return "\(id.table) \(id.key): \(broken)" }
    }
    for link in model.layout.linkTables {
      for row in records(link.name) {
        let source = RowID(
          table: model.table(of: link.sourceEntity), key: link.sourceColumns.map { row[$0.name] ?? .null })
        let target = RowID(
          table: model.table(of: link.targetEntity), key: link.targetColumns.map { row[$0.name] ?? .null })
        if rows[source] == nil, link.inverse == nil || rows[target] == nil {
          return "\(link.name): \(row) links nothing"
        }
      }
    }
    return nil
  }

  private func broken(
    _ id: RowID, _ row: [String: StoredValue], _ rows: [RowID: [String: StoredValue]], _ model: ReferenceModel
  ) -> String? {
    let entity = kind(of: id, row)
    for (name, value) in row {
      if case .blob = value { return "\(name) has a placeholder" }
    }
    for attribute in model.graph.attributes(of: entity) where !attribute.isOptional {
      if row[attribute.name]?.nonNull == nil { return "\(attribute.name) is empty" }
    }
    for toOne in model.toOnes(of: entity) {
      let key = model.columns(of: toOne).map { row[$0] ?? .null }
      if key.contains(.null) {
        let others = model.others(of: toOne).flatMap(model.columns)
        let isEmpty = others.allSatisfy { row[$0]?.nonNull == nil }
        if isEmpty, model.isRequired(toOne, in: entity) { return "\(toOne.name) is empty" }
        continue
      }
      if let other = model.others(of: toOne).flatMap(model.columns).first(where: { row[$0]?.nonNull != nil })
      {
        return "\(toOne.name) and \(other) both lead somewhere"
      }
      let target = RowID(table: model.table(of: toOne.target), key: key)
      guard let inverse = model.oneToOneInverse(of: toOne), let other = rows[target],
        model.entity(kind(of: target, other), is: toOne.target)
      else { continue }
      if model.columns(of: inverse).map({ other[$0] ?? .null }) != id.key {
        return "the ends of \(toOne.name) do not agree"
      }
    }
    return nil
  }

  private func kind(of id: RowID, _ row: [String: StoredValue]) -> String {
    if case .text(let name)? = row["entityName"] { name } else { id.table }
  }

  private func records(_ table: String) -> [[String: StoredValue]] {
    guard let table = tables.first(where: { $0.name == table }) else { return [] }
    return table.rows.map { Dictionary(zip(table.columns, $0)) { first, _ in first } }
  }

  /// The image with the places of items counted from 0 on in each list.
  var withRanks: DatabaseImage {
    var image = self
    for (index, table) in tables.enumerated() {
      for place in table.columns.indices where table.columns[place].hasSuffix("position") {
        let parent = table.parentColumns(ofPlace: table.columns[place])
        let lists = Dictionary(grouping: table.rows) { row in parent.map { row[$0] } }
          .mapValues { rows in
            Set(rows.compactMap { if case .integer(let place) = $0[place] { place } else { nil } }).sorted()
          }
        for (number, row) in table.rows.enumerated() {
          guard case .integer(let given) = row[place],
            let rank = lists[parent.map { row[$0] }]?.firstIndex(of: given)
          else { continue }
          image.tables[index].rows[number][place] = .integer(Int64(rank))
        }
      }
    }
    return image
  }

  /// The image without the places of items: one that a document takes out of an ordered list and puts back goes to its end
  /// each time.
  var withoutPlaces: DatabaseImage {
    var image = self
    for (index, table) in tables.enumerated() {
      let places = table.columns.indices.filter { table.columns[$0].hasSuffix("position") }
      image.tables[index].rows = table.rows.map { row in
        var row = row
        for place in places { row[place] = .null }
        return row
      }
      .sorted { $0.map(\.cell).lexicographicallyPrecedes($1.map(\.cell)) }
    }
    return image
  }
}

extension DatabaseImage.Table {
  /// The columns that hold the parent of the list in which a column has the places.
  fileprivate func parentColumns(ofPlace column: String) -> [Int] {
    let end: String
    switch column {
    case "position": end = "source"
    case "source_position": end = "target"
    default: end = String(column.dropLast("_position".count))
    }
    return columns.indices.filter { index in
      let name = columns[index]
      if name.hasSuffix("position") { return false }
      return name == end || name.hasPrefix(end + "_") || name == "relationship"
    }
  }
}
