import Rowsmith
import RowsmithModel
import RowsmithSchema
import Testing

@Suite struct ModelSampleTests {
  @Test(arguments: Sample.all("yaml")) func `a model compiles without a word`(sample: Sample) {
    let model = ModelCompiler.compile(
      [ModelSource(path: "Model.yml", text: Self.whole(sample.text))], name: "Model")
    #expect(model.diagnostics.map(\.description) == [])
  }

  @Test(arguments: Sample.all("yaml", tag: "wrong"))
  func `a wrong model gives the diagnostics below it`(sample: Sample) throws {
    let model = ModelCompiler.compile([ModelSource(path: "Model.yml", text: sample.text)], name: "Model")
    let expected = try #require(sample.next)
    #expect(model.diagnostics.map { "\($0)\n" }.joined() == expected.text)
  }

  @Test(arguments: Sample.all("sql").filter { $0.text.hasPrefix("CREATE") })
  func `a table is one of the model above it`(sample: Sample) throws {
    let source = try #require(Sample.all("yaml").last { $0.page == sample.page && $0.line < sample.line })
    let model = ModelCompiler.compile(
      [ModelSource(path: "Model.yml", text: Self.whole(source.text))], name: "Model")
    let statements = DDL.statements(for: Layout(try #require(model.schema))).map { $0 + ";\n" }
    #expect(statements.contains { $0.hasPrefix(sample.text) })
  }

  /// The sample with the lines that pages leave out.
  static func whole(_ text: String) -> String {
    let keys = text.split(separator: "\n").filter { $0.first?.isLetter == true }
      .compactMap { $0.split(separator: ":").first }
    if keys.contains("rowsmith") { return text }
    return "rowsmith: 1\n" + (keys.contains("defaults") ? "" : "defaults: { MergePolicy: Merge }\n") + text
  }
}
