import Bands
import Rowsmith
import Testing

/// The SQL of a query and how SQLite carries it out.
struct ExplainTests {
  private let store: Store

  init() throws { store = try Store(.memory, model: BandsModel()) }

  @Test func `a query is explained with its SQL, the index that it uses, and none of its values`() throws {
    let text = try store.fetch(Album.filter { $0.label == "Spoon" }.explain())
    let lines = text.split(separator: "\n")
    #expect(lines.first?.hasPrefix("SELECT t0.\"name\"") == true)
    #expect(lines.dropFirst().contains { $0.contains("USING INDEX") && $0.contains("label") })
    #expect(!text.contains("Spoon"))
  }

  @Test func `what belongs to a step stands below it, further in`() throws {
    let text = try store.fetch(Band.filter { $0.albums.contains { $0.label == "Spoon" } }.explain())
    let steps = text.split(separator: "\n").dropFirst()
    #expect(steps.contains { $0.hasPrefix("  ") && !$0.hasPrefix("   ") })
    #expect(steps.contains { $0.hasPrefix("    ") })
  }

  @Test func `the same question is asked by equal explanations`() {
    #expect(Band.all.explain() == Band.all.explain())
    #expect(Band.all.explain() != Band.filter { $0.formed > 1970 }.explain())
  }
}
