import Rowsmith
import Testing

/// Rules 2, 3 and 5 as the reference has them: what several mentions of a row come to together.
@Suite struct MentionReferenceTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Post:
        attributes: { id: Int, title: String, text: { type: String?, ImportName: [text, body] }, rank: { type: Int, default: 5 } }
        relationships:
          author: { to: Person?, inverse: none, MergePolicy: Replace }
          readers: { to: [Person], inverse: none, MergePolicy: Merge }
          parts: { to: [Part], inverse: post, MergePolicy: Merge }
      Person:
        attributes: { id: Int, name: String, mail: String?, age: { type: Int, default: 1 } }
      Part: { attributes: { id: Int, title: String }, relationships: { post: Post } }
    documents: { all: { posts: [Post], people: [Person] } }
    """

  private func scenario() throws -> ReferenceScenario { try ReferenceScenario(MentionReferenceTests.model) }

  @Test(arguments: [
    "{'people':[{'id':1,'name':'Ann','mail':'a@b'}],'posts':[{'id':1,'title':'t','author':{'id':1,'age':3}}]}",
    "{'posts':[{'id':1,'title':'t','author':{'id':1,'age':3}}],'people':[{'id':1,'name':'Ann','mail':'a@b'}]}",
  ])
  func `a row that is overwritten whole has what all mentions give it`(_ document: String) throws {
    var scenario = try scenario()
    try scenario.importJSON(document, into: .document("all"))
    #expect(scenario.rows("Person", "id", "name", "mail", "age") == ["1 Ann a@b 3"])
    #expect(try scenario.isSettled(document, into: .document("all")))
    // What none of them gives falls back.
    try scenario.importJSON("{'id':1,'author':{'id':1,'name':'Bea'}}", into: "Post")
    #expect(scenario.rows("Person", "id", "name", "mail", "age") == ["1 Bea · 1"])
  }

  @Test func `what is required is asked for when the document has ended`() throws {
    var scenario = try scenario()
    try scenario.importJSON("[{'id':1,'text':'x'},{'id':1,'title':'t'}]", into: "Post")
    #expect(scenario.rows("Post", "id", "title", "text") == ["1 t x"])
    #expect(
      try scenario.failure("[{'id':2,'text':'x'},{'id':2,'rank':1}]", into: .entity("Post"))
        == "Post.title is missing")
    let report = try scenario.importJSON(
      "[{'id':2,'text':'x'},{'id':2,'rank':1},{'id':3,'title':'u'}]", into: "Post"
    ) {
      $0.onInvalid = .skip
    }
    #expect(report.skipped.map(\.record).sorted() == ["$[0]", "$[1]"])
    #expect(scenario.rows("Post", "id") == ["1", "3"])
  }

  @Test(arguments: [
    "{'posts':[{'id':1,'title':'t','author':{'id':1},'readers':[{'id':1},{'id':2}]}],'people':[{'id':1,'name':'Ann','mail':'m'}]}",
    "{'people':[{'id':1,'name':'Ann','mail':'m'}],'posts':[{'id':1,'title':'t','author':{'id':1},'readers':[{'id':1},{'id':2}]}]}",
  ])
  func `an object that holds a key alone is a key`(_ document: String) throws {
    var scenario = try scenario()
    let report = try scenario.importJSON(document, into: .document("all"))
    #expect(scenario.rows("Person", "id", "name", "mail", "age") == ["1 Ann m 1"])
    #expect(scenario.rows("Post", "id", "author") == ["1 1"])
    #expect(scenario.rows("Post_readers", "source", "target") == ["1 1", "1 2"])
    #expect(report.unresolved == ["Post.readers": 1])
    #expect(report.entities["Person"]?.mentions == 1)
  }

  @Test func `a key alone over a to-one inverse waits for its row`() throws {
    var scenario = try scenario()
    try scenario.importJSON("{'id':1,'title':'t','parts':[{'id':7}]}", into: "Post")
    #expect(scenario.rows("Part") == [])
    try scenario.importJSON("{'id':7,'title':'p'}", into: "Part")
    #expect(scenario.rows("Part", "id", "title", "post") == ["7 p 1"])
    #expect(scenario.rows("_rowsmith_pending") == [])
  }

  @Test func `at the root an object that holds a key alone is a record`() throws {
    #expect(try scenario().failure("{'id':1}", into: .entity("Person")) == "Person.name is missing")
  }

  @Test func `of alternates the first that is present and not null counts`() throws {
    var scenario = try scenario()
    try scenario.importJSON(
      "[{'id':1,'title':'t','text':null,'body':'b'},{'id':2,'title':'u','body':null}]", into: "Post")
    #expect(scenario.rows("Post", "id", "text") == ["1 b", "2 ·"])
  }

  @Test func `null where root records are expected is bad input, and a member that is null is absent`() throws
  {
    var scenario = try scenario()
    try scenario.importJSON("{'id':1,'name':'Ann'}", into: "Person")
    #expect(try scenario.failure("null", into: .entity("Person")) { $0.policy = .mergeAndPrune } != "")
    try scenario.importJSON("{'people':null,'posts':[]}", into: .document("all")) { $0.policy = .replace }
    #expect(scenario.rows("Person", "id") == ["1"])
  }

  @Test func `what is ours alone is never read and never reset`() throws {
    var scenario = try ReferenceScenario(MentionReferenceTests.model) { schema in
      schema.change("Person", "mail") { $0.isLocal = true }
    }
    try scenario.importJSON("{'id':1,'name':'Ann','mail':'x'}", into: "Person")
    #expect(scenario.rows("Person", "id", "mail") == ["1 ·"])
    scenario.set("mail", .text("mine"), in: "Person", key: .integer(1))
    try scenario.importJSON("{'id':1,'title':'t','author':{'id':1,'name':'Bea','mail':'y'}}", into: "Post")
    try scenario.importJSON("[{'id':1,'name':'Bea'}]", into: "Person") { $0.policy = .replace }
    #expect(scenario.rows("Person", "id", "name", "mail") == ["1 Bea mine"])
  }

  @Test func `replacing the root overwrites the rows that are there`() throws {
    var scenario = try scenario()
    try scenario.importJSON(
      "[{'id':1,'name':'Ann','mail':'a','age':7},{'id':2,'name':'Bob'}]", into: "Person")
    let report = try scenario.importJSON("[{'id':1,'name':'Ann'}]", into: "Person") { $0.policy = .replace }
    #expect(scenario.rows("Person", "id", "name", "mail", "age") == ["1 Ann · 1"])
    #expect(report.entities["Person"]?.inserted == 0)
    #expect(report.entities["Person"]?.deleted == 1)
  }

  @Test func `of two new rows with one unique value the later is bad`() throws {
    var scenario = try ReferenceScenario(MentionReferenceTests.model) { schema in
      schema.change("Person", "mail") { $0.isUnique = true }
    }
    try scenario.importJSON("[{'id':1,'name':'a','mail':'x'},{'id':2,'name':'b','mail':'y'}]", into: "Person")
    // Swapped values are no clash.
    try scenario.importJSON("[{'id':1,'mail':'y'},{'id':2,'mail':'x'}]", into: "Person")
    let report = try scenario.importJSON(
      "[{'id':3,'name':'c','mail':'z'},{'id':4,'name':'d','mail':'z'},{'id':5,'name':'e','mail':'x'}]",
      into: "Person"
    ) { $0.onInvalid = .skip }
    #expect(report.skipped.map(\.record).sorted() == ["$[1]", "$[2]"])
    #expect(scenario.rows("Person", "id", "mail") == ["1 y", "2 x", "3 z"])
  }

  @Test func `a value that makes its parent an entity without the relationship contradicts itself`() throws {
    var scenario = try ReferenceScenario(
      """
      defaults: { MergePolicy: Merge }
      entities:
        Cat: { attributes: { id: Int }, Discriminator: kind, relationships: { boss: { to: Fox?, inverse: cats } } }
        Fox: { extends: Cat, relationships: { cats: { to: [Cat], inverse: boss } } }
      """)
    let cats = ImportTarget.relationship(parent: "Fox", key: [.integer(1)], name: "cats")
    try scenario.importJSON("{'id':1}", into: "Fox")
    #expect(try scenario.importJSON("[{'id':1},{'id':2}]", into: cats).contradictions == [])
    #expect(try scenario.importJSON("[{'id':1,'kind':'Cat'}]", into: cats).contradictions == [.twoKinds])
  }
}
