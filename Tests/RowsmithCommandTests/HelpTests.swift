import Testing

@testable import RowsmithCommand

/// What the program says of itself.
struct HelpTests {
  static let names = [
    "check", "generate", "infer", "import", "export", "fetch", "send", "queue", "sync", "conflicts",
    "changes", "migrate",
    "schema",
    "diagram",
  ]

  @Test
  func `the help of the program lists every command`() throws {
    let outcome = try RowsmithProcess.run(["--help"])
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    #expect(
      outcome.output == """
        Rowsmith turns JSON into the rows of an SQLite database, as a model in YAML says.

        usage: rowsmith COMMAND …

          check      Validates models.
          generate   Writes the Swift source of a model.
          infer      Makes a model from samples.
          import     Imports JSON, CSV or TSV into a database.
          export     Produces JSON or CSV from a database, in the spelling of the server.
          fetch      Fetches records from a server and imports them.
          send       Sends records of a database to a server, or deletes them there.
          queue      Shows and sends the requests that wait in a database.
          sync       Synchronises a database and a server, in both directions.
          conflicts  Shows and resolves conflicts: values that were changed on both sides.
          changes    Prints what was changed in a database whose model keeps a history.
          migrate    Migrates a database to a model.
          schema     Prints the SQL that creates the tables of a model.
          diagram    Prints the entity-relationship diagram of a model.

        `rowsmith COMMAND --help` explains a command; `rowsmith --version` prints the version.
        Exit status: 0 done, 1 the input, the model or the server is at fault, 2 wrong usage, 128 plus
        its number for a signal.

        """)
    #expect(try RowsmithProcess.run(["help"]).output == outcome.output)
    #expect(try RowsmithProcess.run(["-h"]).output == outcome.output)
    #expect(Program.commands.map(\.name) == Self.names)
  }

  @Test(arguments: names)
  func `the help of a command explains every option, whatever else is asked for`(name: String) throws {
    let command = try #require(Program.commands.first { $0.name == name })
    let outcome = try RowsmithProcess.run(
      [name, "--nonsense-follows", "--help"].filter { !$0.contains("nonsense") })
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    #expect(outcome.output.hasPrefix("\(command.summary)\n\nusage: rowsmith \(name) "))
    for option in command.options + [Command.help] {
      #expect(outcome.output.contains("\n  \(option.spelling)"), "\(option.name) is not explained")
      #expect(option.help.hasSuffix("."), "\(option.name)")
    }
    for line in outcome.output.split(separator: "\n") { #expect(line.count <= 100) }
    #expect(try RowsmithProcess.run(["help", name]).output == outcome.output)
    #expect(try RowsmithProcess.run([name, "-h"]).output == outcome.output)
  }

  @Test(arguments: [
    ["schema", "a.yml", "b.yml", "--help"], ["schema", "--frmat", "json", "--help"], ["schema", "-x", "-h"],
    ["schema", "--format", "--help"], ["schema", "--format=json", "--format=text", "--help"],
    ["--help", "schema"], ["help", "schema", "x"],
  ])
  func `who asks for the help gets it, whatever else is wrong`(arguments: [String]) throws {
    let outcome = try RowsmithProcess.run(arguments)
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    #expect(outcome.output == (try RowsmithProcess.run(["help", "schema"]).output))
  }

  @Test
  func `an operand may be spelled like the help`() throws {
    let outcome = try RowsmithProcess.run(["check", "--frmat", "--", "--help"])
    #expect(outcome.status == 2)
  }

  @Test
  func `the help of a command in full`() throws {
    #expect(
      try RowsmithProcess.run(["schema", "--help"]).output == """
        Prints the SQL that creates the tables of a model.

        usage: rowsmith schema MODEL… [--format text|json]

          MODEL               A YAML file, or a folder whose *.yml and *.yaml files are one model.
          --format text|json  How the result is printed; `text` by default.
          --help              Prints this help.

        The statements end in semicolons, so that `rowsmith schema MODEL | sqlite3 file` creates the tables.
        Every MODEL is a model of its own. With `--format json` the result is a list with one object per
        model: its name and its statements.

        An import creates its tables itself, and more that it needs; a database made from these statements
        is for looking at the model, not for importing into.

        """)
  }

  @Test
  func `the help says of each policy what it does`() throws {
    let words = try RowsmithProcess.run(["import", "--help"]).output.split { $0.isWhitespace }
    #expect(
      words.joined(separator: " ").contains(
        "`Merge` (default) keeps absent rows, `MergeAndPrune` deletes rows absent from the document, `Replace` also "
          + "overwrites the others whole. With --parent, the relationship's own policy is the default."))
  }

  @Test(arguments: ["OpenAPI 3", "JSON Schema", "Core Data", "SQLite database", ".csv", ".tsv", "gzip"])
  func `the help of infer names all that it reads`(kind: String) throws {
    #expect(try RowsmithProcess.run(["infer", "--help"]).output.contains(kind))
  }

  @Test
  func `the help of import says when the target can be left out`() throws {
    let words = try RowsmithProcess.run(["import", "--help"]).output.split { $0.isWhitespace }
      .joined(separator: " ")
    #expect(words.contains("[--entity NAME | --document NAME | --parent ENTITY:KEY.RELATIONSHIP]"))
    #expect(words.contains("Without --model, or with `--schema-contract evolve`, they can be left out"))
  }

  @Test
  func `the help of sync names every reason for its exit status`() throws {
    let words = try RowsmithProcess.run(["sync", "--help"]).output.split { $0.isWhitespace }
      .joined(separator: " ")
    for reason in [
      "cannot be reached", "requires a log-in", "asks to wait", "has refused records",
      "has answered without saying what became of them", "has sent some that cannot be imported",
    ] {
      #expect(words.contains(reason))
    }
  }

  @Test
  func `the version is one line`() throws {
    let outcome = try RowsmithProcess.run(["--version"])
    #expect(outcome.status == 0)
    #expect(outcome.output == "rowsmith \(Version.current)\n")
  }
}
