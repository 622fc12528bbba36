import Rowsmith
import RowsmithSchema

extension DatabaseImage {
  /// The image with row identifiers, which depend on the order of things, replaced by what the rows are: their
  /// own values, the rows they name and the rows that name them; and then sorted.
  func canonical(_ layout: Layout) -> DatabaseImage {
    let ends = columnEnds(layout)
    var colors: [String: UInt64] = [:]
    for _ in 0..<4 { colors = recolored(colors, ends) }
    var image = self
    for (index, table) in tables.enumerated() {
      image.tables[index].rows = table.rows.map { row in
        zip(table.columns, row).map { column, value in
          guard let end = ends["\(table.name).\(column)"], value != .null else { return value }
          let color = colors["\(end) \(value.cell)"]
          return .text("#" + (color.map { String($0 % 0xFFFF, radix: 16) } ?? "gone"))
        }
      }
      .sorted { $0.map(\.cell).lexicographicallyPrecedes($1.map(\.cell)) }
    }
    return image
  }

  /// Columns that hold row identifiers, and the table that they identify a row of.
  private func columnEnds(_ layout: Layout) -> [String: String] {
    var ends: [String: String] = [:]
    let keyless = Set(layout.tables.filter { $0.key == ["_rowsmith_id"] }.map(\.name))
    for table in layout.tables {
      if keyless.contains(table.name) { ends["\(table.name)._rowsmith_id"] = table.name }
      for reference in table.references where keyless.contains(reference.table) {
        ends["\(table.name).\(reference.columns[0])"] = reference.table
      }
    }
    for link in layout.linkTables {
      for (columns, entity) in [
        (link.sourceColumns, link.sourceEntity), (link.targetColumns, link.targetEntity),
      ] {
        guard let table = layout.tables.first(where: { $0.entities.contains(entity) })?.name,
          keyless.contains(table)
        else { continue }
        ends["\(link.name).\(columns[0].name)"] = table
      }
    }
    return ends
  }

  private func recolored(_ colors: [String: UInt64], _ ends: [String: String]) -> [String: UInt64] {
    var incoming: [String: [UInt64]] = [:]
    for table in tables {
      for row in table.rows {
        var hash = StableHash()
        var named: [String] = []
        for (column, value) in zip(table.columns, row) {
          hash.add(table.name + "." + column)
          if let end = ends["\(table.name).\(column)"], value != .null {
            named.append("\(end) \(value.cell)")
            hash.add(String(colors["\(end) \(value.cell)"] ?? 0))
          } else {
            hash.add(value.cell)
          }
        }
        for (place, name) in named.enumerated() {
          var own = hash
          own.add(String(place))
          incoming[name, default: []].append(own.state)
        }
      }
    }
    return incoming.mapValues { hashes in
      var hash = StableHash()
      for value in hashes.sorted() { hash.add(String(value)) }
      return hash.state
    }
  }
}

/// FNV-1a: the same in every process.
struct StableHash {
  var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ text: String) {
    for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    state = (state ^ 0xFF) &* 0x100_0000_01B3
  }
}
