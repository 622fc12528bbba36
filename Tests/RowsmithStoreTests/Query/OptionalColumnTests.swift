import Bands
import Foundation
import Rowsmith
import Shop
import Testing

/// Conditions and orders of columns that may be empty, against the same asked of arrays in Swift.
struct OptionalColumnTests {
  private let store: Store
  private let members: [BandMember]

  init() throws {
    store = try Store(.memory, model: BandsModel())
    members = [nil, 1970, 1974, 1974, 1982].enumerated().map { index, left in
      BandMember(id: "\(index)", instruments: "", joined: 1960 + index, left: left)
    }
    try store.write { try $0.insert(contentsOf: members) }
  }

  private func expect(
    _ condition: (BandMember.Columns.Type) -> Condition<BandMember>, _ isWanted: (Int) -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let wanted = members.filter { $0.left.map(isWanted) ?? false }.map(\.id)
    #expect(
      try store.fetch(BandMember.filter(condition)).map(\.id) == wanted, sourceLocation: sourceLocation)
    // An empty column meets neither a comparison nor is it kept out by the opposite.
    let others = Set(members.map(\.id)).subtracting(wanted).sorted()
    #expect(
      try store.fetch(BandMember.filter { !condition($0) }).map(\.id) == others,
      sourceLocation: sourceLocation)
  }

  @Test func `less and greater meet no empty column`() throws {
    try expect({ $0.left < 1974 }, { $0 < 1974 })
    try expect({ $0.left <= 1974 }, { $0 <= 1974 })
    try expect({ $0.left > 1974 }, { $0 > 1974 })
    try expect({ $0.left >= 1974 }, { $0 >= 1974 })
  }

  @Test func `a range has its end or not`() throws {
    try expect({ $0.left.isIn(1970...1974) }, { (1970...1974).contains($0) })
    try expect({ $0.left.isIn(1970..<1974) }, { (1970..<1974).contains($0) })
    try expect({ $0.left.isIn([1970, 1982] as [Int]) }, { [1970, 1982].contains($0) })
    try expect({ $0.left.isIn([] as [Int]) }, { _ in false })
  }

  @Test func `a list with nil meets the empty columns, too`() throws {
    func ids(_ condition: (BandMember.Columns.Type) -> Condition<BandMember>) throws -> [String] {
      try store.fetch(BandMember.filter(condition)).map(\.id)
    }
    #expect(try ids { $0.left.isIn([nil, 1970]) } == ["0", "1"])
    #expect(try ids { !$0.left.isIn([nil, 1970]) } == ["2", "3", "4"])
    #expect(try ids { $0.left.isIn([nil]) } == ["0"])
    #expect(try ids { $0.left.isIn([1970, 1982]) } == ["1", "4"])
    let years: [Int?] = [1970, 1982]
    #expect(try ids { $0.left.isIn(years) } == ["1", "4"])
    #expect(try ids { $0.left.isIn([Int?]()) } == [])
    let many: [Int?] = [nil] + (1900...1970).map { $0 }
    #expect(try ids { $0.left.isIn(many) && $0.joined > 1960 } == ["1"])
  }

  @Test func `a list of links with nil meets the records without one, too`() throws {
    let links = [nil, "A", "B"].enumerated().map { index, band in
      Album(name: "\(index)", released: Date(timeIntervalSince1970: 0), band: band.map { Reference($0) })
    }
    try store.write { try $0.insert(contentsOf: links) }
    #expect(try store.fetch(Album.filter { $0.band.isIn([nil, "B"]) }).map(\.name) == ["0", "2"])
  }

  @Test func `text without regard to letters is ordered in both directions, the empty first or last`() throws
  {
    let albums = ["b", nil, "A", "a", "C"].enumerated().map { index, label in
      Album(name: "\(index)", label: label, released: Date(timeIntervalSince1970: 0))
    }
    try store.write { try $0.insert(contentsOf: albums) }
    #expect(
      try store.fetch(Album.order { $0.label.ascendingIgnoringCase }).map(\.name) == [
        "1", "2", "3", "0", "4",
      ])
    #expect(
      try store.fetch(Album.order { $0.label.descendingIgnoringCase }).map(\.name) == [
        "4", "0", "2", "3", "1",
      ])
    let bands = ["b", "A", "a", "C"].map { Band(name: $0, formed: 1) }
    try store.write { try $0.insert(contentsOf: bands) }
    #expect(
      try store.fetch(Band.order { $0.name.descendingIgnoringCase }).map(\.name) == ["C", "b", "A", "a"])
    #expect(
      try store.fetch(Band.order { $0.name.ascendingIgnoringCase }).map(\.name) == ["A", "a", "b", "C"])
  }

  @Test func `a condition that is always met meets every record, alone and with others`() throws {
    #expect(try store.fetch(BandMember.filter(.always).count()) == 5)
    #expect(try store.fetch(BandMember.filter { .always && $0.left == nil }.count()) == 1)
    #expect(try store.fetch(BandMember.filter { $0.left == nil && .always }.count()) == 1)
    let two = BandMember.filter { $0.joined > 1960 && $0.joined < 1964 }.filter {
      $0.left != nil && $0.left < 1982
    }
    #expect(try store.fetch(two).map(\.id) == ["1", "2", "3"])
  }
}

