import Rowsmith
import RowsmithInference
import TestSupport
import Testing

/// What is around records in an answer.
@Suite struct AnswerTests {
  private func model(_ json: String, named name: String = "posts") throws -> (
    inferred: InferredModel, imported: Imported
  ) {
    var options = Inference.Options()
    options.name = name
    let inferred = try Inference.infer([.string(json)], options)
    return (inferred, try Imported(inferred, .string(json)))
  }

  private func listing(_ children: String) -> String {
    #"{"kind": "Listing", "data": {"after": "t3_b", "dist": 2, "modhash": "", "children": [\#(children)]}}"#
  }

  @Test func `what says that it is a list has only words of the answer in it`() throws {
    let (inferred, imported) = try model(
      listing(
        #"{"kind": "t3", "data": {"id": "a", "ups": 3, "score": 4}}, {"kind": "t3", "data": {"id": "b", "ups": 2, "score": 1}}"#
      ))
    let yaml = inferred.draft.yaml()
    #expect(yaml.contains("    data.children: [Post]\n"))
    #expect(yaml.contains("alone: kind, data.after, data.dist, data.modhash.\n"))
    #expect(yaml.contains("      id: { type: String, ImportName: data.id }\n"))
    #expect(try imported.database.rows(of: "Post") == 2)
  }

