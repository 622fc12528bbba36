import Foundation
import Places
import Rowsmith
import Testing

/// Generated values of several parts: read, written, asked for.
@Suite struct PlacesTests {
  private static let geo = Geo(lat: 46.9, lng: 7.4, measured: Date(timeIntervalSince1970: 86_400))
  private static let home = Address(street: "a", city: "Bern", kind: .flat, tags: ["x"], geo: geo)

  private static let json = #"""
    [{"id": 1, "name": "Ada", "birth": {"place": {"lat": 1, "lng": 2}}, "pets": 2,
      "address": {"line1": "a", "city": "Bern", "kind": "flat", "tags": ["x"],
        "geo": {"lat": 46.9, "lng": 7.4, "measured": 86400}},
      "former": [{"street": "b"}, {"street": "c", "geo": {"lat": 0, "lng": 0}}],
      "prices": [{"amount": 1.50}],
      "payload": {"user": {"name": "ada", "age": 36.0}, "on": true, "tags": ["p"], "n": null, "a.b": "dot"}},
     {"id": 2, "name": "Bo", "birth": {"place": {"lat": 5, "lng": 6}}, "former": [], "payload": {"on": 1}}]
    """#

  private func store() throws -> Store {
    let store = try Store(.memory, model: PlacesModel())
    try store.importJSON(.string(Self.json), into: .entity("Person"))
    return store
  }

  private func names(_ store: Store, _ condition: (Person.Columns.Type) throws -> Condition<Person>) throws
    -> [String]
  {
    try store.fetch(Person.filter(condition).order { $0.id }).map(\.name)
  }

  @Test func `what was imported is read as values`() throws {
    let people = try store().fetch(Person.order { $0.id })
    #expect(people.map(\.address) == [Self.home, nil])
    #expect(people[0].birthplace == Geo(lat: 1, lng: 2))
    #expect(people[0].former == [Address(street: "b"), Address(street: "c", geo: Geo(lat: 0, lng: 0))])
    #expect(people[0].prices == [Price(amount: Decimal(string: "1.50") ?? 0)])
    #expect(people[0].extra == JSONText(#"{"pets":2}"#))
    #expect(people[1].extra == nil)
  }

  @Test func `text and parts of values are searched`() throws {
    let store = try store()
    #expect(try store.fetch(Person.search("ADA bern")).map(\.id) == [1])
    #expect(try store.fetch(Person.search("b*")).map(\.id).sorted() == [1, 2])
    #expect(try store.fetch(Person.search("ada").including { $0.visits }).map(\.record.id) == [1])
    let results = try store.fetch(Person.search("bern").withSnippets())
    #expect(results.map { $0.highlight { $0.address.city }?.marked("[", "]") } == ["[Bern]"])
  }

  @Test func `the values and the JSON of a record that another leads to are asked for through it`() throws {
    let store = try store()
    try store.importJSON(
      .string(
        #"[{"id": 7, "place": {"street": "x"}, "person": 1}, {"id": 8, "place": {"street": "y"}, "person": 2}]"#
      ),
      into: .entity("Visit"))
    #expect(try store.fetch(Visit.filter { $0.person.address.city == "Bern" }).map(\.id) == [7])
    #expect(try store.fetch(Visit.filter { $0.person.address.geo.lat > 46 }).map(\.id) == [7])
    #expect(try store.fetch(Visit.filter { $0.person.birthplace == Geo(lat: 5, lng: 6) }).map(\.id) == [8])
    #expect(try store.fetch(Visit.filter { $0.person.address == nil }).map(\.id) == [8])
    #expect(try store.fetch(Visit.filter { $0.person.payload["user.name"] == "ada" }).map(\.id) == [7])
  }

  @Test func `what the app writes is read again, and produced as the JSON has it`() throws {
    let store = try Store(.memory, model: PlacesModel())
    var person = Person(
      id: 1, name: "Ada", address: Self.home, birthplace: Self.geo,
      former: [Self.home, Address(street: "z")],
      prices: [])
    try store.write { try $0.upsert(person) }
    #expect(try store.fetch(Person.all) == [person])
    #expect(
      try PlacesModel().json(of: person).text
        == #"{"id":1,"name":"Ada","address":{"street":"a","city":"Bern","kind":"flat","tags":["x"],"#
        + #""geo":{"lat":46.9,"lng":7.4,"measured":86400}},"birth":{"place":{"lat":46.9,"lng":7.4,"#
        + #""measured":86400}},"former":[{"street":"a","city":"Bern","kind":"flat","tags":["x"],"#
        + #""geo":{"lat":46.9,"lng":7.4,"measured":86400}},{"street":"z","kind":"house"}],"prices":[]}"#)
    person.address?.geo = nil
    try store.write { try $0.upsert(person) }
    #expect(try store.fetch(Person.all) == [person])
    person.address = nil
    try store.write { try $0.upsert(person) }
    #expect(try store.fetch(Person.all) == [person])
  }

  @Test func `a patch has a value whole, and null where there is none any more`() throws {
    let old = Person(id: 1, name: "Ada", address: Self.home, birthplace: Self.geo, former: [])
    var new = old
    new.address?.city = nil
    #expect(
      try PlacesModel().json(of: new, changedFrom: old).text
        == #"{"id":1,"address":{"street":"a","city":null,"kind":"flat","tags":["x"],"#
        + #""geo":{"lat":46.9,"lng":7.4,"measured":86400}}}"#)
    new.address = nil
    #expect(try PlacesModel().json(of: new, changedFrom: old).text == #"{"id":1,"address":null}"#)
  }

  @Test func `a query of parts is observed`() async throws {
    let store = try store()
    let counts = store.observe(Person.filter { $0.address.city == "Thun" }.count()).makeAsyncIterator()
    #expect(try await counts.next() == 0)
    try await store.write { db in
      _ = try db.update(Person.filter { $0.id == 1 }) { [$0.address.city.set("Thun")] }
    }
    #expect(try await counts.next() == 1)
  }

  @Test func `a list that is imported is the one that the app would write`() throws {
    let store = try store()
    let former = try #require(try store.fetch(Person.order { $0.id }).first).former
    #expect(try names(store) { $0.former == former } == ["Ada"])
    #expect(try names(store) { $0.former.contains(Address(street: "b")) } == ["Ada"])
    #expect(try names(store) { $0.former.isEmpty } == ["Bo"])
  }

  @Test func `a list of values is asked for by the values of its decimal numbers, however they are spelled`()
    throws
  {
    let store = try store()
    let price = Price(amount: 1.5)
    let lists: [[Price]] = [[price]]
    #expect(try names(store) { $0.prices == [price] } == ["Ada"])
    #expect(try names(store) { $0.prices != [price] } == ["Bo"])
    #expect(try names(store) { $0.prices.isIn(lists) } == ["Ada"])
    #expect(try names(store) { $0.prices.contains(price) } == ["Ada"])
    #expect(try names(store) { $0.prices.contains(Price(amount: 1.5, currency: "EUR")) } == [])
    #expect(try names(store) { $0.prices.contains(Price(amount: 15)) } == [])
    try store.write { db in
      _ = try db.update(Person.filter { $0.id == 2 }) { [$0.prices.set(lists[0])] }
    }
    let stored = try store.fetch(.sql("SELECT DISTINCT prices FROM Person"))
    #expect(stored.count == 2)
    #expect(try store.fetch(Person.all.values(distinct: true) { $0.prices }) == [[price]])
    #expect(try store.fetch(Person.all.grouped { $0.prices }.count()).map(\.value) == [2])
  }

  @Test func `parts are asked for as columns are`() throws {
    let store = try store()
    #expect(try names(store) { $0.address.city == "Bern" } == ["Ada"])
    #expect(try names(store) { $0.address.geo.lat > 46 } == ["Ada"])
    #expect(try names(store) { $0.address.city != "Bern" } == ["Bo"])
    #expect(try names(store) { $0.birthplace.lng >= 6 } == ["Bo"])
    #expect(try names(store) { $0.address.geo.measured < Date() } == ["Ada"])
    #expect(try names(store) { $0.address.tags.contains("x") } == ["Ada"])
    #expect(try store.fetch(Person.order { $0.birthplace.lat.descending }).map(\.name) == ["Bo", "Ada"])
  }

  @Test func `a value is asked for as a whole`() throws {
    let store = try store()
    #expect(try names(store) { $0.address == nil } == ["Bo"])
    #expect(try names(store) { $0.address != nil } == ["Ada"])
    #expect(try names(store) { $0.address == Self.home } == ["Ada"])
    #expect(try names(store) { $0.address != Self.home } == ["Bo"])
    #expect(try names(store) { $0.address.geo == Self.geo } == ["Ada"])
    #expect(try names(store) { $0.birthplace == Geo(lat: 5, lng: 6) } == ["Bo"])
    #expect(try names(store) { $0.birthplace != Geo(lat: 5, lng: 6) } == ["Ada"])
    #expect(try names(store) { $0.birthplace != Geo(lat: 5, lng: 2) } == ["Ada", "Bo"])
  }

  @Test func `nothing has a value with a number that is none, not even what has no value`() throws {
    let store = try store()
    let nowhere = Geo(lat: .nan, lng: .nan)
    #expect(try names(store) { $0.address.geo == nowhere } == [])
    #expect(try names(store) { $0.address.geo != nowhere } == ["Ada", "Bo"])
    #expect(try names(store) { $0.birthplace == nowhere } == [])
    #expect(try names(store) { $0.birthplace != nowhere } == ["Ada", "Bo"])
  }

  @Test func `values and their parts are set in many records at once`() throws {
    let store = try store()
    try store.write { db in
      try db.update(Person.all) { [$0.address.set(Self.home), $0.birthplace.lat.set(0)] }
      try db.update(Person.filter { $0.id == 1 }) { [$0.address.city.set(nil)] }
    }
    let people = try store.fetch(Person.order { $0.id })
    #expect(people.map(\.address?.city) == [nil, "Bern"])
    #expect(people.map(\.birthplace.lat) == [0, 0])
    let place = Geo(lat: 7, lng: 8, measured: Date(timeIntervalSince1970: 5))
    let moved = try store.write { try $0.update(Person.filter { $0.id == 2 }) { [$0.birthplace.set(place)] } }
    #expect(moved == 1)
    #expect(try store.fetch(Person.order { $0.id }).map(\.birthplace) == [Geo(lat: 0, lng: 2), place])
    try store.write { db in try db.update(Person.all) { [$0.address.set(nil)] } }
    #expect(try names(store) { $0.address == nil } == ["Ada", "Bo"])
  }

  @Test func `a value that lacks a required part is refused, as it could not be read again`() throws {
    let store = try store()
    let before = try store.fetch(Person.order { $0.id })
    let nowhere = Address(street: "s", geo: Geo(lat: .nan, lng: 1))
    let endless = Address(street: "s", geo: Geo(lat: .infinity, lng: 1))
    let changes: [(WriteTransaction) throws -> Void] = [
      { db in _ = try db.update(Person.all) { [$0.address.city.set("Thun")] } },
      { db in _ = try db.update(Person.filter { $0.id == 1 }) { [$0.address.street.set(nil)] } },
      { db in _ = try db.update(Person.filter { $0.id == 1 }) { [$0.address.geo.lat.set(Double.nan)] } },
      { db in _ = try db.update(Person.filter { $0.id == 2 }) { [$0.address.geo.set(Self.geo)] } },
      { db in _ = try db.update(Person.filter { $0.id == 1 }) { [$0.former.set([endless])] } },
      { db in
        try db.insert(Person(id: 3, name: "C", address: nowhere, birthplace: Self.geo, former: []))
      },
      { db in
        try db.insert(
          Person(id: 3, name: "C", birthplace: Self.geo, former: [Address(street: "a"), endless]))
      },
      { db in
        let prices = [Price(amount: 1), Price(amount: .nan)]
        _ = try db.upsert(Person(id: 1, name: "A", birthplace: Self.geo, former: [], prices: prices))
      },
    ]
    for change in changes {
      let error = #expect(throws: StoreError.self) { try store.write { try change($0) } }
      #expect(error?.reason == .misuse)
    }
    #expect(try store.fetch(Person.order { $0.id }) == before)
    try store.write { db in
      try db.update(Person.filter { $0.address != nil }) {
        [$0.address.city.set("Thun"), $0.address.geo.set(nil)]
      }
      try db.update(Person.filter { $0.id == 2 }) {
        [$0.address.street.set("n"), $0.address.kind.set(Kind.flat)]
      }
    }
    let addresses = try store.fetch(Person.order { $0.id }).map(\.address)
    #expect(addresses.map { $0?.city } == ["Thun", nil])
    #expect(addresses.map { $0?.street } == ["a", "n"])
  }

  @Test func `JSON is asked for by key paths, and only values of the kind are compared`() throws {
    let store = try store()
    #expect(try names(store) { $0.payload["user.name"] == "ada" } == ["Ada"])
    #expect(try names(store) { $0.payload["user.name"] != "ada" } == ["Bo"])
    #expect(try names(store) { $0.payload["user.age"] == 36 } == ["Ada"])
    #expect(try names(store) { $0.payload["user.age"] > 35.5 } == ["Ada"])
    #expect(try names(store) { $0.payload["user.age"] < 36.5 && $0.payload["user.age"] <= 36 } == ["Ada"])
    #expect(try names(store) { $0.payload["user.age"] < 36 } == [])
    #expect(try names(store) { $0.payload["user.name"] <= "b" } == ["Ada"])
    #expect(try names(store) { $0.payload["user.name"] > 1 } == [])
    #expect(try names(store) { $0.payload["user.name"].isIn(["x", "ada"]) } == ["Ada"])
    #expect(try names(store) { $0.payload["on"] == true } == ["Ada"])
    #expect(try names(store) { $0.payload["on"] == 1 } == ["Bo"])
    #expect(try names(store) { $0.payload["tags.0"] == "p" } == ["Ada"])
    #expect(try names(store) { $0.payload[#"a\.b"#] == "dot" } == ["Ada"])
    #expect(try names(store) { $0.payload["n"] == nil } == ["Ada", "Bo"])
    #expect(try names(store) { $0.payload["user"] != nil } == ["Ada"])
    #expect(try names(store) { $0.extra["pets"] == 2 } == ["Ada"])
    try store.write { db in
      try db.update(Person.filter { $0.id == 2 }) { [$0.payload.set(JSONText("no JSON"))] }
    }
    #expect(try names(store) { $0.payload["user.name"] == "ada" } == ["Ada"])
    #expect(try names(store) { $0.payload["user.name"] == nil } == ["Bo"])
  }

  @Test func `a member of JSON is one of many values`() throws {
    let store = try store()
    let many = (0..<200_000).map { "name \($0)" }
    #expect(try names(store) { $0.payload["user.name"].isIn(many + ["ada"]) } == ["Ada"])
    #expect(try names(store) { !$0.payload["user.name"].isIn(many) } == ["Ada", "Bo"])
    #expect(try names(store) { $0.payload["user.age"].isIn(0..<40) } == ["Ada"])
    #expect(try names(store) { $0.payload["user.age"].isIn([36.5, 36]) } == ["Ada"])
    #expect(try names(store) { $0.payload["user.name"].isIn(0..<40) } == [])
    #expect(try names(store) { $0.payload["on"].isIn([true]) } == ["Ada"])
    #expect(try names(store) { $0.payload["on"].isIn([1, 2]) } == ["Bo"])
    #expect(try names(store) { $0.payload["on"].isIn([Int]()) } == [])
  }

  @Test func `a key with a quote is refused`() throws {
    let error = try #require(throws: StoreError.self) { try names(store()) { $0.payload["a\"b"] == 1 } }
    #expect(error.reason == .misuse)
  }
}
