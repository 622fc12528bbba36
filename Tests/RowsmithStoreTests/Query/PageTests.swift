import Bands
import Foundation
import Rowsmith
import Testing

/// What a limit applies to: each request for the records of a page reads those of the page.
struct PageTests {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: BandsModel())
    try store.write { db in
      try db.insert(contentsOf: [
        Band(name: "A", formed: 1970, disbanded: 1980), Band(name: "B", formed: 1970),
        Band(name: "C", formed: 1975, disbanded: 1980), Band(name: "D", formed: 1980),
        Band(name: "E", formed: 1990, disbanded: 2000),
      ])
    }
  }

  private func names(_ query: Query<Band>) throws -> [String] { try store.fetch(query).map(\.name) }

  /// D and C: the second and third of the bands, the latest first.
  private let page = Band.order { $0.formed.descending }.limit(2, offset: 1)

  @Test(arguments: [
    (Band.all.limit(2).filter { $0.formed > 1970 }, ["C", "D"]),
    (Band.filter { $0.formed > 1970 }.limit(2), ["C", "D"]),
    (Band.all.limit(1).order { $0.name.descending }, ["E"]),
    (Band.all.limit(1, offset: 3).filter { $0.disbanded != nil }, []),
  ])
  func `a limit comes after all filters and the order, wherever it stands`(
    query: Query<Band>, expected: [String]
  )
    throws
  {
    #expect(try names(query) == expected)
  }

  @Test(arguments: [
    (Band.all.limit(1).limit(2, offset: 1), ["B", "C"]),
    (Band.all.limit(2, offset: 1).limit(3), ["A", "B", "C"]),
    (Band.all.limit(0).limit(1), ["A"]),
  ])
  func `a later limit replaces an earlier one, with its offset`(query: Query<Band>, expected: [String]) throws
  {
    #expect(try names(query) == expected)
  }

  @Test(arguments: [
    (0, 0, []), (-1, 0, []), (2, -3, ["A", "B"]), (-1, -1, []), (9, 3, ["D", "E"]), (9, 5, []),
    (1, Int.max, []), (Int.max, 4, ["E"]), (Int.min, Int.min, []),
  ])
  func `a negative number counts as 0, and behind the last record there is none`(
    count: Int, offset: Int, expected: [String]
  ) throws {
    #expect(try names(Band.all.limit(count, offset: offset)) == expected)
  }

  @Test func `records, their number, keys and values are those of the page`() throws {
    #expect(try names(page) == ["D", "C"])
    #expect(try store.fetch(page.count()) == 2)
    #expect(try store.fetch(page.keys()) == ["D", "C"])
    #expect(try store.fetch(page.values { $0.disbanded }) == [nil, 1980])
    #expect(try store.fetch(page.first())?.name == "D")
    #expect(try store.fetch(page.keys().first()) == "D")
    #expect(try store.fetch(page.including { $0.albums }).map(\.record.name) == ["D", "C"])
    #expect(try store.fetch(page.including { $0.albums }.first())?.record.name == "D")
  }

  @Test func `sums and ends are those of the page, the empty columns left out`() throws {
    #expect(try store.fetch(page.sum { $0.formed }) == 3955)
    #expect(try store.fetch(page.average { $0.formed }) == 1977.5)
    #expect(try store.fetch(page.min { $0.formed }) == 1975)
    #expect(try store.fetch(page.max { $0.formed }) == 1980)
    #expect(try store.fetch(page.sum { $0.disbanded }) == 1980)
    #expect(try store.fetch(page.average { $0.disbanded }) == 1980)
    #expect(try store.fetch(Band.all.limit(1, offset: 1).max { $0.disbanded }) == nil)
    #expect(try store.fetch(Band.all.average { $0.disbanded }) == Double(1980 + 1980 + 2000) / 3)
  }

  @Test func `groups and sections are of the page, nil first`() throws {
    let groups = try store.fetch(page.grouped { $0.disbanded }.count())
    #expect(groups.map(\.key) == [nil, 1980])
    #expect(groups.map(\.value) == [1, 1])
    let sums = try store.fetch(Band.all.limit(3).grouped { $0.formed }.sum { $0.disbanded })
    #expect(sums.map(\.key) == [1970, 1975])
    #expect(sums.map(\.value) == [1980, 1980])
    let sections = try store.fetch(page.sectioned { $0.disbanded }).sections
    #expect(sections.map(\.id) == [nil, 1980])
    #expect(sections.map { $0.elements.map(\.name) } == [["D"], ["C"]])
    let backwards = try store.fetch(page.sectioned(descending: true) { $0.disbanded }).sections
    #expect(backwards.map(\.id) == [1980, nil])
  }

  @Test(arguments: [
    (Band.all.limit(0), false), (Band.all.limit(1, offset: 4), true), (Band.all.limit(1, offset: 5), false),
    (Band.filter { $0.formed > 1980 }.limit(1, offset: 1), false),
  ])
  func `a page without records is empty, whatever there is besides`(page: Query<Band>, isThere: Bool) throws {
    #expect(try store.fetch(page.exists()) == isThere)
    #expect(try store.fetch(page.count()) == (isThere ? 1 : 0))
    #expect(try (store.fetch(page.first()) != nil) == isThere)
    #expect(try store.fetch(page.sum { $0.formed }) == (isThere ? 1990 : 0))
    #expect(try store.fetch(page.min { $0.formed }) == (isThere ? 1990 : nil))
    #expect(try store.fetch(page.average { $0.formed }) == (isThere ? 1990 : nil))
    #expect(try store.fetch(page.grouped { $0.formed }.count()).map(\.key) == (isThere ? [1990] : []))
    #expect(try store.fetch(page.sectioned { $0.formed }).count == (isThere ? 1 : 0))
  }

  @Test func `reversed turns the order and the key that decides between equals, before the limit`() throws {
    let order = Band.order { $0.formed }
    #expect(try names(order) == ["A", "B", "C", "D", "E"])
    #expect(try names(order.reversed().limit(2)) == ["E", "D"])
    #expect(try names(order.limit(2).reversed()) == ["E", "D"])
    #expect(try names(Band.order { $0.formed.descending }.reversed()) == ["B", "A", "C", "D", "E"])
    #expect(try names(order.reversed().reversed().limit(1)) == ["A"])
    #expect(try names(Band.all.reversed().limit(1)) == ["E"])
  }

  @Test func `only the records of the page are deleted and changed`() throws {
    let deleted = try store.write { try $0.deleteAll(page) }
    #expect(deleted == 2)
    #expect(try names(Band.all) == ["A", "B", "E"])
    let changed = try store.write { db in
      try db.update(Band.order { $0.name.descending }.limit(1)) { [$0.formed.set(2001)] }
    }
    #expect(changed == 1)
    #expect(try store.fetch(Band.all.values { $0.formed }) == [1970, 1970, 2001])
  }

  @Test func `keys that name no record are left out, and one named twice is one record`() throws {
    #expect(try names(Band.find(keys: ["E", "none", "A", "E"])) == ["A", "E"])
    #expect(try names(Band.find(keys: [])) == [])
    #expect(try names(Band.find(keys: ["E", "A", "B"]).filter { $0.formed == 1970 }.limit(1)) == ["A"])
  }
}
