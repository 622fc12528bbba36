import Bands
import Foundation
import Rowsmith
import Testing

@Suite struct BandsTests {
  @Test func `a document becomes typed records`() throws {
    let database = try Database(BandsModel())
    _ = try database.store.importJSON(Database.document("bands"), into: .document("catalog"))
    let bands = try database.all(Band.self)
    #expect(bands.map(\.name) == bands.map(\.id))
    let japan = try #require(bands.first { $0.name == "Japan" })
    #expect(japan.formed == 1974)
    #expect(japan.otherNames == "Rain Tree Crow")
    #expect(japan.bandDescription?.hasPrefix("Initially a glam-inspired group") == true)
    let albums = try database.all(Album.self)
    let siren = try #require(albums.first { $0.name == "Siren" })
    #expect(
      siren
        == Album(
          name: "Siren", label: "Island", released: Date(timeIntervalSince1970: 183_340_800),
          band: "Roxy Music"))
    #expect(siren.band?.key == "Roxy Music")
    #expect(try database.all(BandMember.self).allSatisfy { $0.band != nil && $0.musician != nil })
  }

  @Test func `columns and relationships have the names of the database`() {
    #expect(Band.Columns.bandDescription.names == ["bandDescription"])
    #expect(Album.Columns.band.names == ["band"])
    #expect(Band.Columns.albums.name == "albums")
    #expect(Band.columnNames == ["name", "formed", "disbanded", "hiatus", "otherNames", "bandDescription"])
  }

  @Test func `two records are equal where all of their values are`() {
    let album = Album(
      name: "Siren", label: "Island", released: Date(timeIntervalSince1970: 0), band: "Roxy Music")
    let changes: [(inout Album) -> Void] = [
      { $0.name = "Manifesto" }, { $0.label = nil }, { $0.released += 0.001 }, { $0.band = nil },
      { $0.band = "Japan" },
    ]
    for change in changes {
      var other = album
      #expect(other == album)
      change(&other)
      #expect(other != album)
      #expect(Set([album, other, album]).count == 2)
    }
  }
}
