import Rowsmith
import RowsmithAPI
import RowsmithModel
import RowsmithSync
import RowsmithTesting
import Testing

/// A server says that it has taken a write, and a write of the same moment that does not know it takes it away.
@Suite struct LostWriteTests {
  private let server = HookedServer()

  private func device(_ plan: SyncPlan = Notes.plan()) async throws -> Device {
    // On a busy machine more time passes than a write may be lost in.
    let device = try Device(server, plan, options: .clock(of: server.memory))
    try device.run("INSERT INTO Note (id, title, body, labels) VALUES ('n', 'Old', 'Old', '[\"a\"]')")
    try await device.sync()
    try await safe(device)
    return device
  }

  /// Lets so much time pass that nobody can take away any more what was written.
  private func safe(_ device: Device) async throws {
    server.memory.time += 10_000
    try await device.sync()
  }

  /// What somebody writes who read the note before.
  private func overwrite(title: String = "Old", body: String = "Theirs", labels: String = #"["a"]"#) {
    server.memory.put(
      #"{"id":"n","title":"\#(title)","body":"\#(body)","labels":\#(labels)}"#, id: "n", in: "notes")
  }

  func log(_ device: Device) throws -> [String] {
    try device.rows("SELECT name, base, mine, theirs, policy, winner FROM _rowsmith_conflicts ORDER BY id")
  }

  @Test func `a change that the server took and lost is reported and sent again`() async throws {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    #expect(try await device.sync(.push).pushed == 1)
    overwrite()
    let report = try await device.sync()
    #expect(report.lost.map(\.id) == ["n"] && report.lost.first?.error.reason == .lost)
    #expect(report.lost.first?.error.message.contains("'title'") == true)
    #expect(try device.rows("SELECT title, body FROM Note") == ["Mine|Theirs"])
    #expect(server.memory.entries(in: "notes")["n"]?.json.contains("Mine") == true)
    #expect(try log(device) == ["title|Old|Mine|Old|lostWrite|mine"])
    #expect(report.conflicts == 1 && report.waiting == 0)
  }

  /// A title that is edited while the one before is on its way, and the title in the end.
  @Test(arguments: [(nil, "Mine"), ("Later", "Later")] as [(String?, String)])
  func `what the server makes of a value is neither lost nor in conflict`(_ edit: String?, _ end: String)
    async throws
  {
    let device = try await device(Notes.plan(conflict: .serverWins))
    let memory = server.memory
    memory.fail { request in
      let json = try? JSONValue(parsing: String(decoding: request.body ?? [], as: UTF8.self))
      guard case .string(let title)? = json?["title"] else { return nil }
      if let edit { try? device.run("UPDATE Note SET title = '\(edit)' WHERE title <> '\(edit)'") }
      let trimmed = title.replacing(" ", with: "")
      let text = #"{"id":"n","title":"\#(trimmed)","body":"Old","labels":["a"]}"#
      memory.put(text, id: "n", in: "notes")
      let version = memory.entries(in: "notes")["n"].map { "\($0.version)" }
      return .accepted(
        SyncRecord(id: "n", version: version, modified: memory.time, json: Array(text.utf8)))
    }
    try device.run("UPDATE Note SET title = ' Mine'")
    for _ in 0..<3 {
      let report = try await device.sync()
      #expect(report.lost.isEmpty && report.conflicts == 0, "\(report)")
    }
    #expect(try device.rows("SELECT title FROM Note") == [end])
    #expect(memory.requests.filter { $0.method == "PATCH" }.count == (edit == nil ? 1 : 2))
    #expect(try log(device).isEmpty)
  }

  @Test func `what the server makes of a value stays as it is under lastWriter, too`() async throws {
    let device = try await device(Notes.plan(conflict: .lastWriter))
    let memory = server.memory
    memory.fail { _ in
      memory.fail(nil)
      try? device.run("UPDATE Note SET body = 'Later'")
      let text = #"{"id":"n","title":"Mine","body":"Old","labels":["a"]}"#
      memory.put(text, id: "n", in: "notes")
      let version = memory.entries(in: "notes")["n"].map { "\($0.version)" }
      return .accepted(
        SyncRecord(id: "n", version: version, modified: memory.time, json: Array(text.utf8)))
    }
    try device.run("UPDATE Note SET title = ' Mine'")
    for _ in 0..<2 { #expect(try await device.sync().conflicts == 0) }
    #expect(try device.rows("SELECT title, body FROM Note") == ["Mine|Later"])
    #expect(memory.entries(in: "notes")["n"]?.json.contains(#""title":"Mine""#) == true)
  }

  @Test func `what the server adds to a set that was sent stays beside what is added here meanwhile`()
    async throws
  {
    let device = try await device(Notes.plan(members: [.init("labels", .union)]))
    let memory = server.memory
    memory.fail { request in
      let json = try? JSONValue(parsing: String(decoding: request.body ?? [], as: UTF8.self))
      guard case .array(let labels)? = json?["labels"], !labels.contains(.string("auto")) else { return nil }
      try? device.run(#"UPDATE Note SET labels = '["a","b","c"]'"#)
      let text = #"{"id":"n","title":"Old","body":"Old","labels":["a","b","auto"]}"#
      memory.put(text, id: "n", in: "notes")
      let version = memory.entries(in: "notes")["n"].map { "\($0.version)" }
      return .accepted(
        SyncRecord(id: "n", version: version, modified: memory.time, json: Array(text.utf8)))
    }
    try device.run(#"UPDATE Note SET labels = '["a","b"]'"#)
    for _ in 0..<2 { #expect(try await device.sync().lost.isEmpty) }
    #expect(try device.rows("SELECT labels FROM Note") == [#"["a","b","auto","c"]"#])
    #expect(memory.entries(in: "notes")["n"]?.json.contains(#"["a","b","auto","c"]"#) == true)
  }

  @Test func `what the server adds to a set contests no later edit of another value under lastWriter`()
    async throws
  {
    let device = try await device(Notes.plan(conflict: .lastWriter, members: [.init("labels", .union)]))
    let memory = server.memory
    memory.fail { _ in
      memory.fail(nil)
      try? device.run(#"UPDATE Note SET title = 'Later', labels = '["a","b","c"]'"#)
      // Who was later is not to be a matter of milliseconds.
      memory.time += 5_000
      let text = #"{"id":"n","title":"Old","body":"Old","labels":["a","b","auto"]}"#
      memory.put(text, id: "n", in: "notes")
      let version = memory.entries(in: "notes")["n"].map { "\($0.version)" }
      return .accepted(
        SyncRecord(id: "n", version: version, modified: memory.time, json: Array(text.utf8)))
    }
    try device.run(#"UPDATE Note SET labels = '["a","b"]'"#)
    for _ in 0..<2 { try await device.sync() }
    #expect(try device.rows("SELECT title, labels FROM Note") == [#"Later|["a","b","auto","c"]"#])
    #expect(memory.entries(in: "notes")["n"]?.json.contains("Later") == true)
  }

  @Test func `what is lost again stays as the server has it, and both sides are in the log`() async throws {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    for _ in 0..<2 {
      try await device.sync(.push)
      overwrite()
      #expect(try await device.sync(.pull).lost.count == 1)
    }
    #expect(try device.rows("SELECT title FROM Note") == ["Old"])
    #expect(try await device.sync().isEmpty)
    #expect(
      try log(device) == ["title|Old|Mine|Old|lostWrite|mine", "title|Old|Mine|Old|lostWrite|theirs"])
  }

  /// What a page says is said twice before the change leaves again.
  @Test func `what is about to be sent again is not lost once more, whatever comes before it leaves`()
    async throws
  {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    overwrite()
    #expect(try await device.sync(.pull).lost.count == 1)
    overwrite(body: "Theirs, later")
    let report = try await device.sync(.pull)
    #expect(report.lost.isEmpty && report.conflicts == 0)
    try await device.sync(.push)
    overwrite()
    #expect(try await device.sync(.pull).lost.count == 1)
    #expect(
      try log(device) == ["title|Old|Mine|Old|lostWrite|mine", "title|Old|Mine|Old|lostWrite|theirs"])
  }

  @Test
  func `two who have lost a write to each other agree, also where records are read before they are changed`()
    async throws
  {
    server.guarantees.hasOrderedVersions = false
    server.changing { _, page in
      for index in page.records.indices { page.records[index].version = nil }
    }
    let (one, two) = (try await device(), try Device(server, Notes.plan()))
    try await two.sync()
    try one.run("UPDATE Note SET title = 'One'")
    try await one.sync(.push)
    // The other one knows that of a moment ago, and gives the note another title, which is taken from it by the first one.
    try await two.sync()
    try two.run("UPDATE Note SET title = 'Old'")
    try await two.sync(.push)
    for _ in 0..<3 { for device in [one, two] { try await device.sync() } }
    let titles = try [one, two].map { try $0.rows("SELECT title FROM Note") }
    #expect(titles[0] == titles[1])
    for device in [one, two] { #expect(try await device.sync().isEmpty) }
    #expect(try log(one).count < 3 && log(two).count < 3)
  }

  @Test func `somebody who changes it back later has not lost it`() async throws {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    server.memory.time += 10_000
    overwrite()
    let report = try await device.sync()
    #expect(report.lost.isEmpty && report.conflicts == 0)
    #expect(try device.rows("SELECT title FROM Note") == ["Old"])
  }

  @Test func `what somebody else has written since is not taken for lost when something else is sent`()
    async throws
  {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    overwrite(title: "Theirs")
    try await device.sync(.pull)
    try device.run("UPDATE Note SET body = 'Mine'")
    #expect(try await device.sync().lost.isEmpty)
    #expect(try await device.sync().lost.isEmpty)
    #expect(try device.rows("SELECT title, body FROM Note") == ["Theirs|Mine"])
    #expect(try log(device).isEmpty)
  }

  @Test func `a version that the server gave the write and that does not have it is a loss at any time`()
    async throws
  {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    server.changing { _, page in
      for index in page.records.indices where page.records[index].id == "n" {
        page.records[index].modified = 1_900_000_000_000
        page.records[index].json = Array(#"{"id":"n","title":"Other","body":"Theirs","labels":["a"]}"#.utf8)
      }
    }
    #expect(try await device.sync(.pull).lost.count == 1)
    #expect(try device.rows("SELECT title, body FROM Note") == ["Mine|Theirs"])
    #expect(try log(device) == ["title|Old|Mine|Other|lostWrite|mine"])
  }

  @Test func `a late page is no loss where the server still has the write`() async throws {
    let device = try await device()
    let before = try #require(server.memory.entries(in: "notes")["n"])
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    server.changing { _, page in
      for index in page.records.indices where page.records[index].id == "n" {
        page.records[index].version = "\(before.version)"
        page.records[index].json = Array(before.json.utf8)
      }
    }
    #expect(try await device.sync(.pull).lost.isEmpty)
    #expect(try device.rows("SELECT title FROM Note") == ["Mine"])
  }

  @Test func `a server that went back behind its own answer has lost the write`() async throws {
    let device = try await device()
    let before = try #require(server.memory.entries(in: "notes")["n"])
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    server.changingRecords { record in
      record.version = "\(before.version)"
      record.json = Array(before.json.utf8)
    }
    #expect(try await device.sync(.pull).lost.count == 1)
    #expect(try device.rows("SELECT key, name FROM _rowsmith_sync_values") == ["n|title"])
    #expect(try device.rows("SELECT title FROM Note") == ["Mine"])
  }

  @Test(arguments: [
    (ConflictPolicy.fieldMerge, "Mine", "mine"), (.clientWins, "Mine", "mine"),
    (.serverWins, "Old", "theirs"),
    (.manual, "Mine", "-"),
  ])
  func `the policy says what becomes of a lost change`(
    _ policy: ConflictPolicy, _ title: String, _ winner: String
  ) async throws {
    let device = try await device(Notes.plan(conflict: policy))
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    overwrite()
    #expect(try await device.sync().lost.count == 1)
    #expect(try device.rows("SELECT title FROM Note") == [title])
    #expect(try log(device) == ["title|Old|Mine|Old|lostWrite|\(winner)"])
    let there = server.memory.entries(in: "notes")["n"]?.json ?? ""
    #expect(there.contains("Mine") == (winner == "mine"))
  }

  @Test func `where the later has the row as a whole, it gives back what the other has changed`() async throws
  {
    let device = try await device(Notes.plan(conflict: .lastWriter))
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    overwrite()
    #expect(try await device.sync().lost.isEmpty)
    #expect(try device.rows("SELECT title FROM Note") == ["Old"])
    #expect(try log(device).isEmpty)
  }

  @Test func `of a list that is a set both sides' items stand`() async throws {
    let device = try await device(Notes.plan(members: [.init("labels", .union)]))
    try device.run("UPDATE Note SET labels = '[\"a\",\"m\"]'")
    try await device.sync(.push)
    overwrite(labels: #"["a","t"]"#)
    #expect(try await device.sync().lost.count == 1)
    #expect(try device.rows("SELECT labels FROM Note") == [#"["a","t","m"]"#])
    #expect(server.memory.entries(in: "notes")["n"]?.json.contains(#"["a","t","m"]"#) == true)
  }

  @Test func `what was changed here since has the last word`() async throws {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    try device.run("UPDATE Note SET title = 'Newer'")
    // Who was later is not to be a matter of milliseconds.
    server.memory.time -= 5_000
    overwrite()
    server.memory.time += 5_000
    let report = try await device.sync()
    #expect(report.lost.isEmpty && report.conflicts == 1, "\(report)")
    #expect(try log(device) == ["title|Mine|Newer|Old|fieldMerge|mine"])
    #expect(try device.rows("SELECT title, body FROM Note") == ["Newer|Theirs"])
    #expect(server.memory.entries(in: "notes")["n"]?.json.contains("Newer") == true)
  }

  @Test func `what was changed here since and back is lost like any other value`() async throws {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    for title in ["Newer", "Mine"] { try device.run("UPDATE Note SET title = '\(title)'") }
    overwrite()
    #expect(try await device.sync().lost.map(\.id) == ["n"])
    #expect(try device.rows("SELECT title, body FROM Note") == ["Mine|Theirs"])
    #expect(server.memory.entries(in: "notes")["n"]?.json.contains("Mine") == true)
    #expect(try log(device) == ["title|Old|Mine|Old|lostWrite|mine"])
  }

  @Test func `what was lost and is undone here before it is sent again is not lost once more`() async throws {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync(.push)
    overwrite()
    #expect(try await device.sync(.pull).lost.count == 1)
    try device.run("UPDATE Note SET title = 'Old'")
    overwrite(body: "Theirs, later")
    #expect(try await device.sync().lost.isEmpty)
    #expect(try log(device) == ["title|Old|Mine|Old|lostWrite|mine"])
  }

  @Test func `a record that was made and is nowhere is reported and in the log`() async throws {
    let device = try await device()
    try device.run("INSERT INTO Note (id, title) VALUES ('m', 'Made')")
    try await device.sync(.push)
    server.changing { _, page in
      page.records.removeAll { $0.id == "m" }
      page.total = nil
    }
    let report = try await device.sync(.full)
    #expect(report.lost.map(\.id) == ["m"])
    #expect(try device.rows("SELECT id FROM Note") == ["n"])
    let log = try device.rows("SELECT key, kind, mine, theirs, policy, winner FROM _rowsmith_conflicts")
    #expect(log.count == 1 && log[0].hasPrefix("m|delete|{") && log[0].hasSuffix("|-|lostWrite|theirs"))
    #expect(log[0].contains("Made"))
  }

  @Test func `what has been read back is not watched for ever`() async throws {
    let device = try await device()
    try device.run("UPDATE Note SET title = 'Mine'")
    try await device.sync()
    #expect(try device.rows("SELECT key, name FROM _rowsmith_sync_taken") == ["n|title"])
    try await safe(device)
    #expect(try device.rows("SELECT * FROM _rowsmith_sync_taken").isEmpty)
  }

  @Test func `a value that the server spells in its own way is not lost`() async throws {
    let yaml = """
      rowsmith: 1
      entities:
        Note:
          attributes: { id: String, meta: JSON?, price: Decimal?, day: { type: Date?, DateFormat: yyyy-MM-dd } }
      """
    let schema = try #require(
      ModelCompiler.compile([ModelSource(path: "M.yml", text: yaml)], name: "M").schema)
    let device = try Device(
      server, SyncPlan(server: "memory", entities: [.init("Note", collection: "notes")]), schema: schema)
    try device.run("INSERT INTO Note (id) VALUES ('n')")
    try await device.sync()
    try device.run(
      #"UPDATE Note SET meta = '{"b":1,"a":2}', price = '7.50', day = '2000-08-22T13:28:00.000Z'"#)
    server.changing { _, page in
      for index in page.records.indices {
        page.records[index].json = Array(
          #"{"id":"n","meta":{"a":2,"b":1},"price":7.5,"day":"2000-08-22"}"#.utf8)
      }
    }
    let report = try await device.sync()
    #expect(report.lost.isEmpty && report.conflicts == 0 && report.pushed == 1, "\(report)")
    #expect(try log(device).isEmpty)
  }
}
