import Foundation
import Places
import Rowsmith
import Testing

/// The samples of Querying.md that ask for values of several parts, and for JSON.
@Suite struct ValueSnippets {
  @Test func `parts of values and members of JSON`() throws {
    let store = try Store(.memory, model: PlacesModel())
    try store.write { db in
      let geo = Geo(lat: 46.9, lng: 7.4)
      try db.insert(
        Person(
          id: 1, name: "Ada", address: Address(street: "a", city: "Bern", geo: geo), birthplace: geo,
          former: [],
          payload: JSONText(#"{"user":{"age":36}}"#)))
      try db.insert(Person(id: 2, name: "Bo", birthplace: geo, former: []))
    }
    let inBern = Person.filter { $0.address.city == "Bern" && $0.address.geo.lat > 46 }
    let nowhere = Person.filter { $0.address == nil }
    let adults = Person.filter { $0.payload["user.age"] >= 18 || $0.payload["tags.0"] == "adult" }
    let moved = try store.write { db in
      try db.update(inBern) { [$0.address.set(Address(street: "Marktgasse 1"))] }
    }
    #expect(moved == 1)
    #expect(try store.fetch(nowhere.keys()) == [2])
    #expect(try store.fetch(adults.keys()) == [1])
  }
}
