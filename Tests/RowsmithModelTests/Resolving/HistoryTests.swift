import RowsmithModel
import RowsmithSchema
import Testing

/// What a schema has of `history`.
struct HistoryTests {
  @Test(
    arguments: [
      ("", nil), ("history: false", nil), ("history: true", Schema.History()),
      ("history: { keep: 45s }", Schema.History(keepSeconds: 45)),
      ("history: { keep: 90m }", Schema.History(keepSeconds: 5400)),
      ("history: { keep: 12h }", Schema.History(keepSeconds: 43_200)),
      ("history: { keep: 30d }", Schema.History(keepSeconds: 2_592_000)),
    ] as [(String, Schema.History?)])
  func `for how long it is kept, in seconds`(text: String, history: Schema.History?) throws {
    let yaml = "rowsmith: 1\n\(text)\nentities: { A: { attributes: { id: Int } } }\n"
    let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: yaml)], name: "Model")
    #expect(model.diagnostics == [])
    #expect(try #require(model.schema).history == history)
  }
}