  @Test func `records of several kinds in data are entities of a document`() throws {
    let (inferred, imported) = try model(
      listing(
        #"{"kind": "t3", "data": {"id": "a", "title": "x", "domain": "y"}}, {"kind": "t1", "data": {"id": "a", "body": "z", "parent": "q"}}"#
      ))
    #expect(
      inferred.draft.yaml().hasSuffix(
        "    data.children: { oneOf: { t3: T3, t1: T1 }, Discriminator: kind }\n"))
    #expect(try imported.database.rows(of: "T1") == 1)
  }

  @Test func `a list that has a name is a record`() throws {
    let (inferred, imported) = try model(
      #"{"type": "list", "name": "To do", "cards": [{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]}"#)
    #expect(inferred.draft.documents.isEmpty)
    #expect(try imported.database.values().contains("text To do"))
  }

  @Test(arguments: [
    #""name": "places", "xy_coordinate_resolution": 1e-06"#, #""totalFeatures": 2, "timeStamp": "a""#,
    #""@context": ["a", {"b": "c"}], "title": "Current warnings", "updated": "2024-05-01T10:00:00Z""#,
  ])
  func `features are records, whatever a program writes around them`(rest: String) throws {
    let features = (1...2).map {
      #"{"type": "Feature", "id": "a.\#($0)", "properties": {"size": \#($0)}, "geometry": null}"#
    }
    let (inferred, imported) = try model(
      #"{"type": "FeatureCollection", \#(rest), "features": [\#(features.joined(separator: ", "))]}"#)
    #expect(inferred.draft.documents.map { $0.members.map(\.key) } == [["features"]])
    #expect(try imported.database.rows(of: "Feature") == 2)
  }

  @Test(arguments: [
    #""id": "b1", "meta": {"lastUpdated": "2024-03-11T08:00:00Z"}, "type": "searchset", "total": 2, "#
      + #""link": [{"relation": "self", "url": "https://a.example/Patient"}]"#,
    #""type": "transaction""#,
  ])
  func `the resources of a bundle are records of their kinds`(rest: String) throws {
    let (inferred, imported) = try model(
      #"""
      {"resourceType": "Bundle", \#(rest), "entry": [
        {"fullUrl": "https://a.example/Patient/1",
         "resource": {"resourceType": "Patient", "id": "1", "gender": "male", "active": true}},
        {"fullUrl": "https://a.example/Observation/1",
         "resource": {"resourceType": "Observation", "id": "1", "status": "final", "issued": "2024-05-01T10:00:00Z"}}]}
      """#)
    #expect(inferred.draft.documents.map { $0.members.map(\.key) } == [["entry"]])
    #expect(inferred.cautions == [])
    #expect(try imported.database.rows(of: "Patient") == 1 && imported.database.rows(of: "Observation") == 1)
  }

  private static let posts = #"[{"id": 1, "a": 1}, {"id": 2, "a": 3}]"#
  private static let sort = #"{"empty": true, "sorted": false, "unsorted": true}"#
  /// The paths of records, and what is in the object around them.
  private static let pages: [(String, String)] = [
    ("value", #""@odata.context": "https://a.example/$metadata", "@odata.count": 2, "value": \#(posts)"#),
    (
      "content",
      #"""
      "content": \#(posts), "last": true, "totalElements": 2, "totalPages": 1, "size": 20, "number": 0, "first": true,
      "pageable": {"sort": \#(sort), "offset": 0, "pageNumber": 0, "pageSize": 20, "paged": true, "unpaged": false},
      "sort": \#(sort), "numberOfElements": 2, "empty": false
      """#
    ),
    (
      "data",
      #"""
      "current_page": 1, "data": \#(posts), "first_page_url": "https://a.example/?page=1", "from": 1, "last_page": 1,
      "last_page_url": "https://a.example/?page=1", "links": [{"url": null, "label": "Previous", "active": false},
      {"url": "https://a.example/?page=1", "label": "1", "active": true}], "next_page_url": null,
      "path": "https://a.example/", "per_page": 15, "prev_page_url": null, "to": 2, "total": 2
      """#
    ),
    ("docs", #""docs": \#(posts), "totalDocs": 2, "limit": 10, "hasNextPage": false, "pagingCounter": 1"#),
    ("values", #""pagelen": 10, "values": \#(posts), "page": 1, "size": 2"#),
    (
      "results",
      #"""
      "dates": {"maximum": "2024-05-01", "minimum": "2024-03-20"}, "page": 1, "results": \#(posts), "total_pages": 1,
      "total_results": 2
      """#
    ),
    ("records", #""totalSize": 2, "done": true, "records": \#(posts)"#),
    (
      "hits.hits",
      #"""
      "took": 1, "_shards": {"total": 1, "successful": 1, "failed": 0}, "hits": {"total": {"value": 2, "relation": "eq"},
      "max_score": 1.5, "hits": [{"_index": "p", "_id": "1", "_score": 1.5, "_source": {"title": "a"}},
      {"_index": "p", "_id": "2", "_score": 0.5, "_source": {"title": "b"}}]}
      """#
    ),
    (
      "data.posts.edges",
      #"""
      "data": {"posts": {"totalCount": 2, "pageInfo": {"hasNextPage": false, "endCursor": "b"}, "edges": [
      {"cursor": "a", "node": {"id": 1, "a": 1}}, {"cursor": "b", "node": {"id": 2, "a": 3}}]}}
      """#
    ),
  ]

  @Test(arguments: pages)
  func `what a page has around its records is left out`(path: String, members: String) throws {
    // A connection has the name of its records in its path.
    let name = path.contains("posts") ? "answer" : "posts"
    let (inferred, imported) = try model("{\(members)}", named: name)
    #expect(inferred.draft.documents.map { $0.members.map(\.key) } == [[path]])
    #expect(inferred.cautions == [])
    #expect(try imported.database.rows(of: "Post") == 2)
  }

  @Test func `a list of a page that has a key is kept`() throws {
    let (inferred, imported) = try model(
      #"{"next_page_url": null, "path": "/", "links": [{"id": 1, "to": "a"}, {"id": 2, "to": "b"}]}"#)
    #expect(inferred.draft.documents.map { $0.members.map(\.key) } == [["links"]])
    #expect(try imported.database.rows(of: "Link") == 2)
  }

  @Test func `what is most of a record is taken apart`() throws {
    let members = (0..<20).map { #""m\#($0)": \#($0)"# }.joined(separator: ",")
    let (inferred, _) = try model(#"{"id": 1, "info": {\#(members)}}"#)
    #expect(inferred.draft.yaml().contains("      infoM19: { type: Int, ImportName: info.m19 }\n"))
  }

  @Test func `a number that is another one in each list is of the record in this list`() throws {
    let posts = (0..<8).map { post in
      #"{"id": "p\#(post)", "awards": [{"id": "gold", "icon": "u", "price": 500, "days": 7, "count": \#(post)}]}"#
    }
    let (inferred, imported) = try model("[\(posts.joined(separator: ","))]")
    #expect(inferred.draft.yaml().contains("  Award:\n    PrimaryKey: [post, id]\n"))
    #expect(try imported.database.rows(of: "Award") == 8)
  }
}
