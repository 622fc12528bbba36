import Rowsmith
import Testing

/// Rule 7 as the reference has it: what the server says of its rows, kinds, and imports into a parent.
@Suite struct ServerReferenceTests {
  private static let model = """
    defaults: { MergePolicy: Merge }
    entities:
      Feed:
        attributes: { id: Int, name: String?, size: { type: Int, default: 3 } }
        relationships:
          items: { to: [Item], inverse: feed, MergePolicy: Replace }
          top: { to: Item?, inverse: none }
          songs: { to: [Song], inverse: none }
          notes: { to: [Note], inverse: none, MergePolicy: Replace }
      Item:
        Discriminator: kind
        attributes: { id: Int, title: String?, stamp: Int? }
        relationships: { feed: Feed?, tags: { to: [Tag], inverse: none } }
      Song: { extends: Item, attributes: { bars: { type: Int, default: 4 } }, relationships: { band: { to: Tag?, inverse: none } } }
      Film: { extends: Item, attributes: { length: Int? } }
      Tag: { attributes: { id: Int } }
      Note: { attributes: { text: String? } }
    documents: { all: { feeds: [Feed], items: [Item], tags: [Tag] } }
    """

  private func scenario(_ change: (inout Schema) -> Void = { _ in }) throws -> ReferenceScenario {
    var scenario = try ReferenceScenario(ServerReferenceTests.model) { schema in
      for index in schema.entities.indices
      where ["Item", "Song", "Film"].contains(schema.entities[index].name) {
        schema.entities[index].deletedWhen = [
          .init(path: ["deleted"]), .init(path: ["meta", "status"], values: [.text("gone")]),
        ]
        schema.entities[index].modificationAttribute = "stamp"
      }
      change(&schema)
    }
    try scenario.importJSON(
      """
      {'id':1,'name':'f','items':[{'id':1,'title':'a','stamp':5,'tags':[1]},{'id':2,'title':'b'}],'top':2,'songs':[8]}
      """, into: "Feed")
    return scenario
  }

  @Test func `a record of which the server says that it is deleted needs only its key`() throws {
    var scenario = try scenario()
    let report = try scenario.importJSON(
      "[{'id':2,'deleted':true},{'id':7,'meta':{'status':'gone'}},{'id':1,'deleted':0,'meta':{'status':'here'}}]",
      into: "Item")
    #expect(scenario.rows("Item", "id") == ["1"])
    #expect(scenario.rows("Feed", "id", "top") == ["1 ·"])
    #expect(report.entities["Item"]?.deleted == 1)
  }

  @Test(arguments: [
    "{'items':[{'id':9,'deleted':true}],'feeds':[{'id':1,'top':9,'songs':[9]}]}",
    "{'feeds':[{'id':1,'top':9,'songs':[9]}],'items':[{'id':9,'deleted':true}]}",
  ])
  func `a key does not bring back what the server has deleted, and links that waited go`(_ document: String)
    throws
  {
    var scenario = try scenario()
    try scenario.importJSON("{'id':1,'top':9}", into: "Feed")
    try scenario.importJSON(document, into: .document("all"))
    #expect(scenario.rows("Feed", "id", "top") == ["1 ·"])
    #expect(scenario.rows("Feed_songs") == ["1 8 ·"])
  }

  @Test func `of a row that is deleted and given the later counts`() throws {
    var scenario = try scenario()
    try scenario.importJSON("[{'id':2,'deleted':true},{'id':2,'title':'c'}]", into: "Item")
    #expect(scenario.rows("Item", "id", "title") == ["1 a", "2 c"])
    try scenario.importJSON("[{'id':2,'title':'d'},{'id':2,'deleted':true}]", into: "Item")
    #expect(scenario.rows("Item", "id", "title") == ["1 a"])
  }

  @Test func `in a to-one it is as null, in a list as if it were not there`() throws {
    var scenario = try scenario()
    try scenario.importJSON(
      "{'id':1,'top':{'id':2,'deleted':true},'items':[{'id':1},{'id':6,'deleted':1}]}", into: "Feed")
    #expect(scenario.rows("Item", "id", "feed") == ["1 1"])
    #expect(scenario.rows("Feed", "top") == ["·"])
  }

  @Test func `a mention that is older than the row changes nothing of it`() throws {
    var scenario = try scenario()
    let report = try scenario.importJSON("{'id':1,'title':'old','stamp':4,'tags':[{'id':2},3]}", into: "Item")
    #expect(scenario.rows("Item", "id", "title", "stamp") == ["1 a 5", "2 b ·"])
    #expect(scenario.rows("Item_tags", "source", "target") == ["1 1"])
    // What is embedded in it counts for itself.
    #expect(scenario.rows("Tag", "id") == ["2"])
    #expect(report.entities["Item"]?.stale == 1)
    #expect(report.entities["Item"]?.mentions == 0)
    try scenario.importJSON(
      "[{'id':1,'title':'same','stamp':5},{'id':2,'title':'new','stamp':1}]", into: "Item")
    #expect(scenario.rows("Item", "id", "title", "stamp") == ["1 same 5", "2 new 1"])
    try scenario.importJSON("{'id':1,'title':'none'}", into: "Item")
    #expect(scenario.rows("Item", "id", "title", "stamp") == ["1 none 5", "2 new 1"])
  }

