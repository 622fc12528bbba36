import RowsmithSchema
import Testing

@testable import Rowsmith

/// A small import works with the engine of the one before, in which nothing of that is left.
@Suite struct SpareEngineTests {
  /// A document, and whether an engine that has imported it is kept.
  struct Document: Sendable {
    var text: String
    var target: ImportTarget
    var isKept = true
    var configure: @Sendable (inout ImportOptions) -> Void = { _ in }
  }

  static let documents: [Document] = [
    .init(
      text: #"{"id":1,"name":"A","books":[{"id":1,"title":"a","tags":["x",{"name":"y"}]}]}"#,
      target: .entity("Author")),
    .init(
      text: #"{"id":2,"title":"b","author":9,"odd":1,"pages":[{"number":1,"even":2}]}"#,
      target: .entity("Book")),
    .init(text: #"{"id":1,"books":[2,7],"home":{"id":"t"},"desk":{"id":4}}"#, target: .entity("Author")),
    .init(text: #"{"id":"no"}"#, target: .entity("Book"), isKept: false),
    .init(text: #"[{"id":7,"title":"came later"}]"#, target: .entity("Book")),
    .init(text: #"{"4":{"owner":null},"5":{}}"#, target: .keyed("Desk")),
    .init(text: #"[{"text":"one"},{"text":"two"}]"#, target: .entity("Note")),
    .init(
      text: #"{"authors":[{"id":3}],"tags":{"z":{"color":"red"}},"more":[1]}"#, target: .document("library")),
    .init(text: #"{"id":1,"books":[],"home":null}"#, target: .entity("Author")),
    .init(text: #"[{"id":8,"title":"c"},{"id":"no"}]"#, target: .entity("Book"), isKept: false) {
      $0.onInvalid = .skip
    },
    .init(text: #"[{"id":1,"title":"pruned to this"}]"#, target: .entity("Book"), isKept: false) {
      $0.policy = .mergeAndPrune
    },
    .init(text: #"{"id":1,"title":"not for good"}"#, target: .entity("Book"), isKept: false) {
      $0.isDryRun = true
    },
    .init(
      text: #"["x","w"]"#, target: .relationship(parent: "Book", key: [.integer(1)], name: "tags"),
      isKept: false),
    .init(text: #"{"id":1,"title":"pruned to this"}"#, target: .entity("Book")),
  ]

  private func run(_ document: Document, on bench: EngineBench) -> Result<ImportReport, ImportError> {
    var options = ImportOptions()
    document.configure(&options)
    do {
      return .success(try bench.importJSON(document.text, into: document.target, options: options))
    } catch let error as ImportError {
      return .failure(error)
    } catch {
      return .failure(ImportError(.refused, "\(error)"))
    }
  }

  @Test func `an engine that is kept holds what a new one holds`() throws {
    let bench = try EngineBench(LibraryModel.yaml())
    for document in SpareEngineTests.documents where document.isKept {
      _ = run(document, on: bench)
      let fresh = ImportEngine(mapping: bench.mapping, connection: bench.connection)
      let kept = bench.nextEngine()
      #expect(EngineContents.difference(kept, fresh) == [], "\(document.text)")
    }
  }

  @Test func `an engine is kept by a small import that ended well and did nothing special`() throws {
    let bench = try EngineBench(LibraryModel.yaml())
    var last = bench.nextEngine()
    for document in SpareEngineTests.documents {
      _ = run(document, on: bench)
      let next = bench.nextEngine()
      // With `skip` an import has engines of its own.
      if document.target != .entity("Book") || document.isKept {
        #expect((next === last) == document.isKept, "\(document.text)")
      }
      last = next
    }
    let large = String(repeating: " ", count: SpareEngine.maximumBytes) + "[]"
    _ = try bench.importJSON(large, into: .entity("Book"))
    #expect(bench.nextEngine() !== last)
  }

  @Test func `imports with the same engine do what imports with new ones do`() throws {
    let reusing = try EngineBench(LibraryModel.yaml())
    let fresh = try EngineBench(LibraryModel.yaml(), leftOut: [.spareEngine])
    // In every order of two, so that each comes behind each.
    for one in SpareEngineTests.documents {
      for other in SpareEngineTests.documents {
        for document in [one, other] {
          #expect(run(document, on: reusing) == run(document, on: fresh), "\(one.text), then \(other.text)")
        }
        #expect(try reusing.rows() == fresh.rows(), "\(one.text), then \(other.text)")
      }
    }
  }

  @Test func `while very many keys name no row, a small import looks at those that it touches`() throws {
    let yaml = """
      defaults: { MergePolicy: Merge }
      entities:
        Author: { attributes: { id: Int }, relationships: { books: { to: [Book], inverse: author } } }
        Book: { attributes: { id: Int }, relationships: { author: { to: Author?, inverse: books } } }
      """
    let reusing = try EngineBench(yaml)
    let fresh = try EngineBench(yaml, leftOut: [.spareEngine])
    func expectSame(_ text: String, _ entity: String) throws {
      let reports = try [reusing, fresh].map { try $0.importJSON(text, into: .entity(entity)) }
      #expect(reports[0] == reports[1], "\(text.prefix(60))")
      let lists = try [reusing, fresh].map {
        try $0.connection.integer("SELECT count(*) FROM _rowsmith_unresolved")
      }
      #expect(lists[0] == lists[1], "\(text.prefix(60))")
    }
    for part in 0..<5 {
      let books = (part * 4000..<(part + 1) * 4000).map { #"{"id":\#($0),"author":\#($0 + 100000)}"# }
      try expectSame("[\(books.joined(separator: ","))]", "Book")
    }
    for (entity, text) in [
      ("Book", #"{"id":90001,"author":1}"#), ("Book", #"{"id":90002,"author":1}"#),
      ("Book", #"{"id":90003,"author":100000}"#), ("Author", #"{"id":1}"#),
      ("Author", #"{"id":100000,"books":[{"id":90004}]}"#), ("Book", #"{"id":90001,"author":null}"#),
      ("Book", #"{"id":90005,"author":2}"#), ("Author", #"{"id":7,"books":[90006]}"#),
      ("Book", #"[{"id":90006},{"id":90007,"author":100001}]"#), ("Book", #"{"id":90005,"author":100002}"#),
      ("Book", #"{"id":90008,"author":3}"#), ("Author", #"{"id":3,"books":[{"id":90009},1]}"#),
      ("Book", #"{"id":90010,"author":4}"#), ("Book", #"{"id":90010,"author":4}"#),
    ] {
      try expectSame(text, entity)
    }
    let work = try [reusing, fresh].map { bench in
      try bench.work { try bench.importJSON(#"{"id":90011,"author":5}"#, into: .entity("Book")) }
    }
    #expect(work[0] * 4 < work[1], "\(work)")
  }

  @Test func `what its own transaction has written before is seen`() throws {
    let bench = try EngineBench(LibraryModel.yaml())
    for _ in 1...2 { try bench.importJSON(#"{"id":1}"#, into: .entity("Author")) }
    try bench.importJSON(#"{"id":5,"title":"waited for"}"#, into: .entity("Book")) {
      try bench.connection.run(
        "INSERT INTO _rowsmith_pending (relationship, target, source, position) VALUES ('Author.books', 5, 1, 0)"
      )
    }
    #expect(try bench.connection.integer("SELECT author FROM Book WHERE id = 5") == 1)
  }

  @Test func `what somebody else has written since is seen`() throws {
    let scenario = try LibraryModel.scenario(comparingReference: false)
    try scenario.importJSON(#"{"id":1}"#, into: "Author")
    try scenario.importJSON(#"{"id":1,"name":"A"}"#, into: "Author")
    let other = try scenario.test.other()
    // A key that waits for its row, and one that names no row.
    try other.importJSON(.string(#"{"id":1,"books":[5]}"#), into: .entity("Author"))
    try other.importJSON(.string(#"{"id":6,"title":"t","author":8}"#), into: .entity("Book"))
    let report = try scenario.importJSON(#"{"id":5,"title":"came later"}"#, into: "Book")
    #expect(report.unresolved == ["Book.author": 1])
    try scenario.expect("SELECT id, author FROM Book ORDER BY id", "5 | 1\n6 | 8")
  }

  @Test func `what a transaction has taken back is not remembered`() throws {
    let scenario = try LibraryModel.scenario(comparingReference: false)
    let store = scenario.test.store
    try scenario.importJSON(#"{"id":1,"books":[5]}"#, into: "Author")
    struct Changed: Error {}
    #expect(throws: Changed.self) {
      try store.write { db in
        try db.importJSON(.string(#"{"id":5,"title":"came"}"#), into: .entity("Book"))
        throw Changed()
      }
    }
    try scenario.importJSON(#"[{"id":"no"}]"#, into: "Book") { $0.onInvalid = .skip }
    let report = try scenario.importJSON(#"{"id":1}"#, into: "Author")
    #expect(report.unresolved == ["Author.books": 1])
    try scenario.importJSON(#"{"id":5,"title":"came"}"#, into: "Book")
    try scenario.expect("SELECT id, author FROM Book", "5 | 1")
  }
}
