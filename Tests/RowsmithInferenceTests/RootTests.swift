import Rowsmith
import RowsmithInference
import Testing

/// What the top of the samples is: records, records under their keys, or a document; and what is no model.
@Suite struct RootTests {
  private func infer(_ samples: String..., named name: String = "things", at path: [String] = []) throws
    -> InferredModel
  {
    var options = Inference.Options()
    options.name = name
    options.path = path
    return try Inference.infer(samples.map { .string($0) }, options)
  }

  /// What is said of samples of which no model can be made.
  private func refusal(_ samples: String..., at path: [String] = []) -> String? {
    var options = Inference.Options()
    options.name = "things"
    options.path = path
    do {
      _ = try Inference.infer(samples.map { .string($0) }, options)
      return nil
    } catch let error as SampleFailure {
      return error.description
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("[]", "the samples hold no record: their list is empty"),
    ("[[], []]", "expected records, which are objects; found a list of something else"),
    ("[1, 2]", "expected records, which are objects; found a list of something else"),
    (
      #"[[{"id": 1}]]"#,
      "expected records, which are objects; found lists of them in a list: try --at 0 for the first"
    ),
    (
      #"[{"page": 1}, [{"id": 1}]]"#,
      "expected records, which are objects; found a list among them: try --at 1 for the second item alone"
    ),
    ("7", "expected an object or a list of objects; use --at where they are deeper in the JSON"),
    (#""a""#, "expected an object or a list of objects; use --at where they are deeper in the JSON"),
  ])
  func `what holds no records is refused, and why is said`(json: String, message: String) {
    #expect(refusal(json) == "error: \(message)")
  }

  @Test func `a list and an object are no samples of one kind`() {
    #expect(
      refusal(#"[{"id": 1}]"#, #"{"id": 2}"#)
        == "error: some samples are a list, others an object; infer from one kind at a time")
  }

  private static let answer = #"""
    {"answer": {"meta.data": [{"id": 1, "a": 2}], "none": [], "first": {"id": 7}, "count": 3}}
    """#

  @Test(
    arguments: [
      (["answer", "meta.data"], "  Thing:\n    attributes:\n      id: Int\n      a: Int\n"),
      (["answer", "meta.data", "0"], "  Thing:\n    attributes:\n      id: Int\n      a: Int\n"),
      (["answer", "first"], "  Thing:\n    attributes:\n      id: Int\n"),
    ] as [([String], String)])
  func `a part of the samples is read alone`(path: [String], entity: String) throws {
    let inferred = try infer(Self.answer, at: path)
    #expect(inferred.draft.yaml().hasSuffix("entities:\n\(entity)"))
    #expect(inferred.target == .entity("Thing"))
  }

  @Test(
    arguments: [
      (["none"], "$: expected a value under 'none', found 'answer'"),
      (
        ["answer", "items"],
        "$.answer: expected a value under 'items', found 'meta.data', 'none', 'first', 'count'"
      ),
      (
        ["answer", "meta.data", "1"],
        #"$.answer["meta.data"]: expected a value under '1', found the items 0 to 0"#
      ),
      (["answer", "none", "0"], "$.answer.none: expected a value under '0', found nothing there"),
      (["answer", "count", "a"], "$.answer.count: expected a value under 'a', found nothing there"),
    ] as [([String], String)])
  func `where nothing is at a place, what is there is said, and where records are`(
    path: [String], message: String
  ) {
    let places = #"; there are records at other places: try --at 'answer.meta\.data'"#
    #expect(refusal(Self.answer, at: path) == "error: \(message)\(places)")
  }

  @Test(
    arguments: [
      // Keys that say only that there are records.
      (["data"], "Thing"), (["docs"], "Thing"), (["hits", "hits"], "Thing"), (["result", "rows"], "Thing"),
      (["list_items"], "Thing"), (["payload"], "Thing"),
      // The last one that says more.
      (["bands", "items"], "Band"), (["data", "bands"], "Band"), (["answer", "bands"], "Band"),
    ] as [([String], String)])
  func `records are called after the last key that says what they are, or as the samples`(
    path: [String], entity: String
  ) throws {
    let list = #"[{"id": 1, "a": 1}, {"id": 2, "a": 3}]"#
    let json = path.reversed().reduce(list) { #"{"\#($1)": \#($0)}"# }
    let inferred = try infer(json)
    #expect(inferred.draft.entities.map(\.name) == [entity])
    #expect(inferred.draft.documents.map { $0.members.map(\.key) } == [[path.joined(separator: ".")]])
  }

  @Test func `an info with a name says what the object is, which is a record`() throws {
    let items = #""item": [{"name": "a", "size": 1}, {"name": "b", "size": 1}]"#
    let named = try infer(#"{"info": {"name": "API", "schema": "s"}, \#(items)}"#, named: "collection").draft
    #expect(named.documents.isEmpty && named.entities.map(\.name) == ["Collection"])
    let counted = try infer(#"{"info": {"count": 2}, \#(items)}"#).draft
    #expect(counted.documents.map { $0.members.map(\.key) } == [["item"]])
  }

  @Test(arguments: [
    "has_more", "hasMore", "next", "previous", "total", "total_count", "totalPages", "nextCursor", "links",
    "meta",
    "status", "pagination", "paging", "etag", "took", "timed_out", "request_id", "requestId", "copyright",
    "page_size", "perPage", "next_page_token", "nextPageToken", "totalItems", "resultCount", "num_results",
    "results_per_page", "api_version", "generated", "offset", "total_results", "totalHits", "numFound",
    "numFoundExact", "start", "q", "maxScore", "startIndex", "itemsPerPage", "documentation_url",
    "href", "nbHits", "hitsPerPage", "processingTimeMS", "query", "params", "batchcomplete", "continue",
    "startAt", "maxResults", "expand", "isLast", "totalResultsCount", "resultType",
  ])
  func `what says something of the answer alone is left out, and listed`(key: String) throws {
    let draft = try infer(#"{"\#(key)": 1, "bands": [{"id": 1, "a": 1}, {"id": 2, "a": 3}]}"#).draft
    #expect(draft.entities.map(\.name) == ["Band"])
    #expect(
      draft.documents.map(\.comments) == [["Not kept, as they say something of the answer alone: \(key)."]])
  }

  @Test(
    arguments: [
      (
        #""query": {"info": {"hits": 2}, "search": [{"pageid": 1, "title": "a"}, {"pageid": 2, "title": "b"}]}"#,
        ["query.search"]
      ),
      (
        #""query": {"pages": {"123": {"pageid": 123, "title": "a"}, "124": {"pageid": 124, "title": "b"}}}"#,
        ["query.pages"]
      ),
      (
        #""query": {"normalized": [{"from": "a_b", "to": "a b"}],"#
          + #" "pages": {"123": {"pageid": 123, "title": "a"}, "-1": {"title": "c", "missing": ""}}}"#,
        ["query.normalized", "query.pages"]
      ),
      (#""query": {"pages": {"-1": {"title": "c", "missing": ""}}}"#, ["query.pages"]),
      (
        #""query": {"filters": [{"field": "a", "op": "eq"}, {"field": "b", "op": "eq"}]}, "#
          + #""bands": [{"id": 1, "a": 1}, {"id": 2, "a": 3}]"#, ["bands"]
      ),
      (#""query": {"text": "x"}, "bands": [{"id": 1, "a": 1}, {"id": 2, "a": 3}]"#, ["bands"]),
      (
        #""start": {"id": 1, "name": "a"}, "bands": [{"id": 1, "a": 1}, {"id": 2, "a": 3}]"#,
        ["start", "bands"]
      ),
    ] as [(String, [String])])
  func `what was asked for is left out, but not records there`(members: String, keys: [String]) throws {
    let draft = try infer(#"{"batchcomplete": "", \#(members)}"#).draft
    #expect(draft.documents.map { $0.members.map(\.key) } == [keys])
  }

  @Test(arguments: [
    // Anything else makes the object a record, so that it is kept.
    #""note": "a""#, #""totals": 3"#, #""size": 1"#, #""note": {"text": "a"}"#, #""tags": ["a", "b"]"#,
    #""id": 7"#,
  ])
  func `anything else beside the collections is kept, and the object is a record`(member: String) throws {
    let draft = try infer(#"{\#(member), "bands": [{"id": 1, "a": 1}, {"id": 2, "a": 3}]}"#).draft
    #expect(draft.documents.isEmpty)
    #expect(draft.entities.map(\.name) == ["Thing", "Band"])
    #expect(draft.entities[0].attributes.count == 1)
  }

  @Test(arguments: ["List", "Listing", "PodList", "user_list", "ListResponse"])
  func `what calls itself a list is one, whatever else it has`(word: String) throws {
    let rest = #""bands": [{"id": 1, "a": 1}, {"id": 2, "a": 3}]"#
    let draft = try infer(
      #"{"kind": "\#(word)", "dist": 2, "hash": "x", "regionCode": "US", "pageInfo": {"size": 5}, \#(rest)}"#
    ).draft
    #expect(draft.documents.map { $0.members.map(\.key) } == [["bands"]])
    // A name makes it a record that has a list.
    #expect(try infer(#"{"kind": "\#(word)", "name": "x", \#(rest)}"#).draft.documents.isEmpty)
    #expect(try infer(#"{"kind": "Other", "dist": 2, \#(rest)}"#).draft.documents.isEmpty)
  }

  @Test(
    arguments: [
      (#"{"2020-01-01": 1.5, "2020-01-02": 2.5, "2020-01-03": 4}"#, "{ type: Double, ImportName: $value }"),
      (#"{"1": "a", "2": "b", "3": "c"}"#, "{ type: String, ImportName: $value }"),
      (
        #"{"7": true, "8": null, "9": false}"#, "{ type: Bool?, ImportName: $value }  # null in 1 of 3"
      ),
    ] as [(String, String)])
  func `one plain value under each key that begins with a digit is a record of both`(
    json: String, line: String
  ) throws {
    let inferred = try infer(json, named: "rates")
    #expect(inferred.target == .keyed("Rate"))
    #expect(inferred.draft.entities.map(\.primaryKey) == [["key"]])
    #expect(inferred.draft.line("Rate", "key") == "key: { type: String, ImportName: $key }")
    #expect(inferred.draft.line("Rate", "value") == "value: \(line)")
  }

  @Test(arguments: [
    // Another letter, another kind of value, and too few to say so.
    #"{"2020-01-01": 1, "2020-01-02": 2, "total": 3}"#, #"{"1": 1, "2": "a", "3": true}"#,
    #"{"1": 1, "2": 2}"#,
  ])
  func `other values under such keys are members of one record`(json: String) throws {
    #expect(try infer(json, named: "rates").target == .entity("Rate"))
  }

  @Test func `records under their keys are those of a map`() throws {
    let inferred = try infer(
      #"{"EUR": {"rate": 1, "unit": "a"}, "USD": {"rate": 2, "unit": "b"}, "CHF": {"rate": 3, "unit": "c"}}"#,
      named: "currencies")
    #expect(inferred.target == .keyed("Currency"))
    #expect(inferred.draft.line("Currency", "key") == "key: { type: String, ImportName: $key }")
    #expect(inferred.draft.entities.map(\.primaryKey) == [["key"]])
  }

  @Test(
    arguments: [
      (#"[{"object": "charge", "id": 1}]"#, nil, "Charge"), (#"[{"@type": "Band", "id": 1}]"#, nil, "Band"),
      (#"[{"__typename": "Band", "id": 1}]"#, nil, "Band"),
      (#"[{"resourceType": "Patient", "id": "1"}]"#, nil, "Patient"),
      (#"[{"resource_type": "band", "id": 1}]"#, nil, "Band"),
      // A kind that is no name of a type, unless the samples are called so.
      (#"[{"kind": "loud", "id": 1}]"#, nil, "Thing"), (#"[{"kind": "thing", "id": 1}]"#, nil, "Thing"),
      // What a person says goes before.
      (#"[{"object": "charge", "id": 1}]"#, "Payment", "Payment"),
    ] as [(String, String?, String)])
  func `records are called as said, else as they say, else as the samples`(
    json: String, given: String?, name: String
  ) throws {
    #expect(try ModelDraft.of(json, entity: given).entities.map(\.name) == [name])
  }
}
