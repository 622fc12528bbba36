import Rowsmith

/// A record and an enumeration as one would write them by hand.
struct Lamp: Record, Identifiable {
  typealias Key = Int

  var id: Int

  static var entityName: String { "Lamp" }
  static var columnNames: [String] { ["id"] }

  init(id: Int) { self.id = id }

  init(row: Row) throws(RowDecodingError) { id = try row.int(at: 0) }

  func encode(to encoder: inout RowEncoder) { encoder.encode(id) }

  enum Columns {
    static var id: Column<Lamp, Int> { Column("id") }
  }
}

struct Room: Record {
  typealias Key = String

  static var entityName: String { "Room" }
  static var columnNames: [String] { [] }

  init(row: Row) throws(RowDecodingError) {}

  func encode(to encoder: inout RowEncoder) {}

  enum Columns {}
}

struct Bulb: Record {
  struct ID: RecordKey {
    var lamp: Reference<Lamp>
    var place: String

    init(lamp: Reference<Lamp>, place: String) {
      self.lamp = lamp
      self.place = place
    }

    init(row: Row, at index: Int) throws(RowDecodingError) {
      lamp = try row.reference(at: index)
      place = try row.string(at: index + 1)
    }

    static var columnCount: Int { 2 }
    var storedValues: [StoredValue] { lamp.storedValues + place.storedValues }
  }

  typealias Key = ID

  static var entityName: String { "Bulb" }
  static var columnNames: [String] { [] }

  init(row: Row) throws(RowDecodingError) {}

  func encode(to encoder: inout RowEncoder) {}

  enum Columns {}
}

enum Light: OpenEnumeration {
  case on
  case off
  case unlisted(String)

  static var listed: [Light] { [.on, .off] }

  init(rawValue: String) {
    switch rawValue {
    case "on": self = .on
    case "off": self = .off
    default: self = .unlisted(rawValue)
    }
  }

  var rawValue: String {
    switch self {
    case .on: "on"
    case .off: "off"
    case .unlisted(let rawValue): rawValue
    }
  }
}
