import RowsmithSchema
import Testing

@Suite struct ImportPathTests {
  @Test func `a path is described as a model writes it`() {
    #expect(Schema.ImportPath.keys(["image", "a.b"]).description == "image.a\\.b")
    #expect(Schema.ImportPath.mapKey.description == "$key")
  }
}
