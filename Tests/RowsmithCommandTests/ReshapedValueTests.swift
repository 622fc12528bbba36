import Testing

/// Imports of what had another shape in the samples of the model.
@Suite struct ReshapedValueTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func importing(_ json: String, _ contract: String = "evolve", file: String = "feed.json") throws
    -> RowsmithProcess.Outcome
  {
    try folder.write(json, to: file)
    return try RowsmithProcess.run(
      ["import", file, "--into", "feed.db", "--schema-contract", contract], in: folder)
  }

  private func exported(_ entity: String = "Feed") throws -> String {
    try RowsmithProcess.run(
      ["export", "--model", "feed.yml", "--from", "feed.db", "--entity", entity], in: folder
    ).output
  }

  private func begin(_ json: String, file: String = "feed.json") throws {
    try folder.write(json, to: file)
    let outcome = try RowsmithProcess.run(["import", file, "--into", "feed.db"], in: folder)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
  }

  private static let flattened = #"[{"id":1,"fields":{"a":1}},{"id":2,"fields":{"a":2}}]"#

  @Test func `a flattened object that becomes text is counted, refused, or kept as JSON`() throws {
    try begin(Self.flattened)
    let gone = #"[{"id":1,"fields":"gone"}]"#
    let counted = try importing(gone, "discard")
    #expect(counted.status == 0)
    #expect(
      counted.output.contains("keys that the model does not mention:\n  Feed.fields  1  first: $[0].fields\n")
    )
    let refused = try importing(gone, "freeze")
    #expect(refused.status == 1)
    #expect(
      refused.diagnostics == """
        feed.json:1:19: error: $[0].fields: Feed: expected an object, found "gone"; the model reads only what is \
        inside 'fields'\n
        """)
    for _ in 0..<2 {
      let kept = try importing(gone)
      #expect(kept.status == 0 && !kept.output.contains("does not mention"), "\(kept.diagnostics)")
    }
    #expect(try folder.read("feed.yml").contains("fields: { type: JSON?, export: false }\n"))
    // What the text does not give stays.
    #expect(try exported() == Self.flattened + "\n")
    let list = try importing(#"[{"id":2,"fields":[1]},{"id":3,"fields":{"a":4,"b":5}}]"#)
    #expect(list.status == 0, "\(list.diagnostics)")
    let rows = try RowsmithProcess.run(
      ["export", "--model", "feed.yml", "--from", "feed.db", "--entity", "Feed", "--key", "3"], in: folder)
    #expect(rows.output.contains(#""fields":{"a":4,"b":5}"#), "\(rows.output)")
  }

  @Test func `a number in the place of a date in text is not taken for seconds, unless it is a time`() throws
  {
    try begin(
      #"[{"id":1,"day":"1954-03-02","at":"2020-01-01T00:00:00Z"},"#
        + #"{"id":2,"day":"1960-03-02","at":"2020-01-02T00:00:00Z"}]"#)
    let outcome = try importing(#"[{"id":3,"day":1954,"at":1700000000}]"#)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      outcome.output.hasSuffix(
        "\nmodel\n  Feed.day is now JSON, no longer Date (a Date would take a number for seconds)\n"),
      "\(outcome.output)")
    #expect(
      try exported() == #"""
        [{"id":1,"day":"1954-03-02","at":"2020-01-01T00:00:00Z"},\#
        {"id":2,"day":"1960-03-02","at":"2020-01-02T00:00:00Z"},\#
        {"id":3,"day":1954,"at":"2023-11-14T22:13:20Z"}]

        """#)
  }

  @Test func `a number in a list of dates is not taken for seconds, and seconds with a fraction are a time`()
    throws
  {
    try begin(
      #"[{"id":1,"days":["1954-03-02","1960-03-02"],"at":"2020-01-01T00:00:00Z"},"#
        + #"{"id":2,"days":["1961-03-02"],"at":"2020-01-02T00:00:00Z"}]"#)
    let outcome = try importing(#"[{"id":3,"days":[1954],"at":1700000000.25}]"#)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(
      outcome.output.hasSuffix(
        "\nmodel\n  Feed.days is now JSON, no longer [Date] (a Date would take a number for seconds)\n"),
      "\(outcome.output)")
    #expect(
      try exported() == #"""
        [{"id":1,"days":["1954-03-02","1960-03-02"],"at":"2020-01-01T00:00:00Z"},\#
        {"id":2,"days":["1961-03-02"],"at":"2020-01-02T00:00:00Z"},\#
        {"id":3,"days":[1954],"at":"2023-11-14T22:13:20.250Z"}]

        """#)
  }

  @Test func `a new member called id does not become the primary key`() throws {
    try begin(#"[{"ReservationId":"r1","n":1}]"#, file: "Reservation.json")
    try #require(folder.read("feed.yml").contains("reservationID: String\n"))
    let outcome = try importing(
      #"[{"ReservationId":"r1","n":1,"id":5},{"ReservationId":"r2","n":2}]"#, file: "Reservation.json")
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    let model = try folder.read("feed.yml")
    #expect(model.contains("id: { type: Int?, ImportName: id }  # missing in 1 of 2\n"))
    #expect(model.contains("    PrimaryKey: reservationID\n"))
    #expect(
      try exported("Reservation")
        == #"[{"ReservationId":"r1","n":1,"id":5},{"ReservationId":"r2","n":2}]"# + "\n")
    #expect(try importing(#"[{"ReservationId":"r2","n":2,"id":5}]"#, file: "Reservation.json").status == 0)
  }

  @Test func `records without a primary key stay without one if they get an id`() throws {
    try begin(#"[{"x":"a","n":1},{"x":"a","n":1}]"#)
    let outcome = try importing(#"[{"x":"a","n":1,"id":5}]"#)
    #expect(outcome.status == 0, "\(outcome.diagnostics)")
    #expect(try folder.read("feed.yml").contains("idValue: { type: Int?, ImportName: id }\n"))
    #expect(try exported() == #"[{"x":"a","n":1},{"x":"a","n":1},{"x":"a","n":1,"id":5}]"# + "\n")
  }

  /// Documents with an object, and where it is.
  static let objects = [
    (
      #"[{"id":1,"home":{"street":"a","zip":"b"}},{"id":2,"home":{"street":"c","zip":"d"}}]"#, "home",
      "expected an object (Home), found an array []"
    ),
    (
      #"[{"id":1,"owner":{"id":7,"login":"a"}},{"id":2,"owner":{"id":8,"login":"b"}}]"#, "owner",
      "expected one Owner, found an array; 'owner' is to-one"
    ),
  ]

  @Test(arguments: objects)
  func `an empty array in place of an object is an error, except with evolve, where it counts as null`(
    _ first: String, _ member: String, _ message: String
  ) throws {
    try begin(first)
    let empty = #"[{"id":1,"\#(member)":[]},{"id":3,"\#(member)":[ ]}]"#
    let discarded = try importing(empty, "discard")
    #expect(discarded.status == 1)
    #expect(
      discarded.diagnostics.hasSuffix(
        "$[0].\(member): Feed: \(message); with --schema-contract evolve an empty array counts as null, "
          + "and it goes in\n"), "\(discarded.diagnostics)")
    let frozen = try importing(empty, "freeze")
    #expect(frozen.status == 1 && frozen.diagnostics.hasSuffix("\(message)\n"))
    let evolved = try importing(empty)
    #expect(evolved.status == 0)
    let note =
      "note: Feed.\(member): 2 empty arrays in place of an object counted as null, first at $[0].\(member)\n"
    #expect(
      evolved.diagnostics
        == note + "note: the model 'feed.yml' has been widened where the documents contradict it\n")
    #expect(
      evolved.output.hasSuffix("\nmodel\n  Feed.\(member) is now optional ([] at $[0].\(member))\n"),
      "\(evolved.output)")
    #expect(try exported().hasPrefix(#"[{"id":1},{"id":2,"\#(member)":"#))
    #expect(try exported().hasSuffix(#",{"id":3}]"# + "\n"))
    // Already optional, it is still said.
    #expect(try importing(empty).diagnostics == note)
  }

  @Test(arguments: objects)
  func `a model that a person has taken over takes no empty array for an object`(
    _ first: String, _ member: String, _ message: String
  ) throws {
    try begin(first)
    let lines = try folder.read("feed.yml").split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write(lines.dropFirst(2).joined(separator: "\n"), to: "feed.yml")
    let outcome = try importing(#"[{"id":1,"\#(member)":[]}]"#)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasSuffix("$[0].\(member): Feed: \(message)\n"), "\(outcome.diagnostics)")
  }

  @Test func `an empty array counts as null with evolve inside a list of values, too`() throws {
    try begin(#"[{"id":1,"hours":[{"day":1,"at":{"from":8,"to":9}},{"day":1,"at":{"from":8,"to":9}}]}]"#)
    try #require(folder.read("feed.yml").contains("hours: [Hour]\n"))
    let empty = #"[{"id":1,"hours":[{"day":2,"at":[]}]},{"id":2,"hours":[{"day":3,"at":[ ]}]}]"#
    let discarded = try importing(empty, "discard")
    #expect(discarded.status == 1)
    #expect(
      discarded.diagnostics.hasSuffix(
        "$[0].hours: Feed: expected an object (At), found an array []; with --schema-contract evolve an empty "
          + "array counts as null, and it goes in\n"), "\(discarded.diagnostics)")
    let evolved = try importing(empty)
    let note = "note: Hour.at: 2 empty arrays in place of an object counted as null, first at $[0]\n"
    #expect(evolved.status == 0)
    #expect(
      evolved.diagnostics
        == note + "note: the model 'feed.yml' has been widened where the documents contradict it\n")
    #expect(
      try exported() == #"[{"id":1,"hours":[{"day":2}]},{"id":2,"hours":[{"day":3}]}]"# + "\n")
    #expect(try importing(empty).diagnostics == note)
  }
}
