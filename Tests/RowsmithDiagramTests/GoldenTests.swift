import Foundation
import RowsmithDiagram
import RowsmithModel
import Testing

/// Golden/ is what is drawn today. After a change on purpose run `Scripts/refresh-generated`.
@Suite struct GoldenTests {
  static let models = ["Schemas/Bands", "Schemas/Shop", "Schemas/GitHub", "Tests/Fixtures/Hardest"]
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  static func diagram(_ model: String) throws -> Diagram {
    let root = folder.deletingLastPathComponent().deletingLastPathComponent()
    let model = ModelCompiler.load(path: root.appendingPathComponent(model + ".yml").path)
    return Diagram(try #require(model.schema, "\(model.diagnostics)"))
  }

  @Test(arguments: models) func `the diagrams are the committed ones to the byte`(model: String) throws {
    let diagram = try Self.diagram(model)
    let golden = Self.folder.appendingPathComponent("Golden").appendingPathComponent(diagram.name)
    #expect(try String(contentsOf: golden.appendingPathExtension("mmd"), encoding: .utf8) == diagram.mermaid)
    #expect(try String(contentsOf: golden.appendingPathExtension("dot"), encoding: .utf8) == diagram.dot)
  }
}
