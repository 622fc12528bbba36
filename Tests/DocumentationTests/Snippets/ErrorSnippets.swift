import Bands
import Rowsmith
import Testing

/// The samples of HandlingErrors.md.
@Suite struct ErrorSnippets {
  @Test func `codes and arguments`() throws {
    let store = try Store(.memory, model: BandsModel())
    try store.write { try $0.execute(sql: "CREATE TABLE Review (stars INTEGER CHECK (stars < 6))") }
    var lines: [String] = []
    let log = { (text: String) in lines.append(text) }
    let debug = { (text: String) in lines.append(text) }
    do {
      try store.write { try $0.execute(sql: "INSERT INTO Review VALUES (?)", 7) }
    } catch let error as StoreError where error.code == .constraintCheck {
      log(error.description)
      debug(error.expandedDescription)
    }
    #expect(lines.count == 2)
    #expect(lines.last == lines[0] + " with 7")
  }
}
