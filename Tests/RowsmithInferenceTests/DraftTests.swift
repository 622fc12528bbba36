import RowsmithInference
import Testing

@Suite struct DraftTests {
  @Test func `a draft merges records unless told otherwise`() {
    #expect(ModelDraft().mergePolicy == "Merge")
  }
}
