import Testing

/// `rowsmith migrate`.
struct MigrateTests {
  private let folder: Folder

  private static let old = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Band: { PrimaryKey: name, attributes: { name: String, hiatus: String? } }

    """
  private static let new = """
    rowsmith: 1
    defaults: { MergePolicy: Merge }
    entities:
      Band: { PrimaryKey: name, attributes: { name: String } }

    """

  init() throws {
    folder = try Folder()
    try folder.write(Self.old, to: "Old.yml")
    try folder.write(Self.new, to: "New.yml")
    try folder.write(#"[{"name": "Can", "hiatus": "1979"}, {"name": "Neu!"}]"#, to: "bands.json")
    let outcome = try RowsmithProcess.run(
      ["import", "bands.json", "--model", "Old.yml", "--entity", "Band", "--into", "db"], in: folder)
    #expect(outcome.status == 0)
  }

  private func migrate(_ arguments: [String]) throws -> RowsmithProcess.Outcome {
    try RowsmithProcess.run(["migrate", "db"] + arguments, in: folder)
  }

  @Test
  func `nothing to do`() throws {
    let outcome = try migrate(["--model", "Old.yml"])
    #expect(outcome.status == 0)
    #expect(outcome.output == "nothing to do: the database matches the model\n")
  }

  @Test
  func `a history that begins or ends is a step, even if no table changes`() throws {
    try folder.write(Self.old + "history: true\n", to: "Kept.yml")
    let begin = "begin a history of changes\n"
    #expect(try migrate(["--model", "Kept.yml", "--dry-run"]).output == begin)
    #expect(try migrate(["--model", "Kept.yml"]).output == begin)
    #expect(try migrate(["--model", "Kept.yml"]).output.hasPrefix("nothing to do"))
    #expect(try migrate(["--model", "Old.yml"]).output == "delete the history of changes\n")
    #expect(try migrate(["--model", "Old.yml"]).output.hasPrefix("nothing to do"))
  }

  @Test(arguments: [["--dry-run"], []])
  func `what is refused has all steps that it would have, also that of a history`(flags: [String]) throws {
    try folder.write(Self.new + "history: true\n", to: "Kept.yml")
    let outcome = try migrate(["--model", "Kept.yml", "--format", "json"] + flags)
    #expect(outcome.status == 1)
    #expect(outcome.output.contains(#""begin a history of changes"],"losses":[{"#))
  }

  @Test(arguments: [["--dry-run"], []])
  func `what would be lost is listed, and nothing is done`(flags: [String]) throws {
    let outcome = try migrate(["--model", "New.yml"] + flags)
    #expect(outcome.status == 1)
    #expect(
      outcome.diagnostics.hasPrefix(
        "error: would be lost: Band.hiatus: 1 value\nnote: --allow-destructive deletes it"))
    #expect(outcome.output.isEmpty == flags.isEmpty)
    #expect(try migrate(["--model", "Old.yml"]).output.hasPrefix("nothing to do"))
  }

  @Test(arguments: [false, true])
  func `a required attribute that was renamed is refused with the way to rename it`(allows: Bool) throws {
    try folder.write(
      """
      rowsmith: 1
      entities:
        Band: { PrimaryKey: name, attributes: { name: String, pause: String } }

      """, to: "Renamed.yml")
    let outcome = try migrate(["--model", "Renamed.yml"] + (allows ? ["--allow-destructive"] : []))
    #expect(outcome.status == 1)
    #expect(
      outcome.diagnostics.hasSuffix(
        """
        \(allows ? "note" : "error"): would be lost: Band.hiatus: 1 value
        note: RenamedFrom in the model gives the former name of what was renamed
        note: the database is unchanged