/// How many records of a relationship there are, compared in every way.
struct RelatedCountTests {
  private static let counts = ["none": 0, "one": 1, "two": 2]

  private func store() throws -> Store {
    let store = try Store(.memory, model: BandsModel())
    try store.write { db in
      for (name, count) in Self.counts {
        try db.insert(Band(name: name, formed: 1970))
        for number in 0..<count {
          try db.insert(Album(name: "\(name) \(number)", released: .now, band: Reference(name)))
        }
      }
    }
    return store
  }

  @Test(arguments: 0...2) func `the number of items is compared`(number: Int) throws {
    let store = try store()
    func names(_ isWanted: (Int) -> Bool) -> [String] {
      Self.counts.filter { isWanted($0.value) }.keys.sorted()
    }
    func found(_ condition: (Band.Columns.Type) -> Condition<Band>) throws -> [String] {
      try store.fetch(Band.filter(condition)).map(\.name)
    }
    #expect(try found { $0.albums.count == number } == names { $0 == number })
    #expect(try found { $0.albums.count != number } == names { $0 != number })
    #expect(try found { $0.albums.count < number } == names { $0 < number })
    #expect(try found { $0.albums.count <= number } == names { $0 <= number })
    #expect(try found { $0.albums.count > number } == names { $0 > number })
    #expect(try found { $0.albums.count >= number } == names { $0 >= number })
    #expect(try found { $0.albums.count(where: { $0.name.hasSuffix("0") }) == 1 } == ["one", "two"])
  }

  @Test func `items of a table of links are asked for conditions, from both ends`() throws {
    let shop = try ExampleStore.shop()
    let products = try shop.fetch(Product.all)
    for category in try shop.fetch(Category.all) {
      let wanted = try products.filter { try shop.fetch($0.categories).contains { $0.id == category.id } }
      #expect(try shop.fetch(Product.filter { $0.categories.contains { $0.id == category.id } }) == wanted)
      let back = try shop.fetch(Category.filter { $0.products.isEmpty })
      #expect(back.contains { $0.id == category.id } == wanted.isEmpty)
    }
    #expect(
      try shop.fetch(Product.filter { $0.categories.allSatisfy { $0.id > 0 } }.count()) == products.count)
  }

  @Test func `a required link is followed`() throws {
    let shop = try ExampleStore.shop()
    let wanted = try shop.fetch(OrderLine.all).filter { line in
      try shop.fetch(line.product).map { $0.price > 10 } ?? false
    }
    #expect(!wanted.isEmpty)
    #expect(try shop.fetch(OrderLine.filter { $0.product.matches { $0.price > 10 } }) == wanted)
  }
}
