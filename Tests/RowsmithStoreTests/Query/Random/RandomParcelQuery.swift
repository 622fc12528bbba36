import Foundation
import Rowsmith

/// A random query, and the records that it finds.
struct RandomParcelQuery {
  var text: String
  var query: Query<Parcel>
  var rows: ParcelRows
  /// The records in the order of the query.
  var expected: [Parcel]

  /// How what the database answers differs from what Swift does; `nil` if it does not.
  func mismatch(_ store: Store) -> String? {
    var found = Differences()
    do {
      try compareRecords(store, &found)
      try compareGroups(store, &found)
      try compareAggregates(store, &found)
    } catch {
      found.lines.append("\(error)")
    }
    return found.lines.isEmpty ? nil : found.lines.joined(separator: "\n")
  }

  private struct Differences {
    var lines: [String] = []

    mutating func compare<Value: Equatable>(_ name: String, _ found: Value, _ expected: Value) {
      if found != expected { lines.append("\(name): found \(found), expected \(expected)") }
    }
  }

  private func compareRecords(_ store: Store, _ found: inout Differences) throws {
    let ids = expected.map(\.id)
    found.compare("keys", try store.fetch(query.keys()), ids)
    found.compare("records", try store.fetch(query).map(\.id), ids)
    found.compare("count", try store.fetch(query.count()), ids.count)
    found.compare("exists", try store.fetch(query.exists()), !ids.isEmpty)
    found.compare("first", try store.fetch(query.first())?.id, ids.first)
    let towns: [String?] = try store.fetch(query.values { $0.depot.town })
    found.compare("towns", towns, expected.map { rows.depot(of: $0)?.town })
    let graphs = try store.fetch(query.including { $0.parts })
    found.compare("parts", graphs.map { $0.related.map(\.id) }, expected.map { rows.parts(of: $0).map(\.id) })
  }

  private func compareGroups(_ store: Store, _ found: inout Differences) throws {
    let notes: [String?] = try store.fetch(query.values(distinct: true) { $0.note })
    found.compare("distinct notes", notes, distinct(expected.map(\.note)))
    let heights: [Double?] = try store.fetch(query.values(distinct: true) { $0.depot.height })
    found.compare("distinct heights", heights, distinct(expected.map { rows.depot(of: $0)?.height }))
    let byCost = try store.fetch(query.grouped { $0.cost }.sum { $0.pieces })
    let costs = distinct(expected.map(\.cost))
    found.compare("costs", byCost.map(\.key), costs)
    let sums = costs.map { cost in expected.filter { $0.cost == cost }.reduce(0) { $0 + $1.pieces } }
    found.compare("pieces by cost", byCost.map(\.value), sums)
    let sections = try store.fetch(query.sectioned { $0.isOld }).sections
    let ages: [Bool?] = [nil, false, true].filter { age in expected.contains { $0.isOld == age } }
    found.compare("sections", sections.map(\.id), ages)
    let members = ages.map { age in expected.filter { $0.isOld == age }.map(\.id) }
    found.compare("in sections", sections.map { $0.elements.map(\.id) }, members)
  }

  private func compareAggregates(_ store: Store, _ found: inout Differences) throws {
    let pieces = expected.reduce(0) { $0 + $1.pieces }
    found.compare("pieces", try store.fetch(query.sum { $0.pieces }), pieces)
    let average: Double? = expected.isEmpty ? nil : Double(pieces) / Double(expected.count)
    found.compare("average of pieces", try store.fetch(query.average { $0.pieces }), average)
    let weight = expected.reduce(0.0) { $0 + $1.weight }
    found.compare("weight", try store.fetch(query.sum { $0.weight }), weight)
    let cost = expected.compactMap(\.cost).reduce(Decimal(0), +)
    found.compare("cost", try store.fetch(query.sum { $0.cost }), cost)
    let prices = distinct(expected.map { Optional($0.price) })
    found.compare("least price", try store.fetch(query.min { $0.price }), prices.first ?? nil)
    let notes = distinct(expected.map(\.note)).compactMap { $0 }
    found.compare("last note", try store.fetch(query.max { $0.note }), notes.last)
    let heights = distinct(expected.map { rows.depot(of: $0)?.height }).compactMap { $0 }
    found.compare("least height", try store.fetch(query.min { $0.depot.height }), heights.first)
    let dates = distinct(expected.map(\.sold)).compactMap { $0 }
    found.compare("last date", try store.fetch(query.max { $0.sold }), dates.last)
  }

  /// Each value once, in ascending order, `nil` first.
  private func distinct<Value: Comparable>(_ values: [Value?]) -> [Value?] {
    var result: [Value?] = []
    for value in values.sorted(by: { compared($0, $1) < 0 }) {
      if let last = result.last, compared(last, value) == 0 { continue }
      result.append(value)
    }
    return result
  }
}
