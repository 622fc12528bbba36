import Bands
import Foundation
import Rowsmith
import Testing

/// Conditions on the items of a record, for records with none, one and several.
struct ToManyConditionTests {
  private let store: Store

  /// Band 0 has no album, band 1 one of EG, band 2 one of EG and one without a label, band 3 three of Virgin.
  init() throws {
    store = try Store(.memory, model: BandsModel())
    let labels: [[String?]] = [[], ["EG"], ["EG", nil], ["Virgin", "Virgin", "Virgin"]]
    try store.write { db in
      for (band, labels) in labels.enumerated() {
        try db.insert(Band(name: "\(band)", formed: 1970 + band))
        for (index, label) in labels.enumerated() {
          let date = Date(timeIntervalSince1970: TimeInterval(index))
          try db.insert(Album(name: "\(band)\(index)", label: label, released: date, band: "\(band)"))
        }
      }
      // Of a band that is not there.
      try db.insert(Album(name: "x", label: "EG", released: .distantPast, band: "none"))
    }
  }

  @Test(arguments: [
    (Band.filter { $0.albums.isEmpty }, ["0"]),
    (Band.filter { !$0.albums.isEmpty }, ["1", "2", "3"]),
    (Band.filter { $0.albums.count == 0 }, ["0"]),
    (Band.filter { $0.albums.count == 1 }, ["1"]),
    (Band.filter { $0.albums.count != 1 }, ["0", "2", "3"]),
    (Band.filter { $0.albums.count < 1 }, ["0"]),
    (Band.filter { $0.albums.count <= 1 }, ["0", "1"]),
    (Band.filter { $0.albums.count > 2 }, ["3"]),
    (Band.filter { $0.albums.count >= 2 }, ["2", "3"]),
    (Band.filter { $0.albums.count >= 0 }, ["0", "1", "2", "3"]),
    (Band.filter { $0.albums.count < 0 }, []),
    (Band.filter { !($0.albums.count > 0) }, ["0"]),
  ])
  func `a band has so many albums`(query: Query<Band>, expected: [String]) throws {
    #expect(try store.fetch(query.keys()) == expected)
  }

  @Test(arguments: [
    (Band.filter { $0.albums.contains { $0.label == "EG" } }, ["1", "2"]),
    (Band.filter { $0.albums.contains { $0.label != "EG" } }, ["2", "3"]),
    (Band.filter { $0.albums.contains { $0.label == nil } }, ["2"]),
    (Band.filter { !$0.albums.contains { $0.label == "EG" } }, ["0", "3"]),
    (Band.filter { $0.albums.contains { $0.label == "none" } }, []),
    // All of no albums are anything.
    (Band.filter { $0.albums.allSatisfy { $0.label == "EG" } }, ["0", "1"]),
    (Band.filter { $0.albums.allSatisfy { $0.label != "EG" } }, ["0", "3"]),
    (Band.filter { $0.albums.allSatisfy { $0.label != nil } }, ["0", "1", "3"]),
    (Band.filter { !$0.albums.allSatisfy { $0.label == "EG" } }, ["2", "3"]),
    // An empty column is neither less nor greater, and has no text.
    (Band.filter { $0.albums.contains { $0.label < "F" } }, ["1", "2"]),
    (Band.filter { $0.albums.contains { !($0.label < "F") } }, ["2", "3"]),
    (Band.filter { $0.albums.allSatisfy { $0.label < "Z" } }, ["0", "1", "3"]),
    (Band.filter { $0.albums.allSatisfy { $0.label.contains("") } }, ["0", "1", "3"]),
  ])
  func `one of the albums, or all of them, meet a condition`(query: Query<Band>, expected: [String]) throws {
    #expect(try store.fetch(query.keys()) == expected)
  }

  @Test(arguments: [
    (Band.filter { $0.albums.count(where: { $0.label == "EG" }) == 1 }, ["1", "2"]),
    (Band.filter { $0.albums.count(where: { $0.label == "EG" }) == 0 }, ["0", "3"]),
    (Band.filter { $0.albums.count(where: { $0.label != "EG" }) >= 1 }, ["2", "3"]),
    (Band.filter { $0.albums.count(where: { $0.label == nil }) != 0 }, ["2"]),
    (Band.filter { $0.albums.count(where: { $0.label == "Virgin" }) > 2 }, ["3"]),
    (Band.filter { $0.albums.count(where: { $0.label == "Virgin" }) <= 2 }, ["0", "1", "2"]),
    (Band.filter { $0.albums.count(where: { $0.label == "EG" || $0.label == nil }) == 2 }, ["2"]),
  ])
  func `so many of the albums meet a condition`(query: Query<Band>, expected: [String]) throws {
    #expect(try store.fetch(query.keys()) == expected)
  }

  @Test(arguments: [
    (Album.filter { $0.band.matches { $0.formed == 1971 } }, ["10"]),
    // The other record must exist, whatever is asked of it.
    (Album.filter { $0.band.matches { $0.formed != 1973 } }, ["10", "20", "21"]),
    (Album.filter { $0.band.matches { $0.disbanded == nil } }, ["10", "20", "21", "30", "31", "32"]),
    (Album.filter { !$0.band.matches { $0.disbanded == nil } }, ["x"]),
    (Album.filter { $0.band.disbanded == nil }, ["10", "20", "21", "30", "31", "32", "x"]),
    (Album.filter { $0.band.formed != 1973 }, ["10", "20", "21", "x"]),
    // There and back again.
    (Album.filter { $0.band.matches { $0.albums.contains { $0.label == nil } } }, ["20", "21"]),
    (Album.filter { $0.band.matches { $0.albums.count == 1 } }, ["10"]),
    (Album.filter { $0.band == "none" }, ["x"]),
    (Album.filter { $0.band != nil && $0.band.name == nil }, ["x"]),
  ])
  func `the band of an album meets a condition`(query: Query<Album>, expected: [String]) throws {
    #expect(try store.fetch(query.keys()) == expected)
  }

  @Test func `bands are deleted and changed by what their albums are`() throws {
    try store.write { db in
      let changed = try db.update(Band.filter { $0.albums.contains { $0.label == "EG" } }) {
        [$0.disbanded.set(1999)]
      }
      #expect(changed == 2)
      #expect(try db.fetch(Band.filter { $0.disbanded == 1999 }.keys()) == ["1", "2"])
      // Two bands, and with `DeleteRule: Cascade` their five albums; that of the missing band stays.
      #expect(try db.deleteAll(Band.filter { $0.albums.count > 1 }) == 7)
      #expect(try db.fetch(Band.all.keys()) == ["0", "1"])
      #expect(try db.fetch(Album.all.keys()) == ["10", "x"])
    }
  }
}
