import Bands
import Foundation
import Rowsmith
import Testing

/// Orders with empty columns and equal values.
struct TieOrderTests {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    let rows: [(String, String?, Int)] = [
      ("d", "B", 2), ("a", nil, 1), ("c", "a", 1), ("b", "B", 1), ("f", "A", 2), ("e", nil, 2), ("g", "Ä", 1),
    ]
    try store.write { db in
      for (name, label, day) in rows {
        let date = Date(timeIntervalSince1970: TimeInterval(day * 86_400))
        try db.insert(Album(name: name, label: label, released: date))
      }
    }
  }

  @Test(arguments: [
    // Code points: `B` before `a`, `Ä` after both; empty columns first.
    (Album.order { $0.label }, "aefbdcg"),
    (Album.order { $0.label.descending }, "gcbdfae"),
    (Album.order { $0.label }.reversed(), "gcdbfea"),
    (Album.order { $0.label.descending }.reversed(), "eafdbcg"),
    (Album.order { ($0.label, $0.released) }, "aefbdcg"),
    (Album.order { ($0.label, $0.released.descending) }, "eafdbcg"),
    (Album.order { ($0.released, $0.label) }, "abcgefd"),
    (Album.order { ($0.released.descending, $0.label) }, "efdabcg"),
    (Album.order { ($0.released, $0.label.descending) }, "gcbadfe"),
    (Album.order { ($0.released, $0.label.descending, $0.name.descending) }, "gcbadfe"),
    (Album.order { ($0.label.descending, $0.name.descending) }, "gcdbfea"),
    (Album.order { $0.name.descending }, "gfedcba"),
    (Album.all, "abcdefg"),
    (Album.all.reversed(), "gfedcba"),
    (Album.order { $0.label }.order { $0.released }, "abcgdef"),
    (Album.order { $0.label }.order(by: []), "abcdefg"),
    (Album.all.order(by: [Album.Columns.released.descending, Album.Columns.label.ascending]), "efdabcg"),
    (Album.all.order(by: [Album.Columns.released.ascending]).reversed(), "fedgcba"),
    (Album.order { $0.label.ascendingIgnoringCase }, "aecfbdg"),
  ])
  func `the records come in this order`(query: Query<Album>, expected: String) throws {
    #expect(try store.fetch(query.keys()).joined() == expected)
    #expect(try store.fetch(query).map(\.name).joined() == expected)
    #expect(try store.fetch(query.values { $0.name }).joined() == expected)
    #expect(try store.fetch(query.including { $0.band }).map(\.record.name).joined() == expected)
    #expect(try store.fetch(query.first())?.name == expected.first.map(String.init))
    #expect(
      try store.fetch(query.limit(3, offset: 2).keys()).joined() == String(expected.dropFirst(2).prefix(3)))
  }

  @Test func `sections are in the order of their column, and their records in that of the query`() throws {
    func sections(_ query: Query<Album>, descending: Bool = false) throws -> [String] {
      try store.fetch(query.sectioned(descending: descending) { $0.label }).sections.map {
        "\($0.id ?? "-"):\($0.elements.map(\.name).joined())"
      }
    }
    #expect(try sections(Album.all) == ["-:ae", "A:f", "B:bd", "a:c", "Ä:g"])
    #expect(try sections(Album.all.reversed()) == ["-:ea", "A:f", "B:db", "a:c", "Ä:g"])
    #expect(try sections(Album.all, descending: true) == ["Ä:g", "a:c", "B:bd", "A:f", "-:ae"])
    #expect(try sections(Album.order { $0.released.descending }) == ["-:ea", "A:f", "B:db", "a:c", "Ä:g"])
    #expect(try sections(Album.all.limit(3)) == ["-:a", "B:b", "a:c"])
    #expect(try sections(Album.filter { $0.label != nil }.limit(2, offset: 1)) == ["B:d", "a:c"])
  }
}
