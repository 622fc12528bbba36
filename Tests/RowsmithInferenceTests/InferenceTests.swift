import Rowsmith
import RowsmithInference
import RowsmithModel
import Testing

@Suite struct InferenceTests {
  @Test func `a list of objects becomes an entity`() throws {
    let json = """
      [{"id": 1, "title": "One", "created_at": "2020-01-02T03:04:05Z", "rating": 3.5, "open": true, "note": null,
        "user": {"id": 7, "login": "ann", "html_url": "https://example.com/ann", "name": null, "age": 3},
        "assignees": [{"id": 8, "login": "bob", "html_url": "https://example.com/bob", "name": "B", "age": 3}]},
       {"id": 2, "title": "Two", "created_at": "2020-01-02T03:04:05Z", "rating": 3, "open": true,
        "user": null, "assignees": [], "address": {"city": "Rome", "zip": "00100"}}]
      """
    var options = Inference.Options()
    options.name = "issues"
    let model = try Inference.infer([.string(json)], options)
    let yaml = model.draft.yaml()
    let compiled = ModelCompiler.compile([ModelSource(path: "issues.yml", text: yaml)], name: "Issues")
    #expect(compiled.diagnostics.isEmpty)
  }

  @Test(.timeLimit(.minutes(10))) func `hundreds of lists of different records are told apart soon`() throws {
    let lists = (0..<250).map { list in
      let records = (1...4).map { id in
        #"{"id": \#(id), "n\#(list)": "x\#(id)", "m\#(list)": \#(3 * id), "name": "a\#(7 * id + list)"}"#
      }
      return #""things\#(list)": [\#(records.joined(separator: ", "))]"#
    }
    let model = try Inference.infer([.string("{\(lists.joined(separator: ", "))}")], Inference.Options())
    #expect(model.draft.entities.count == 250)
  }
}
