import Foundation
import Rowsmith
import Shop
import TestSupport

/// Random rows, and random queries for them.
struct ParcelTrial {
  var draws: Draws
  private(set) var rows = ParcelRows()

  static let texts: [String] = [
    "", "a", "A", "ab", "aB", "b", "Z", "z", "%", "a%b", "_", "a_b", "axb", "*", "'", "\"", "\\", "\u{e9}",
    "e\u{301}", "\u{c9}", "e", "ß", "SS", "ΟΔΟΣ", "οδος", "日本", "10", "9", "a\0b",
  ]
  static let pieces: [Int] = [-1, 0, 1, 2, 3]
  static let sizes: [Int] = [.min, -1, 0, 1, 2, 9_007_199_254_740_992, 9_007_199_254_740_993, .max]
  static let weights: [Double] = [-1.5, -0.0, 0, 0.5, 2]
  static let masses: [Double] = [-1e300, -0.0, 0, 0.1, 0.1 + 0.2, 0.3, .leastNonzeroMagnitude, 1e300]
  static let prices: [Decimal] = [
    -1, 0, 1, 2, 9, 10, 100, Decimal(sign: .minus, exponent: -2, significand: 5),
    Decimal(sign: .plus, exponent: -1, significand: 15), Decimal(sign: .plus, exponent: -20, significand: 1),
  ]
  static let dates: [Date] = [
    Date(timeIntervalSince1970: -62_135_596_800), Date(timeIntervalSince1970: -1.5),
    Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 0.001), Date(timeIntervalSince1970: 0.002),
    Date(timeIntervalSince1970: 1_000_000_000), Date(timeIntervalSince1970: 253_402_300_799.999),
  ]
  static let states: [Availability] = [.inStock, .backordered, .discontinued, .unlisted("Sold")]
  static let tags: [String] = ["", "a", "A", "%", "\"", "\u{e9}", "日本"]
  /// The keys of depots; there is none with the last.
  static let depots: [Int] = [1, 2, 3, 9]
  /// The keys of parcels, from 1; there is none with the last.
  static let parcels = Array(1...13)

  init(seed: UInt64) {
    draws = Draws(seed: seed)
    for id in Self.depots.dropLast() {
      rows.depots.append(
        Depot(
          id: id, town: draws.pickOptional(Self.texts), height: draws.pickOptional(Self.masses),
          isOpen: draws.pickOptional([true, false])))
      for parcel in Self.parcels.dropLast() where draws.below(4) == 0 {
        rows.visitors[id, default: []].insert(parcel)
      }
    }
    for id in Self.parcels.dropLast() {
      let made = parcel(id)
      rows.parcels.append(made)
    }
  }

  private mutating func parcel(_ id: Int) -> Parcel {
    var parcel = Parcel(id: id)
    parcel.name = draws.pick(Self.texts)
    parcel.note = draws.pickOptional(Self.texts)
    parcel.isNew = draws.below(2) == 0
    parcel.isOld = draws.pickOptional([true, false])
    parcel.pieces = draws.pick(Self.pieces)
    parcel.size = draws.pickOptional(Self.sizes)
    parcel.weight = draws.pick(Self.weights)
    parcel.mass = draws.pickOptional(Self.masses)
    parcel.price = draws.pick(Self.prices)
    parcel.cost = draws.pickOptional(Self.prices)
    parcel.made = draws.pick(Self.dates)
    parcel.sold = draws.pickOptional(Self.dates)
    parcel.state = draws.pick(Self.states)
    parcel.former = draws.pickOptional(Self.states)
    parcel.tags = draws.pickOptional([[], ["a"], ["", "A"], ["%", "\u{e9}", "a"], ["\"", "日本"]])
    parcel.depot = draws.pickOptional(Self.depots).map { Reference($0) }
    parcel.cover = draws.pickOptional(Self.parcels).map { Reference($0) }
    return parcel
  }

  /// A store with the rows. Some decimal numbers have zeros at the end, as documents may have them.
  func store() throws -> Store {
    let rows = self.rows
    let store = try ModelStore(ParcelRows.model).store
    try store.write { db in
      try db.insert(contentsOf: rows.depots)
      try db.insert(contentsOf: rows.parcels)
      for depot in rows.depots {
        try db.link(rows.visitors(of: depot).map(\.id), to: depot.id, Depot.Columns.visitors)
      }
      for parcel in rows.parcels where parcel.id % 2 == 0 {
        let digits = parcel.price.description
        try db.execute(
          sql: "UPDATE Parcel SET price = ? WHERE id = ?", digits + (digits.contains(".") ? "0" : ".00"),
          parcel.id)
      }
    }
    return store
  }

  /// A random query, and the records that it finds.
  mutating func query() -> RandomParcelQuery {
    let clause = parcelClause(3)
    var orders: [RandomOrder<Parcel>] = []
    for _ in 0..<draws.below(3) { orders.append(order()) }
    let isReversed = draws.below(3) == 0
    var query = Parcel.filter(clause.condition)
    if !orders.isEmpty { query = query.order(by: orders.map(\.ordering)) }
    if isReversed { query = query.reversed() }
    var expected = rows.parcels.filter(clause.holds).sorted { one, other in
      for order in orders {
        let place = order.compare(one, other)
        if place != 0 { return (place < 0) != isReversed }
      }
      return (one.id < other.id) != isReversed
    }
    var text = "\(clause.text)\norder: \(orders.map(\.text)), reversed: \(isReversed)"
    if draws.below(2) == 0 {
      let (count, offset) = (draws.below(9), draws.below(4))
      query = query.limit(count, offset: offset)
      expected = Array(expected.dropFirst(offset).prefix(count))
      text += ", limit: \(count), offset: \(offset)"
    }
    return RandomParcelQuery(text: text, query: query, rows: rows, expected: expected)
  }

  private mutating func order() -> RandomOrder<Parcel> {
    let rows = self.rows
    let isDescending = draws.below(2) == 0
    switch draws.below(12) {
    case 0: return .by("name", Parcel.Columns.name, isDescending: isDescending) { $0.name }
    case 1: return .by("note", Parcel.Columns.note, isDescending: isDescending) { $0.note }
    case 2:
      return .by("isOld", Parcel.Columns.isOld, isDescending: isDescending) { $0.isOld.map { $0 ? 1 : 0 } }
    case 3: return .by("size", Parcel.Columns.size, isDescending: isDescending) { $0.size }
    case 4: return .by("weight", Parcel.Columns.weight, isDescending: isDescending) { $0.weight }
    case 5: return .by("price", Parcel.Columns.price, isDescending: isDescending) { $0.price }
    case 6: return .by("sold", Parcel.Columns.sold, isDescending: isDescending) { $0.sold }
    case 7: return .by("former", Parcel.Columns.former, isDescending: isDescending) { $0.former?.rawValue }
    case 8: return .by("depot", Parcel.Columns.depot, isDescending: isDescending) { $0.depot?.key }
    case 9:
      return .by("depot.height", Parcel.Columns.depot.height, isDescending: isDescending) {
        rows.depot(of: $0)?.height
      }
    case 10:
      return .by("cover.cost", Parcel.Columns.cover.cost, isDescending: isDescending) {
        rows.cover(of: $0)?.cost
      }
    default:
      let ordering: Ordering<Parcel> =
        isDescending ? Parcel.Columns.note.descendingIgnoringCase : Parcel.Columns.note.ascendingIgnoringCase
      return RandomOrder("note ignoring case, descending: \(isDescending)", ordering) { one, other in
        let place = compared(one.note.map(withoutCase), other.note.map(withoutCase))
        return isDescending ? -place : place
      }
    }
  }
}
