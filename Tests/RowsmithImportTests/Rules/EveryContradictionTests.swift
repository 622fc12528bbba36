import Testing

@testable import Rowsmith

/// What a wider model would allow is found at once: an import that evolves its model does not read the document anew
/// for each member of a record.
@Suite struct EveryContradictionTests {
  /// The members that the second document contradicts.
  private func contradicted(_ entities: String, _ first: String, _ second: String) throws -> Set<String> {
    let bench = try EngineBench("entities:\n  " + entities)
    try bench.importJSON(first, into: .entity("Feed"))
    var options = ImportOptions()
    (options.onInvalid, options.findsContradictions) = (.skip, true)
    do {
      try bench.importJSON(second, into: .entity("Feed"), options: options)
      return []
    } catch let found as Contradictions {
      return Set(found.errors.compactMap(\.member))
    }
  }

  @Test func `all values of a record that are null or of another type`() throws {
    let feed = "Feed: { attributes: { id: Int, a: Int, b: Int, c: Int } }"
    let first = #"[{"id":1,"a":1,"b":1,"c":1}]"#
    #expect(
      try contradicted(feed, first, #"[{"id":2,"a":null,"b":"x","c":1.5},{"id":3,"a":null,"b":1,"c":1}]"#)
        == ["a", "b", "c"])
    // A record without a key stays bad whatever the model says of its other values.
    #expect(try contradicted(feed, first, #"[{"a":null,"b":"x","c":1}]"#).isEmpty)
  }

  @Test func `all values in a root record that is longer than what is read at once`() throws {
    let entities = """
      Feed: { attributes: { id: Int }, relationships: { items: { to: [Item], inverse: none } } }
        Item: { attributes: { id: Int, a: Int, b: Int, c: Int } }
      """
    let items = (1...20_000).map { #"{"id":\#($0),"a":null,"b":"x","c":null}"# }.joined(separator: ",")
    #expect(
      try contradicted(
        entities, #"[{"id":1,"items":[{"id":0,"a":1,"b":1,"c":1}]}]"#, "[{\"id\":2,\"items\":[\(items)]}]")
        == ["a", "b", "c"])
  }

  @Test func `what is in a record that is bad for its own reason says nothing of that in others`() throws {
    let entities = """
      Feed: { attributes: { id: Int }, relationships: { items: { to: [Item], inverse: none } } }
        Item: { attributes: { id: Int, a: Int, b: Int } }
      """
    let item = #"{"id":1,"a":null,"b":null}"#
    #expect(
      try contradicted(
        entities, "[]", #"[{"items":[\#(item)]},{"id":2,"items":[\#(item)]}]"#) == ["a", "b"])
  }

  @Test func `all that records without a key lack`() throws {
    #expect(
      try contradicted(
        "Feed: { attributes: { a: Int, b: Int, c: Int? } }", #"[{"a":1,"b":1}]"#, #"[{"c":1},{"c":2}]"#)
        == ["a", "b"])
  }

  @Test func `all that a record lacks that overwrites a row whole`() throws {
    let entities = """
      Feed: { attributes: { id: Int }, relationships: { user: { to: User?, inverse: none, MergePolicy: Replace } } }
        User: { attributes: { id: Int, a: Int, b: Int, c: Int? } }
      """
    #expect(
      try contradicted(
        entities, #"[{"id":1,"user":{"id":1,"a":1,"b":1}}]"#, #"[{"id":1,"user":{"id":1,"c":1}}]"#)
        == ["a", "b"])
  }
}
