import Rowsmith
import RowsmithInference
import Testing

/// What entities are called that stand in several places.
@Suite struct NamingTests {
  @Test func `what records are goes before where they stand`() throws {
    func commit(_ sha: Int, _ parents: String = "") -> String {
      #"{"sha": "s\#(sha)", "url": "u\#(sha)", "author": "ann", "message": "m\#(sha)", "tree": "t", "date": "d"\#(parents)}"#
    }
    let parents = #", "parents": [\#(commit(4)), \#(commit(5))]"#
    let json = """
      {"id": 1, "base_commit": \(commit(1, parents)), "merge_base_commit": \(commit(2, parents)),
       "commits": [\(commit(3, parents)), \(commit(6, parents))], "ahead": 3}
      """
    let draft = try Inference.infer([.string(json)]).draft
    #expect(draft.entities.map(\.name) == ["Record", "Commit"])
  }

  @Test(arguments: [("issues", "nodes"), ("issues", "items"), ("issue", "nodes")])
  func `records in an object around their list are called as the object, and are no others`(
    key: String, list: String
  ) throws {
    let draft = try ModelDraft.of(
      #"""
      {"id": "r", "\#(key)": {"count": 2, "\#(list)": [{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]},
       "fans": {"count": 2, "\#(list)": [{"id": 1, "login": "x"}, {"id": 2, "login": "y"}]},
       "cart": {"items": [{"id": 1, "sku": "x"}, {"id": 2, "sku": "y"}]}}
      """#, named: "repositories")
    #expect(draft.entities.map(\.name) == ["Repository", "Issue", "Fan", "Item"])
  }

  @Test func `what a record says each time that it comes is no word of a list`() throws {
    let items = (0..<60).map {
      #"{"id": \#($0), "owner": {"id": \#($0 % 3 + 100), "city": "c\#($0 % 3)"}, "city": "c\#($0 % 3)"}"#
    }
    let draft = try Inference.infer([.string("[\(items.joined(separator: ","))]")]).draft
    let types = draft.entities.map { $0.attributes.first { $0.name == "city" }?.type }
    #expect(types == ["City", "String"])
  }

  @Test func `a record and one in it are not one for the name of the file and a key`() throws {
    let json = #"""
      [{"id": 1, "email": "a", "user": {"id": 2, "login": "x"}}, {"id": 2, "email": "b", "user": {"id": 9, "login": "z"}}]
      """#
    var options = Inference.Options()
    options.name = "users"
    #expect(try Inference.infer([.string(json)], options).draft.entities.count == 2)
    options.name = "comments"
    let replies =
      #"[{"id": 1, "text": "a", "comment": {"id": 2, "text": "b"}}, {"id": 3, "text": "c", "comment": null}]"#
    #expect(try Inference.infer([.string(replies)], options).draft.entities.count == 1)
  }

  @Test(arguments: [
    ("CUSTOMERS", "Customer"), ("CUSTOMER_ACCOUNTS", "CustomerAccount"), ("FAQ", "FAQ"),
    ("PlayLIST", "PlayLIST"),
  ])
  func `a type has no name in capitals, unless it may be an acronym`(samples: String, type: String) throws {
    let draft = try ModelDraft.of(#"[{"id": 1, "SIZE_IN_CM": {"w": 1, "h": 2}}]"#, named: samples)
    #expect(draft.entities.map(\.name) == [type])
    #expect(draft.values.map(\.name) == ["SizeInCm"])
  }

  @Test func `a kind in capitals names its records as a type`() throws {
    let draft = try ModelDraft.of(
      #"""
      [{"id": 1, "referees": [{"id": 8, "name": "A", "type": "REFEREE"}, {"id": 9, "name": "B", "type": "REFEREE"}]}]
      """#, named: "matches")
    #expect(draft.entities.map(\.name) == ["Match", "Referee"])
  }
}
