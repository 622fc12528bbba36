import Testing

/// Values that options do not take, and options that do not go together.
struct OptionValueTests {
  private func expectUsage(_ arguments: [String], _ message: String) throws {
    let outcome = try RowsmithProcess.run(arguments)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.diagnostics == "error: \(message)\nSee 'rowsmith \(arguments[0]) --help'.\n")
  }

  @Test(arguments: [
    (["--csv", "--tsv"], "--csv and --tsv exclude each other"),
    (["--delimiter", ";", "--tsv"], "--delimiter and --tsv exclude each other"),
    (
      ["--keyed", "--entity", "A", "--parent", "A:1.b"],
      "--keyed is for --entity only: documents and relationships say in the model whether they are keyed"
    ),
    (
      ["--stop-after", "1", "--parent", "A:1.b"],
      "--stop-after and --parent exclude each other: the value of a relationship is imported whole"
    ),
    (["--stop-after", "1", "--entity", "A", "y"], "--stop-after takes one FILE; --as-one makes them one"),
    (
      ["--schema-contract", "evolve", "--parent", "A:1.b"],
      "--schema-contract evolve and --parent exclude each other: a model is made of whole records"
    ),
    (
      ["--policy", "MergeAndPrune", "--entity", "A", "y"],
      "--policy MergeAndPrune takes one FILE: each would delete what the one before imported; "
        + "--as-one makes them one"
    ),
  ])
  func `what an import cannot do at once`(options: [String], message: String) throws {
    try expectUsage(["import", "x", "--model=m", "--into=d"] + options, message)
  }

  @Test(arguments: ["Merge", "Replace"])
  func `several files are imported one after the other if the policy allows it, or as one`(policy: String)
    throws
  {
    let start = ["import", "x", "y", "--model=none.yml", "--into=d", "--entity=A", "--policy", policy]
    let files = policy == "Merge" ? start : start + ["--as-one"]
    #expect(try RowsmithProcess.run(files).status == 1)
    #expect(try RowsmithProcess.run(start).status == (policy == "Merge" ? 1 : 2))
  }

  @Test(arguments: [
    (["-", "-"], "standard input can be read once: '-' is given twice"),
    (["x", "--entity", "9"], "--entity: '9' cannot name an entity; write a name such as BandMember"),
    (["x", "--entity", "a b"], "--entity: 'a b' cannot name an entity; write a name such as BandMember"),
    (["x", "--entity", ""], "--entity: '' cannot name an entity; write a name such as BandMember"),
    (["x", "--at", "."], "expected a key path such as 'store.products' after --at, found '.'"),
  ])
  func `what infer cannot name`(arguments: [String], message: String) throws {
    try expectUsage(["infer"] + arguments, message)
  }

  @Test func `an action is named with the others if there is none`() throws {
    try expectUsage(
      ["queue", "--model=m", "--from=d"], "expected one of list, flush, retry ID, drop ID")
  }

  @Test(arguments: ["0", "-1", "nan", "inf", "86400.1", "1s", "", "1,5"])
  func `a timeout is a number of seconds, up to a day`(text: String) throws {
    try expectUsage(
      ["fetch", "--model=m", "--into=d", "--timeout=\(text)"],
      "expected a number of seconds after --timeout, such as 10 or 0.5, found '\(text)'")
  }

  @Test(arguments: ["-1", "101", "1.5", "many", ""])
  func `retries are a number from 0 to 100`(text: String) throws {
    try expectUsage(
      ["fetch", "--model=m", "--into=d", "--retries=\(text)"],
      "expected a number from 0 to 100 after --retries, found '\(text)'")
  }

  @Test(arguments: [
    (["fix"], "expected list, resolve, found 'fix'"),
    (["lst"], "expected list, resolve, found 'lst'; did you mean 'list'?"),
    ([], "expected one of list, resolve ID"), (["list", "3"], "unexpected argument '3' after list"),
    (["resolve", "3", "4", "--mine"], "unexpected argument '4' after resolve"),
    (["resolve", "--mine"], "resolve needs the number of a conflict"),
    (
      ["resolve", "first", "--mine"],
      "expected the number of a conflict, found 'first'; rowsmith conflicts list shows them"
    ),
    (["resolve", "3"], "resolve needs one of --mine, --theirs and --value JSON"),
    (["resolve", "3", "--mine", "--theirs"], "resolve needs one of --mine, --theirs and --value JSON"),
    (["list", "--mine"], "--mine, --theirs and --value are for resolve only"),
    (["list", "--value=1"], "--mine, --theirs and --value are for resolve only"),
    (["resolve", "3", "--mine", "--all"], "--all is for list only"),
  ])
  func `a conflict is resolved by its number, in one way`(arguments: [String], message: String) throws {
    try expectUsage(["conflicts"] + arguments + ["--model=m", "--from=d"], message)
  }
}
