import Bands
import Foundation
import Testing

@testable import Rowsmith

/// Values that are read again when they may have changed.
@Suite(.timeLimit(.minutes(30)))
struct ValueObservationTests {
  enum Place: CaseIterable { case file, memory }

  private let scratch = ScratchFile()

  private func store(_ place: Place = .file) throws -> Store {
    let store = try Store(place == .file ? .file(scratch.path) : .memory, model: BandsModel())
    try store.write { try $0.insert(Band(name: "Japan", formed: 1974)) }
    return store
  }

  /// Whether a value that is read from a table has to be read again. It counts as read then.
  private static func isTouched(_ room: DeliveryQueue<Interest>, _ table: String) -> Bool {
    room.access { interest in
      let isTouched = interest.beginReading() == true
      interest.settle([table])
      return isTouched
    }
  }

  @Test(arguments: Place.allCases)
  func `a value is read again when a table or a view is made anew`(_ place: Place) throws {
    let store = try store(place)
    try store.write { try $0.execute(sql: "CREATE VIEW Number AS SELECT 1 AS n") }
    let room = DeliveryQueue(Interest())
    let registration = store.register(room)
    func isTouched() -> Bool { Self.isTouched(room, "number") }
    #expect(isTouched())
    let renewal = ["DROP VIEW Number", "CREATE VIEW Number AS SELECT 2 AS n"]
    try store.write { db in for sql in renewal { try db.execute(sql: sql) } }
    #expect(isTouched())
    try store.write { db in
      try db.insert(Band(name: "A", formed: 1970))
      for sql in renewal { try db.execute(sql: sql) }
    }
    #expect(isTouched())
    try store.write { try $0.insert(Band(name: "B", formed: 1970)) }
    #expect(!isTouched())
    withExtendedLifetime(registration) {}
  }

  @Test
  func `a trigger that is made without a word to the connection is seen through each time`() throws {
    let store = try store()
    let room = DeliveryQueue(Interest())
    let registration = store.register(room)
    func isTouched() -> Bool { Self.isTouched(room, "musician") }
    #expect(isTouched())
    // So that the statement is cached.
    try store.write { try $0.insert(Band(name: "A", formed: 1970)) }
    try store.write { db in
      try db.raw(
        """
        CREATE TRIGGER founder AFTER INSERT ON Band
        BEGIN INSERT INTO Musician (name, born, instruments) VALUES (new.name, 1950, ''); END
        """)
    }
    _ = isTouched()
    for name in ["B", "C", "D"] {
      try store.write { try $0.insert(Band(name: name, formed: 1970)) }
      #expect(isTouched(), "\(name)")
    }
    withExtendedLifetime(registration) {}
  }

