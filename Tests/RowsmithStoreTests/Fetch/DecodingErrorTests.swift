import Bands
import Testing

@testable import Rowsmith

/// Any program can write to the file: what it wrote is checked when it is read.
struct DecodingErrorTests {
  @Test
  func `a value of another type names entity, column, expectation and finding`() throws {
    let store = try ExampleStore.bands()
    try store.write { db in
      let connection = try db.connection()
      _ = try connection.run("UPDATE Album SET released = 'soon' WHERE name = 'Siren'")
    }
    let error = #expect(throws: RowDecodingError.self) { try store.fetch(Album.all) }
    #expect(error?.entity == "Album")
    #expect(error?.column == "released")
    #expect(error?.found == "text \"soon\"")
    #expect(try store.fetch(Album.find("Stranded")) != nil)
  }
}
