import Bands
import Foundation
import Rowsmith
import Testing

struct SeveralValuesTests {
  struct Line: Sendable, Equatable {
    var name: String
    var label: String?
    var band: Reference<Band>?
  }

  @Test
  func `several columns are read as tuples, or as a structure`() throws {
    let store = try ExampleStore.bands()
    let albums = try store.fetch(Album.order { $0.released })
    let pairs = try store.fetch(Album.order { $0.released }.values { ($0.name, $0.band.formed) })
    #expect(pairs.map(\.0) == albums.map(\.name))
    #expect(try pairs.map(\.1) == albums.map { try store.fetch($0.band)?.formed })
    let lines = try store.fetch(
      Album.order { $0.released }.values({ ($0.name, $0.label, $0.band) }, as: Line.init))
    #expect(lines == albums.map { Line(name: $0.name, label: $0.label, band: $0.band) })
  }

  @Test
  func `distinct rows come once, in their order`() throws {
    let store = try ExampleStore.bands()
    let rows = try store.fetch(Album.all.values(distinct: true) { ($0.band, $0.label) })
    let wanted = Set(try store.fetch(Album.all).map { [$0.band?.key ?? "", $0.label ?? ""] })
    #expect(rows.map { [$0.0?.key ?? "", $0.1 ?? ""] } == wanted.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test
  func `the same rows asked for at the same place are the same request`() {
    func request(_ label: String) -> Read<[Line]> {
      Album.filter { $0.label == label }.values({ ($0.name, $0.label, $0.band) }, as: Line.init)
    }
    #expect(request("EMI") == request("EMI"))
    #expect(request("EMI") != request("Virgin"))
    let elsewhere = Album.filter { $0.label == "EMI" }.values({ ($0.name, $0.label, $0.band) }, as: Line.init)
    #expect(request("EMI") != elsewhere)
  }
}
