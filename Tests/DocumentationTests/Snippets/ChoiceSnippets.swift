import Places
import Rowsmith
import Testing

/// The samples about links to one of several entities.
@Suite struct ChoiceSnippets {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: PlacesModel())
    let json = #"[{"id": 1, "subject_type": "person", "subject_id": 1}, {"id": 2}]"#
    _ = try store.importJSON(.string(json), into: .entity("Remark"))
  }

  @Test func `comments`() throws {
    let one = Remark.filter { $0.subject == .person(1) || $0.subject == nil }
    let visits = Remark.filter { $0.subject.is(Visit.self) }
    #expect(try store.fetch(one.count()) == 2 && store.fetch(visits.count()) == 0)
  }

  @Test func `links to one of several entities`() throws {
    let remarks = try store.fetch(Remark.filter { $0.subject == .person(1) || $0.subject.is(Visit.self) })
    for remark in remarks {
      switch try store.fetch(remark.subject) {
      case .person(let person): print(person.name)
      case .visit(let visit): print(visit.place.street)
      case nil: print("not there")
      }
    }
    let graphs = try store.fetch(Remark.all.including { $0.subject })
    try store.write { db in try db.insert(Remark(id: 3, subject: .visit(7))) }
    #expect(remarks.count == 1 && graphs.count == 2)
  }
}
