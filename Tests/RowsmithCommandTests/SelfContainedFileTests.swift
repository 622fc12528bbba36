import Testing

/// After every command the database is one file that holds everything.
struct SelfContainedFileTests {
  private let small: SmallModel

  init() throws {
    small = try SmallModel()
    let outcome = try small.importJSON(#"[{"name": "Japan"}, {"name": "Can"}]"#, ["--entity", "Band"])
    try #require(outcome.status == 0)
  }

  private var names: [String] {
    get throws { try small.folder.names.filter { $0.hasPrefix("small.sqlite") } }
  }

  @Test
  func `after an import into a relationship`() throws {
    let outcome = try small.importJSON(
      #"[{"id": 1, "title": "Tin Drum"}]"#, ["--parent", "Band:Japan.albums"])
    #expect(outcome.status == 0)
    #expect(try names == ["small.sqlite"])
    #expect(try small.export("Album").output.contains("Tin Drum"))
  }

  @Test(arguments: [
    (#"[{"id": 1, "title": 7}]"#, ["--parent", "Band:Japan.albums"]),
    (#"[{"id": 1, "title": "x"}]"#, ["--parent", "Band:Nobody.albums"]),
    (#"[{"name": null}]"#, ["--entity", "Band"]),
  ])
  func `after an import that fails`(json: String, arguments: [String]) throws {
    #expect(try small.importJSON(json, arguments).status == 1)
    #expect(try names == ["small.sqlite"])
  }

  @Test
  func `after a dry run`() throws {
    #expect(try small.importJSON(#"[{"name": "Neu!"}]"#, ["--entity", "Band", "--dry-run"]).status == 0)
    #expect(try names == ["small.sqlite"])
  }

  @Test
  func `after an export, also of one record`() throws {
    #expect(try small.export("Band").status == 0)
    #expect(try names == ["small.sqlite"])
    #expect(try small.export("Band", ["--key", "Japan"]).status == 0)
    #expect(try names == ["small.sqlite"])
  }

  @Test(arguments: [[], ["--dry-run"]])
  func `after a migration`(options: [String]) throws {
    try small.folder.write(
      SmallModel.yaml.replacing("formed: Int?", with: "formed: Int?, label: String?"), to: "Small.yml")
    let outcome = try RowsmithProcess.run(
      ["migrate", "--model", "Small.yml", "small.sqlite"] + options, in: small.folder)
    #expect(outcome.status == 0)
    #expect(try names == ["small.sqlite"])
  }
}