  @Test(arguments: Place.allCases)
  func `a query gives its records at once, and again when they differ`(_ place: Place) async throws {
    let store = try store(place)
    let bands = store.observe(Band.filter { $0.formed < 1980 }).makeAsyncIterator()
    #expect(try await bands.next()?.map(\.name) == ["Japan"])
    try await store.write { try $0.insert(Band(name: "Roxy Music", formed: 1970)) }
    #expect(try await bands.next()?.map(\.name) == ["Japan", "Roxy Music"])
    try await store.importJSON(.string(#"{"name": "Japan", "formed": 1990}"#), into: .entity("Band"))
    #expect(try await bands.next()?.map(\.name) == ["Roxy Music"])
    try await store.deleteAllData()
    #expect(try await bands.next()?.isEmpty == true)
  }

  @Test(arguments: Place.allCases)
  func `a record is given as it comes, changes and goes`(_ place: Place) async throws {
    let store = try store(place)
    let observed = store.observe(Band.find("Roxy Music")).makeAsyncIterator()
    let first = try await observed.next()
    #expect(first == .some(nil))
    try await store.write { try $0.insert(Band(name: "Roxy Music", formed: 1970)) }
    #expect(try await observed.next()??.formed == 1970)
    try await store.write { _ = try $0.update(Band(name: "Roxy Music", formed: 1971)) }
    #expect(try await observed.next()??.formed == 1971)
    try await store.write { _ = try $0.delete(Band.self, key: "Roxy Music") }
    let last = try await observed.next()
    #expect(last == .some(nil))
  }

  @Test
  func `a block is answered from one state`() async throws {
    let store = try store()
    let pairs = store.observe { [try $0.fetch(Band.all.count()), try $0.fetch(Musician.all.count())] }
    let writing = Task {
      for number in 1...50 {
        try await store.write { db in
          try db.insert(Band(name: "\(number)", formed: 1))
          try db.insert(Musician(name: "\(number)", born: 1, instruments: ""))
        }
      }
    }
    for try await pair in pairs {
      #expect(pair[0] == pair[1] + 1)
      if pair[1] == 50 { break }
    }
    try await writing.value
  }

  @Test(arguments: Place.allCases)
  func `a value is not read again when other tables were written`(_ place: Place) async throws {
    let store = try store(place)
    let readings = Tally()
    let counts = store.observe {
      readings.count()
      return try $0.fetch(Band.all.count())
    }.makeAsyncIterator()
    #expect(try await counts.next() == 1)
    for number in 0..<10 {
      try await store.write { try $0.insert(Musician(name: "\(number)", born: 1, instruments: "")) }
    }
    try await store.write { try $0.insert(Band(name: "Roxy Music", formed: 1970)) }
    #expect(try await counts.next() == 2)
    #expect(readings.value == 2)
  }

  @Test(arguments: Place.allCases)
  func `a value is not read again when a record of another entity is deleted`(_ place: Place) throws {
    let store = try store(place)
    try store.write { try $0.insert(Musician(name: "Eno", born: 1948, instruments: "")) }
    let room = DeliveryQueue(Interest())
    let registration = store.register(room)
    func isTouched() -> Bool {
      room.access { interest in
        let isTouched = interest.beginReading() == true
        interest.settle(["album"])
        return isTouched
      }
    }
    #expect(isTouched())
    try store.write { _ = try $0.delete(Musician.self, key: "Eno") }
    #expect(!isTouched())
    // Albums lead to bands.
    try store.write { _ = try $0.delete(Band.self, key: "Japan") }
    #expect(isTouched())
    withExtendedLifetime(registration) {}
  }

  @Test(arguments: Place.allCases)
  func `a value that is the same is not given again`(_ place: Place) async throws {
    let store = try store(place)
    let counts = store.observe { try $0.fetch(Band.all.count()) }.makeAsyncIterator()
    #expect(try await counts.next() == 1)
    try await store.write { _ = try $0.update(Band(name: "Japan", formed: 1)) }
    async let next = counts.next()
    try await store.write { _ = try $0.update(Band(name: "Japan", formed: 2)) }
    try await store.write { try $0.insert(Band(name: "Roxy Music", formed: 1970)) }
    #expect(try await next == 2)
  }

  @Test(arguments: Place.allCases)
  func `SQL of one's own is observed, on both sides`(_ place: Place) async throws {
    let store = try store(place)
    let sums = store.observe {
      try $0.connection().integer("SELECT sum(formed) FROM (SELECT formed FROM band)") ?? 0
    }.makeAsyncIterator()
    #expect(try await sums.next() == 1974)
    try await store.write { try $0.raw("UPDATE BAND SET formed = formed + 1") }
    #expect(try await sums.next() == 1975)
    try await store.write { try $0.raw("DELETE FROM Band") }
    #expect(try await sums.next() == 0)
  }

  @Test(arguments: Place.allCases)
  func `what a block reads may depend on what it finds`(_ place: Place) async throws {
    let store = try store(place)
    let values = store.observe { db in
      try db.fetch(Band.all.count()) == 1 ? 0 : 100 + (try db.fetch(Musician.all.count()))
    }.makeAsyncIterator()
    #expect(try await values.next() == 0)
    try await store.write { try $0.insert(Band(name: "Roxy Music", formed: 1970)) }
    #expect(try await values.next() == 100)
    try await store.write { try $0.insert(Musician(name: "Eno", born: 1948, instruments: "")) }
    #expect(try await values.next() == 101)
  }

  @Test
  func `statements that were compiled before anybody observed are known`() async throws {
    let store = try store()
    for _ in 0..<8 {
      #expect(try await store.fetch(Band.find("Japan")) != nil)
      #expect(try await store.fetch(Band.all).count == 1)
      try await store.write { _ = try $0.fetch(Band.all) }
    }
    let bands = store.observe(Band.all).makeAsyncIterator()
    #expect(try await bands.next()?.count == 1)
    let band = store.observe(Band.find("Japan")).makeAsyncIterator()
    #expect(try await band.next()??.formed == 1974)
    try await store.write { _ = try $0.delete(Band.self, key: "Japan") }
    #expect(try await bands.next()?.count == 0)
    let gone = try await band.next()
    #expect(gone == .some(nil))
  }

  @Test
  func `a trigger that is made later is seen through`() async throws {
    let store = try store()
    let count = store.observe { try $0.fetch(Musician.all.count()) }.makeAsyncIterator()
    #expect(try await count.next() == 0)
    try await store.importJSON(.string(#"{"name": "A", "formed": 1970}"#), into: .entity("Band"))
    try await store.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER founder AFTER INSERT ON Band
          BEGIN INSERT INTO Musician (name, born, instruments) VALUES (new.name, 1950, ''); END
          """)
    }
    try await store.importJSON(.string(#"{"name": "B", "formed": 1970}"#), into: .entity("Band"))
    #expect(try await count.next() == 1)
  }

  @Test
  func `a slow consumer is given the last state`() async throws {
    let store = try store()
    let counts = store.observe { try $0.fetch(Band.all.count()) }.makeAsyncIterator()
    #expect(try await counts.next() == 1)
    for number in 0..<100 { try await store.write { try $0.insert(Band(name: "\(number)", formed: 1)) } }
    #expect(try await counts.next() == 101)
  }

  @Test
  func `what reading throws is thrown, and ends the iteration`() async throws {
    struct Stop: Error {}
    let store = try store()
    let values = store.observe { db in
      if try db.fetch(Band.all.count()) > 1 { throw Stop() }
      return 1
    }.makeAsyncIterator()
    #expect(try await values.next() == 1)
    try await store.write { try $0.insert(Band(name: "Roxy Music", formed: 1970)) }
    await #expect(throws: Stop.self) { _ = try await values.next() }
    #expect(try await values.next() == nil)
  }

  @Test(arguments: Place.allCases)
  func `many writers and many observers end with the same state`(_ place: Place) async throws {
    let store = try store(place)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = 0
          for try await count in store.observe({ try $0.fetch(Musician.all.count()) }) {
            #expect(count > last || count == 0)
            last = count
            if count == 200 { break }
          }
        }
      }
      for writer in 0..<8 {
        group.addTask {
          for number in 0..<25 {
            try await store.write {
              try $0.insert(Musician(name: "\(writer).\(number)", born: 1, instruments: ""))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: Place.allCases)
  func `SQL may spell the name of a table as it likes`(_ place: Place) async throws {
    let store = try store(place)
    let counts = store.observe { try $0.fetch(.sql("SELECT count(*) AS n FROM bAND")).map { $0["n"] } }
      .makeAsyncIterator()
    #expect(try await counts.next() == [.integer(1)])
    try await store.write { try $0.insert(Band(name: "Roxy Music", formed: 1970)) }
    #expect(try await counts.next() == [.integer(2)])
  }
}
