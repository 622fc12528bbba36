import Foundation
import Places
import Rowsmith
import Testing

/// The Swift of the article Searching, and of the comments that belong to it.
@Suite struct SearchingSnippets {
  private func store() throws -> Store {
    let store = try Store(.memory, model: PlacesModel())
    let json = #"""
      [{"id": 1, "name": "Ada Lovelace", "birth": {"place": {"lat": 1, "lng": 2}}, "former": [],
        "address": {"street": "a", "city": "Bern"}},
       {"id": 2, "name": "Ada", "birth": {"place": {"lat": 1, "lng": 2}}, "former": []}]
      """#
    try store.importJSON(.string(json), into: .entity("Person"))
    return store
  }

  @Test func searching() throws {
    let store = try store()
    let found = try store.fetch(Person.search("ada lov*").limit(20))
    let inBern = Person.filter { $0.address.city == "Bern" }.search("ada").order { $0.name }
    let count = try store.fetch(inBern.count())
    #expect(found.map(\.id) == [1])
    #expect(count == 1)
  }

  @Test func comments() throws {
    let store = try store()
    let found = try store.fetch(Person.search("ada lov*").limit(20))
    #expect(found.count == 1)
  }

  @Test func snippets() throws {
    let store = try store()
    func print(_ items: Any...) { #expect(items as? [String] == ["Ada Lovelace", "*Ada* *Lovelace*"]) }
    for result in try store.fetch(Person.search("ada lov*").limit(20).withSnippets()) {
      print(result.record.name, result.snippet?.marked("*", "*") ?? "")
    }
    for result in try store.fetch(Person.search("ada lov*").withSnippets()) {
      let name = result.highlight { $0.name }?.marked("<b>", "</b>")
      #expect(name == "<b>Ada</b> <b>Lovelace</b>")
    }
  }
}
