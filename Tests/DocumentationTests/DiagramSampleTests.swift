import Foundation
import RowsmithDiagram
import RowsmithModel
import Testing

@Suite struct DiagramSampleTests {
  @Test func `the picture of a model is the one that the command draws today`() throws {
    let sample = try #require(Sample.all("mermaid").first)
    #expect(sample.page == "\(Repository.catalogue)/Language.md")
    let path = Repository.root.appendingPathComponent("Schemas/Bands.yml").path
    let schema = try #require(ModelCompiler.load(path: path).schema)
    #expect(sample.text == Diagram(schema).mermaid)
  }
}
