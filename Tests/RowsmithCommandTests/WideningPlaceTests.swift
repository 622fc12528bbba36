import Foundation
import Testing

/// What `--schema-contract evolve` makes of documents that look different from the first.
struct WideningPlaceTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Imports a document into the database of the first, whose model it may widen.
  private func importing(_ json: String, evolving: Bool = true) throws -> RowsmithProcess.Outcome {
    try folder.write(json, to: "feed.json")
    return try RowsmithProcess.run(
      ["import", "feed.json", "--into", "feed.db"] + (evolving ? ["--schema-contract", "evolve"] : []),
      in: folder)
  }

  private func exported(_ entity: String = "Feed") throws -> String {
    try RowsmithProcess.run(
      ["export", "--model", "feed.yml", "--from", "feed.db", "--entity", entity], in: folder
    ).output
  }

  @Test(arguments: [
    (
      #"[{"id":1,"a":[{"k":"a","n":1.5},{"k":"a","n":2}]},{"id":2,"a":[{"k":"b","n":1.5},{"k":"a","n":2}]}]"#,
      #"[{"id":3,"a":[{"k":"c","n":0.12345678901234567891}]}]"#
    ),
    (
      #"[{"id":1,"a":{"n":1.5,"m":2.5}},{"id":2,"a":{"n":1.25,"m":2}}]"#,
      #"[{"id":3,"a":{"n":0.12345678901234567891,"m":null}}]"#
    ),
    (
      #"[{"type":"a","id":1,"n":1.5,"y":2},{"type":"b","id":2,"z":1.5,"q":true}]"#,
      #"[{"type":"a","id":3,"n":0.12345678901234567891,"y":2}]"#
    ),
  ])
  func `a number that a Double would round is seen wherever the model reads it`(first: String, second: String)
    throws
  {
    #expect(try importing(first, evolving: false).status == 0)
    let outcome = try importing(second)
    #expect(outcome.output.contains("is now Decimal, no longer Double"), "\(outcome)")
    #expect(try exported().contains("0.12345678901234567891"))
  }

  @Test func `records of a second kind go to the entity that has been made of one`() throws {
    let first =
      #"[{"type":"photo","id":1,"caption":"a","width":1},{"type":"photo","id":2,"caption":"b","width":2}]"#
    #expect(try importing(first, evolving: false).status == 0)
    let outcome = try importing(
      #"[{"type":"photo","id":1,"caption":"a","width":1},{"type":"video","id":8,"seconds":3,"codec":"h"},"#
        + #"{"type":"video","id":9,"seconds":4,"codec":"h"}]"#)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml").contains("seconds: Int?"))
    #expect(try exported().contains(#""seconds":3"#))
  }

  @Test(arguments: [
    #"[{"type":"video","id":8,"seconds":3,"codec":"h","caption":"z"}]"#,
    #"[{"type":"video","id":8,"seconds":3,"codec":"h"},{"type":"audio","id":7,"caption":"z","artist":"a","album":"b"}]"#,
  ])
  func `a new member that another kind has, too, is kept under another name`(second: String) throws {
    let first =
      #"[{"type":"photo","id":1,"caption":"c","width":1},{"type":"video","id":2,"seconds":6,"codec":"h"}]"#
    #expect(try importing(first, evolving: false).status == 0)
    let outcome = try importing(second)
    #expect(
      outcome.status == 0 && !outcome.output.contains("does not mention"), "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml").contains("caption2: { type: String"))
    #expect(try exported().contains(#""caption":"z""#))
  }
}
