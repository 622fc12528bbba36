import Rowsmith
import RowsmithTesting
import Server
import Testing

@Suite("Stores with the rows of a test")
struct TestingStoreTests {
  @Test("Documents are imported in order")
  func order() throws {
    let store = try Store.testing(
      ServerModel(), json: ["Tag": #"{"id": 1, "name": "red"}"#, "Tag": #"[{"id": 1, "name": "blue"}]"#])
    #expect(try store.lines("SELECT id, name FROM Tag") == ["1|blue"])
  }

  @Test("A document is imported as what it is; an empty one is none")
  func document() throws {
    let json = #"[{"id": 1, "name": "red"}]"#
    #expect(
      try Store.testing(ServerModel(), json: json, into: .entity("Tag")).lines("SELECT name FROM Tag") == [
        "red"
      ])
    #expect(
      try Store.testing(ServerModel(), json: "", into: .entity("Tag")).lines("SELECT id FROM Tag") == [])
    #expect(try Store.testing(ServerModel()).lines("SELECT id FROM Tag") == [])
  }

  @Test("Two stores share nothing")
  func apart() throws {
    let (one, other) = (try Store.testing(ServerModel()), try Store.testing(ServerModel()))
    try one.importJSON(.string(#"{"id": 1, "name": "red"}"#), into: .entity("Tag"))
    #expect(try one.lines("SELECT id FROM Tag") == ["1"])
    #expect(try other.lines("SELECT id FROM Tag") == [])
  }

  @Test("JSON that does not match the model is an error")
  func wrong() {
    #expect(throws: ImportError.self) {
      try Store.testing(ServerModel(), json: ["Tag": #"{"id": 1, "name": {}}"#])
    }
    #expect(throws: ImportError.self) {
      try Store.testing(ServerModel(), json: "[", into: .entity("Tag"))
    }
  }
}
