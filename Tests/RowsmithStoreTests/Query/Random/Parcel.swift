import Foundation
import Rowsmith
import Shop

/// A record with columns of every type that ``QueryPropertyTests`` asks for, some of them optional.
struct Parcel: Record, Identifiable {
  typealias Key = Int
  static var entityName: String { "Parcel" }
  static var columnNames: [String] {
    [
      "id", "name", "note", "isNew", "isOld", "pieces", "size", "weight", "mass", "price", "cost", "made",
      "sold", "state", "former", "tags", "depot", "cover",
    ]
  }

  var id: Int
  var name = ""
  var note: String?
  var isNew = false
  var isOld: Bool?
  var pieces = 0
  var size: Int?
  var weight = 0.0
  var mass: Double?
  var price = Decimal(0)
  var cost: Decimal?
  var made = Date(timeIntervalSince1970: 0)
  var sold: Date?
  var state = Availability.inStock
  var former: Availability?
  var tags: [String]?
  var depot: Reference<Depot>?
  var cover: Reference<Parcel>?

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(name)
    encoder.encode(note)
    encoder.encode(isNew)
    encoder.encode(isOld)
    encoder.encode(pieces)
    encoder.encode(size)
    encoder.encode(weight)
    encoder.encode(mass)
    encoder.encode(price)
    encoder.encode(cost)
    encoder.encode(made)
    encoder.encode(sold)
    encoder.encode(state)
    encoder.encode(former)
    encoder.encode(tags)
    encoder.encode(depot)
    encoder.encode(cover)
  }

  enum Columns {
    static var id: Column<Parcel, Int> { Column("id") }
    static var name: Column<Parcel, String> { Column("name") }
    static var note: Column<Parcel, String?> { Column("note") }
    static var isNew: Column<Parcel, Bool> { Column("isNew") }
    static var isOld: Column<Parcel, Bool?> { Column("isOld") }
    static var pieces: Column<Parcel, Int> { Column("pieces") }
    static var size: Column<Parcel, Int?> { Column("size") }
    static var weight: Column<Parcel, Double> { Column("weight") }
    static var mass: Column<Parcel, Double?> { Column("mass") }
    static var price: Column<Parcel, Decimal> { Column("price") }
    static var cost: Column<Parcel, Decimal?> { Column("cost") }
    static var made: Column<Parcel, Date> { Column("made") }
    static var sold: Column<Parcel, Date?> { Column("sold") }
    static var state: Column<Parcel, Availability> { Column("state") }
    static var former: Column<Parcel, Availability?> { Column("former") }
    static var tags: Column<Parcel, [String]?> { Column("tags") }
    static var depot: Column<Parcel, Reference<Depot>?> { Column("depot") }
    static var cover: Column<Parcel, Reference<Parcel>?> { Column("cover") }
    static var parts: ToMany<Parcel, Parcel> { ToMany("parts") }
    static var visited: ToMany<Parcel, Depot> { ToMany("visited") }
  }
}

extension Parcel {
  // In an extension, so that the structure has its memberwise initializer, too.
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    name = try row.string(at: 1)
    note = try row.optionalString(at: 2)
    isNew = try row.bool(at: 3)
    isOld = try row.optionalBool(at: 4)
    pieces = try row.int(at: 5)
    size = try row.optionalInt(at: 6)
    weight = try row.double(at: 7)
    mass = try row.optionalDouble(at: 8)
    price = try row.decimal(at: 9)
    cost = try row.optionalDecimal(at: 10)
    made = try row.date(at: 11)
    sold = try row.optionalDate(at: 12)
    state = try row.enumeration(at: 13)
    former = try row.optionalEnumeration(at: 14)
    tags = try row.optionalArray(at: 15)
    depot = try row.optionalReference(at: 16)
    cover = try row.optionalReference(at: 17)
  }
}

/// Where parcels are, and which of them have visited it.
struct Depot: Record, Identifiable {
  typealias Key = Int
  static var entityName: String { "Depot" }
  static var columnNames: [String] { ["id", "town", "height", "isOpen"] }

  var id: Int
  var town: String?
  var height: Double?
  var isOpen: Bool?

  func encode(to encoder: inout RowEncoder) {
    encoder.encode(id)
    encoder.encode(town)
    encoder.encode(height)
    encoder.encode(isOpen)
  }

  enum Columns {
    static var id: Column<Depot, Int> { Column("id") }
    static var town: Column<Depot, String?> { Column("town") }
    static var height: Column<Depot, Double?> { Column("height") }
    static var isOpen: Column<Depot, Bool?> { Column("isOpen") }
    static var parcels: ToMany<Depot, Parcel> { ToMany("parcels") }
    static var visitors: ToMany<Depot, Parcel> { ToMany("visitors") }
  }
}

extension Depot {
  init(row: Row) throws(RowDecodingError) {
    id = try row.int(at: 0)
    town = try row.optionalString(at: 1)
    height = try row.optionalDouble(at: 2)
    isOpen = try row.optionalBool(at: 3)
  }
}

/// The rows of a trial as Swift values.
struct ParcelRows {
  var parcels: [Parcel] = []
  var depots: [Depot] = []
  /// The keys of the parcels that have visited a depot, by its key.
  var visitors: [Int: Set<Int>] = [:]

  func depot(of parcel: Parcel) -> Depot? { depots.first { $0.id == parcel.depot?.key } }
  func cover(of parcel: Parcel) -> Parcel? { parcels.first { $0.id == parcel.cover?.key } }
  func parts(of parcel: Parcel) -> [Parcel] { parcels.filter { $0.cover?.key == parcel.id } }
  func parcels(in depot: Depot) -> [Parcel] { parcels.filter { $0.depot?.key == depot.id } }
  func visitors(of depot: Depot) -> [Parcel] {
    parcels.filter { visitors[depot.id]?.contains($0.id) == true }
  }
  func visited(by parcel: Parcel) -> [Depot] {
    depots.filter { visitors[$0.id]?.contains(parcel.id) == true }
  }

  static let model = """
    enums: { Availability: [in_stock, backordered, discontinued] }
    entities:
      Depot:
        attributes: { id: Int, town: String?, height: Double?, isOpen: Bool? }
        relationships:
          parcels: { to: "[Parcel]", inverse: depot }
          visitors: { to: "[Parcel]", inverse: visited }
      Parcel:
        attributes:
          id: Int
          name: String
          note: String?
          isNew: Bool
          isOld: Bool?
          pieces: Int
          size: Int?
          weight: Double
          mass: Double?
          price: Decimal
          cost: Decimal?
          made: Date
          sold: Date?
          state: Availability
          former: Availability?
          tags: "[String]?"
        relationships:
          depot: { to: Depot?, inverse: parcels }
          cover: { to: Parcel?, inverse: parts }
          parts: { to: "[Parcel]", inverse: cover }
          visited: { to: "[Depot]", inverse: visitors }
    """
}
