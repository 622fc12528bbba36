import Rowsmith
import Testing

@Suite struct ProducingReferenceTests {
  @Test func `every choice is described`() throws {
    let choices = try #require(try Page("\(Repository.catalogue)/ProducingJSON.md").section("Choices"))
    // Only the client and the synchronisation set `isForServer`.
    for child in Mirror(reflecting: ExportOptions()).children where child.label != "isForServer" {
      #expect(choices.contains("`\(child.label ?? "")`"), "\(child.label ?? "")")
    }
    let words =
      ExportOptions.Layout.allCases.map(\.rawValue) + ExportOptions.Nulls.allCases.map(\.rawValue)
      + ExportOptions.ToOne.allCases.map(\.rawValue) + ExportOptions.ToMany.allCases.map(\.rawValue)
    for word in words { #expect(choices.contains("`\(word)`"), "\(word)") }
  }
}
