import Places
import Rowsmith
import Testing

/// To-one relationships to one of several entities, in generated code.
@Suite struct ChoiceTests {
  private let store: Store

  init() throws {
    store = try Store(.memory, model: PlacesModel())
    let json = #"""
      [{"id": 1, "subject": {"kind": "visit", "id": 7, "place": {"street": "a"}}}, {"id": 2, "subject_type": "person",
        "subject_id": 5}, {"id": 3}]
      """#
    _ = try store.importJSON(.string(json), into: .entity("Remark"))
  }

  @Test func `a link is an enumeration of references, and nil where it leads nowhere`() throws {
    #expect(try store.fetch(Remark.all).map(\.subject) == [.visit(7), .person(5), nil])
  }

  @Test func `fetching a link gives the record as what it is, and nil where it has not arrived`() throws {
    let remarks = try store.fetch(Remark.all)
    guard case .visit(let visit)? = try store.fetch(remarks[0].subject) else {
      Issue.record("expected a visit")
      return
    }
    #expect(visit.place.street == "a")
    #expect(try store.fetch(remarks[1].subject) == nil)
    #expect(try store.fetch(remarks[2].subject) == nil)
  }

  @Test func `queries compare a link, ask for its kind, and for none`() throws {
    func ids(_ query: Query<Remark>) throws -> [Int] { try store.fetch(query).map(\.id) }
    #expect(try ids(Remark.filter { $0.subject == .person(5) }) == [2])
    #expect(try ids(Remark.filter { $0.subject == .visit(5) }) == [])
    #expect(try ids(Remark.filter { $0.subject != .person(5) }) == [1, 3])
    #expect(try ids(Remark.filter { $0.subject == nil }) == [3])
    #expect(try ids(Remark.filter { $0.subject != nil }) == [1, 2])
    #expect(try ids(Remark.filter { $0.subject.is(Visit.self) }) == [1])
    #expect(try ids(Remark.filter { $0.subject.isIn([.visit(7), .person(5)]) }) == [1, 2])
    #expect(try ids(Remark.filter { $0.subject.isIn([]) }) == [])
    #expect(try ids(Remark.filter { $0.subject.isIn((0..<3000).map { .person(Reference($0)) }) }) == [2])
  }

  @Test func `a graph has the record that each link leads to`() throws {
    let graphs = try store.fetch(Remark.all.including { $0.subject })
    guard case .visit(let visit)? = graphs[0].related else {
      Issue.record("expected a visit")
      return
    }
    #expect(visit.id == 7)
    #expect(graphs.dropFirst().allSatisfy { $0.related == nil })
  }

  @Test func `a link is written with its record, and set by an update`() throws {
    try store.write { db in
      try db.insert(Remark(id: 4, subject: .person(9)))
      try db.upsert(Remark(id: 1, subject: .person(8)))
      try db.update(Remark.filter { $0.id == 2 }) { [$0.subject.set(.visit(7))] }
      try db.update(Remark.filter { $0.id == 3 }) { [$0.subject.set(nil)] }
    }
    #expect(try store.fetch(Remark.all).map(\.subject) == [.person(8), .visit(7), nil, .person(9)])
    let shown = try store.fetch(.sql("SELECT subject_type, subject_id FROM Remark WHERE id = 4"))
    #expect(shown.first?.values == [.text("Person"), .integer(9)])
  }

  @Test func `a link that must lead to a record is no optional`() throws {
    let rating = Rating(id: 1, author: "ann", subject: .visit(7))
    try store.write { db in try db.insert(rating) }
    let subjects: [Rating.Subject] = try store.fetch(Rating.all).map(\.subject)
    #expect(subjects == [.visit(7)])
    let emptied = #expect(throws: StoreError.self) {
      try store.write { db in try db.update(Rating.all) { [$0.subject.set(nil)] } }
    }
    #expect(emptied?.reason == .misuse)
    #expect(emptied?.message.contains("must lead to a record") == true)
    let again = #expect(throws: StoreError.self) {
      try store.write { db in try db.insert(Rating(id: 2, author: "ann", subject: .visit(7))) }
    }
    #expect(again?.reason == .notUnique)
    try store.write { db in try db.insert(Rating(id: 2, author: "ann", subject: .person(7))) }
    guard case .visit? = try store.fetch(Rating.all.including { $0.subject })[0].related else {
      Issue.record("expected a visit")
      return
    }
  }
}