        """))
  }

  @Test
  func `a dry run prints the steps and writes nothing`() throws {
    let outcome = try migrate(["--model", "New.yml", "--dry-run", "--allow-destructive"])
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("drop the column Band.hiatus\n"))
    #expect(outcome.diagnostics == "note: lost: Band.hiatus: 1 value\n")
    #expect(try migrate(["--model", "Old.yml"]).output.hasPrefix("nothing to do"))
  }

  @Test
  func `with permission it is done`() throws {
    let outcome = try migrate(["--model", "New.yml", "--allow-destructive", "--format", "json"])
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        {"steps":["drop the column Band.hiatus","rebuild the list of links that name no row"],\
        "losses":[{"subject":"Band.hiatus","count":1,"text":"1 value"}],"refusals":[],"done":true,"dryRun":false}

        """)
    #expect(try migrate(["--model", "New.yml"]).output.hasPrefix("nothing to do"))
  }

  @Test
  func `import and export leave the tables alone and name the command`() throws {
    for arguments in [
      ["import", "bands.json", "--model", "New.yml", "--entity", "Band", "--into", "db"],
      ["export", "--model", "New.yml", "--entity", "Band", "--from", "db"],
    ] {
      let outcome = try RowsmithProcess.run(arguments, in: folder)
      #expect(outcome.status == 1)
      #expect(outcome.diagnostics.contains("rowsmith migrate"))
    }
  }

  @Test
  func `an import that evolves lists what would be lost, too, each on a line`() throws {
    try folder.write(#"[{"name": "Faust"}]"#, to: "more.json")
    let outcome = try RowsmithProcess.run(
      [
        "import", "more.json", "--model", "New.yml", "--entity", "Band", "--into", "db", "--schema-contract",
        "evolve",
      ], in: folder)
    #expect(outcome.status == 1)
    let lines = outcome.diagnostics.split(separator: "\n")
    let error = "error: migrating the database to the model 'New' would lose data: "
    #expect(lines.first?.hasPrefix(error) == true)
    #expect(
      lines.dropFirst() == [
        "  Band.hiatus: 1 value",
        "note: rowsmith migrate 'db' --model 'New.yml' --allow-destructive deletes it",
      ])
  }

  @Test
  func `where the model that an import makes would lose data, no command names its file, which is not there`()
    throws
  {
    let old = Self.old.replacing("PrimaryKey: name, attributes: { name", with: "attributes: { id: Int, name")
    try folder.write(old, to: "Ids.yml")
    try folder.write(#"[{"id": 1, "name": "Can", "hiatus": "1979"}]"#, to: "band.json")
    let first = try RowsmithProcess.run(
      ["import", "band.json", "--model", "Ids.yml", "--entity", "Band", "--into", "a.sqlite"], in: folder)
    #expect(first.status == 0, "\(first.diagnostics)")
    try folder.write(#"[{"id": 2, "name": "Faust"}, {"id": 3, "name": "Neu!"}]"#, to: "bands.json")
    let outcome = try RowsmithProcess.run(
      ["import", "bands.json", "--into", "a.sqlite", "--schema-contract", "evolve"], in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.diagnostics.hasSuffix("\n  Band.hiatus: 1 value\n"), "\(outcome.diagnostics)")
  }

  @Test
  func `a database that is not there, or is none`() throws {
    let missing = try RowsmithProcess.run(["migrate", "nowhere", "--model", "Old.yml"], in: folder)
    #expect(missing.status == 1)
    #expect(missing.diagnostics == "error: there is no database 'nowhere'\n")
    let other = try RowsmithProcess.run(["migrate", "Old.yml", "--model", "Old.yml"], in: folder)
    #expect(other.status == 1)
    #expect(other.diagnostics.contains("is not an SQLite database"))
  }

  @Test
  func `one database at a time`() throws {
    let outcome = try RowsmithProcess.run(["migrate", "a", "b", "--model", "Old.yml"], in: folder)
    #expect(outcome.status == 2)
    #expect(outcome.diagnostics.hasPrefix("error: expected one DB, found another: 'b'\n"))
  }
}