  @Test func `a stale mention in a new place is linked there`() throws {
    var scenario = try scenario()
    try scenario.importJSON("{'id':2,'items':[{'id':1,'title':'old','stamp':4}]}", into: "Feed")
    #expect(scenario.rows("Item", "id", "title", "feed") == ["1 a 2", "2 b 1"])
  }

  @Test func `a record that comes as another entity loses the links that it has no more, on both sides`()
    throws
  {
    var scenario = try scenario()
    try scenario.importJSON("{'id':8,'kind':'Song','title':'s','band':1,'feed':1}", into: "Item")
    #expect(scenario.rows("Item", "id", "entityName", "bars", "band", "feed").last == "8 Song 4 1 1")
    let report = try scenario.importJSON("{'id':8,'kind':'Film','length':2}", into: "Item")
    #expect(
      scenario.rows("Item", "id", "entityName", "bars", "length", "band", "feed").last == "8 Film · 2 · 1")
    #expect(scenario.rows("Feed_songs") == [])
    #expect(report.removed == 2)
    // Without a discriminator it stays what it is; a link to what it is not waits.
    let later = try scenario.importJSON(
      "{'feeds':[{'id':1,'songs':[8]}],'items':[{'id':8,'title':'t'}]}", into: .document("all"))
    #expect(scenario.rows("Item", "id", "entityName", "title").last == "8 Film t")
    #expect(later.unresolved["Feed.songs"] == 1)
  }

  @Test func `values of the discriminator may stand for entities`() throws {
    var scenario = try scenario { schema in
      schema.change("Item") { $0.discriminatorValues = [.init("tune", "Song"), .init("movie", "Film")] }
    }
    try scenario.importJSON("[{'id':5,'kind':'movie'},{'id':6}]", into: "Item")
    #expect(scenario.rows("Item", "id", "entityName").suffix(2) == ["5 Film", "6 Item"])
    #expect(try scenario.failure("{'id':5,'kind':'Song'}", into: .entity("Item")) != "")
  }

  @Test func `a mixed collection leaves out and counts what it does not list`() throws {
    let choice = Schema.OneOf(discriminator: [.key("sort")], values: [.init("i", "Item"), .init("t", "Tag")])
    var scenario = try scenario { schema in
      schema.documents[0].members.append(
        .init(path: ["included"], entity: "Item", shape: .array, oneOf: choice))
    }
    let report = try scenario.importJSON(
      "{'included':[{'sort':'t','id':4},{'sort':'i','id':1,'title':'x'},{'sort':'u','id':9},{'id':9}]}",
      into: .document("all"))
    #expect(scenario.rows("Tag", "id") == ["4"])
    #expect(scenario.rows("Item", "id", "title") == ["1 x", "2 b"])
    #expect(report.unlistedKinds == ["included": 2])
  }

  @Test func `a parent-scoped import keeps the parent's own values`() throws {
    var scenario = try scenario()
    let items = ImportTarget.relationship(parent: "Feed", key: [.integer(1)], name: "items")
    try scenario.importJSON("[{'id':1},{'id':3,'feed':{'id':1,'size':8}}]", into: items) {
      $0.policy = .replace
    }
    #expect(scenario.rows("Feed", "id", "name", "size") == ["1 f 8"])
    #expect(scenario.rows("Item", "id", "feed") == ["1 1", "2 ·", "3 1"])
    let away = ImportTarget.relationship(parent: "Feed", key: [.integer(9)], name: "items")
    #expect(try scenario.failure("[]", into: away) == "no such parent or relationship")
  }

  @Test func `what is unresolved is named by the relationship that stood in the JSON`() throws {
    var scenario = try ReferenceScenario(
      """
      entities:
        Cat: { attributes: { id: Int }, relationships: { dogs: { to: [Dog], MergePolicy: Merge } } }
        Dog: { attributes: { id: Int }, relationships: { cats: { to: [Cat], MergePolicy: Merge } } }
      """)
    try scenario.importJSON("{'id':1,'dogs':[1,2]}", into: "Cat")
    let report = try scenario.importJSON("{'id':1,'cats':[1,5]}", into: "Dog")
    #expect(report.unresolved == ["Cat.dogs": 1, "Dog.cats": 1])
  }
}
