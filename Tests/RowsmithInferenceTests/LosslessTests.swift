import Rowsmith
import RowsmithInference
import RowsmithModel
import Testing

/// Samples whose models once failed the check, refused them, or lost something of them.
@Suite struct LosslessTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var samples: String
    /// Lines that the model has.
    var lines: [String]

    init(_ name: String, _ samples: String, _ lines: String...) {
      (testDescription, self.samples, self.lines) = (name, samples, lines)
    }
  }

  static let cases = [
    Case(
      "a record of which there is the key alone, in a map",
      #"{"id": 1, "prices": {"2020-01-01": {"code": "a", "n": 1}, "2020-01-02": {"code": "b"}}}"#,
      "n: Int?  # missing in 1 of 2"),
    Case(
      "a record with its key and another name beside it",
      #"[{"id": 1, "user": {"id": 7, "login": "a"}}, {"id": 2, "user": {"id": 8, "login": "b", "name": "x"}}]"#,
      "name: String?  # missing in 1 of 2"),
    Case(
      "a record with its key and its kind",
      #"""
      [{"id": 1, "user": {"id": 7, "type": "user"}}, {"id": 2, "user": {"id": 8, "type": "user", "name": "x"}}]
      """#, "type: String", "name: String?  # missing in 1 of 2"),
    Case(
      "a record of which only its key came, where others have more",
      #"[{"id": 1, "user": {"id": 7}}, {"id": 2, "user": {"id": 8, "name": "x"}}]"#, "name: String"),
    Case(
      "records in a list of an answer that are empty now and then",
      #"{"data": {"people": [{}, {"born": "2016-12-07"}, {"born": null}]}}"#,
      "born: { type: Date?, DateFormat: yyyy-MM-dd }  # null or missing in 2 of 3"),
    Case(
      "a map of records that are empty now and then",
      #"{"32788": {"day": "2026-05-09"}, "57780": {}, "25934": {"day": "2013-02-02"}, "15440": {}}"#,
      "PrimaryKey: key"),
    Case("lines of which each has one object", "{\"a\": {}}\n{\"a\": {}}\n{\"a\": {}}"),
    Case(
      "a map whose keys are the numbers in its records",
      #"{"32788": {"id": 32788, "x": 1}, "57780": {"id": 57780, "x": 2}}"#, "id: Int", "x: Int"),
    Case(
      "records that are in a map here and in a list there",
      #"""
      {"all": [{"id": 3, "x": 1}], "best": [{"id": 5, "of": {"2020-01-01": {"id": 3, "x": 1}, "2020-01-02": {"id": 4, "x": 2}}}]}
      """#, "key: { type: String?, ImportName: $key }"),
    Case(
      "names that generated code uses, under a key without letters",
      #"[{"__": {"hashValue": 4, "tags": [{"id": 1, "x": 2}, {"id": 2, "x": 3}]}}]"#),
    Case(
      "the key of a record beside an object that is none",
      #"""
      {"items": [{"id": 1, "band_id": 7, "band": {"x": 1}}, {"id": 2, "band_id": 8, "band": {"x": 2}}],
       "bands": [{"id": 7, "name": "a"}, {"id": 8, "name": "b"}]}
      """#, "bandKey: { to: Band, ForeignKey: band_id }"),
    Case(
      "keys of several records under one name",
      #"""
      {"items": [{"id": 1, "band_id": 7, "info": {"n": 1, "band_id": 8, "genres": [{"id": 1, "n": "x"}]}},
        {"id": 2, "band_id": 8, "info": {"n": 1, "band_id": 7, "genres": [{"id": 1, "n": "x"}]}}],
       "bands": [{"id": 7, "name": "a"}, {"id": 8, "name": "b"}]}
      """#),
    Case(
      "records in a map of a record to which another relationship leads",
      #"""
      [{"id": 1, "best": {"2020-01-01": {"n": 1, "of_id": 2, "of": {"id": 2}}}},
       {"id": 2, "best": {"2020-01-01": {"n": 1, "of_id": 1, "of": {"id": 1}}}}]
      """#),
    Case(
      "a key that only looks as if it were that of a record",
      #"""
      {"k0": [{"key": "a1", "k1_id": "57780012"}],
       "k1": [{"id": "903c7448-0000-4000-8000-000000004384", "x": 1}, {"id": "913c7448-0000-4000-8000-000000004384", "x": 2}]}
      """#, "k1ID: String"),
    Case(
      "nodes that say the key of the one above",
      #"""
      [{"id": 1, "node": {"code": "a", "node_id": "b", "x": 1, "node": {"code": "b", "node_id": "c", "x": 2}}},
       {"id": 2, "node": {"code": "b", "node_id": "c", "x": 2, "node": {"code": "c", "node_id": "a", "x": 3}}}]
      """#),
    Case(
      "an author and the posts that the author likes",
      #"""
      {"posts": [{"id": 1, "title": "a", "author": {"id": 7, "name": "A", "liked": [{"id": 2, "title": "b"}]}},
        {"id": 2, "title": "b", "author": {"id": 8, "name": "B", "liked": [{"id": 1, "title": "a"}, {"id": 2, "title": "b"}]}}]}
      """#, "author: { to: Author?, inverse: none }  # missing in 3 of 5"),
    Case(
      "an author and the posts that another one likes",
      #"""
      {"posts": [{"id": 1, "title": "a", "by": 7}, {"id": 2, "title": "b", "by": 8}, {"id": 3, "title": "c", "by": 8}],
       "authors": [{"id": 7, "name": "A", "liked": [{"id": 2, "title": "b", "author": {"id": 8, "name": "B"}},
           {"id": 3, "title": "c", "author": {"id": 8, "name": "B"}}]}, {"id": 8, "name": "B", "liked": []}]}
      """#, "liked: { to: [Liked], ordered: true, inverse: none }"),
    Case(
      "an author and the author's posts",
      #"""
      {"posts": [{"id": 1, "title": "a", "author": {"id": 7, "name": "A", "posts": [{"id": 1, "title": "a"}]}},
        {"id": 2, "title": "b", "author": {"id": 8, "name": "B", "posts": [{"id": 2, "title": "b"}]}}]}
      """#, "posts: { to: [Post], ordered: true }"),
    Case(
      "keys that differ in capitals alone, one of which is null now and then",
      #"""
      [{"Id": 1, "Name": "a", "Item": {"Type": null, "type": {"x": 1}}},
       {"Id": 2, "Name": "a", "Item": {"Type": {"y": [2]}, "type": {"x": 1}}}]
      """#, "type: { type: TypeRecord?, ImportName: Type }  # null in 1 of 2"),
    Case(
      "identifiers in an object that several records have",
      #"""
      [{"name": "a", "n": 1, "data": {"_id": "x", "v": 1}}, {"name": "b", "n": 2, "data": {"_id": "x", "v": 1}},
       {"name": "c", "n": 3, "data": {"_id": "y", "v": 2}}]
      """#),
    Case(
      "a class that is a date in each record",
      #"""
      [{"id": 1, "class": "2016-09-26", "a": 1}, {"id": 2, "class": "2000-01-20", "b": 2}, {"id": 3, "class": "2009-10-16", "c": 3}]
      """#, "class: { type: Date, DateFormat: yyyy-MM-dd }"),
    Case(
      "an address that is none", #"[{"self": "open", "n": 1}, {"self": "new", "n": 2}]"#,
      "# No member tells these records apart: each import adds them again."),
    Case(
      "a map of records of kinds of their own",
      #"""
      {"32788": {"uuid": 1, "type": "https://example.com/1", "a": 1}, "57780": {"uuid": 2, "type": "https://example.com/2", "b": 1},
       "25934": {"uuid": 3, "type": "https://example.com/3", "a": 2}}
      """#, "type: URL"),
    Case(
      "members that no model can name", #"[{"$key": "a", "n": 1}, {"$key": "b", "n": 2}]"#,
      "# Not read, as a model cannot name it: '$key'."),
    Case("a list of lists and objects", #"{"32788": {"all": [[9, ["t"]], {"a": 6}]}, "57780": {}}"#),
    Case(
      "records in several maps",
      #"""
      {"a": [{"id": 1, "of": {"2020-01-01": {"id": 7, "n": 1, "x_id": 2}, "2020-01-02": {"id": 8, "n": 1, "x_id": 2}}},
        {"id": 2, "of": {"2020-01-01": {"id": 7, "n": 1, "x_id": 2}, "2020-01-02": {"id": 9, "n": 1, "x_id": 2}}}]}
      """#),
    Case(
      "a number that is called like the key of a record, which is null here and there",
      #"""
      [{"id": 1, "author": {"id": "u1", "n": "x"}, "author_id": 11}, {"id": 2, "author": null, "author_id": 12}]
      """#, "authorID: Int", "author: { to: Author?, ForeignKey: author }  # null in 1 of 2"),
    Case(
      "numbers that are called like the keys of records",
      #"""
      [{"id": 1, "author_ids": [5], "authors": [{"id": "u1", "n": "x"}]}, {"id": 2, "author_ids": [6, 7]}]
      """#, "authorIDs: [Int]", "authors: { to: [Author], ForeignKey: authors, ordered: true }"),
  ]

  @Test(arguments: cases) func `the model of samples is sound and loses nothing`(_ sample: Case) throws {
    if !sample.lines.contains(where: { $0.hasPrefix("# Not read") }) {
      #expect(try RandomSampleTests.mismatch(sample.samples) == nil)
    }
    var options = Inference.Options()
    options.name = "samples"
    let yaml = try Inference.infer([.string(sample.samples)], options).draft.yaml()
    let lines = yaml.split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in sample.lines { #expect(lines.contains(line[...]), "\(line) in\n\(yaml)") }
  }
}
