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
