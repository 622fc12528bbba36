import RowsmithModel
import RowsmithSchema
import Testing

/// What a schema has of `search`.
struct SearchTests {
  @Test(
    arguments: [
      ("title", Schema.Search(columns: ["title"])), ("[b, title]", Schema.Search(columns: ["b", "title"])),
      ("{ columns: [b], tokenizer: unicode61 }", Schema.Search(columns: ["b"])),
      ("{ columns: b, tokenizer: porter }", Schema.Search(columns: ["b"], tokenizer: .porter)),
      ("[at.city]", Schema.Search(columns: ["at_city"])),
    ] as [(String, Schema.Search)])
  func `the columns in their order, and the tokenizer`(text: String, search: Schema.Search) throws {
    let yaml = """
      rowsmith: 1
      values: { Place: { city: String } }
      entities: { A: { attributes: { id: Int, title: String, b: URL?, at: Place? }, search: \(text) } }

      """
    let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: yaml)], name: "Model")
    #expect(model.diagnostics == [])
    #expect(try #require(model.schema).entities[0].search == search)
  }
}
