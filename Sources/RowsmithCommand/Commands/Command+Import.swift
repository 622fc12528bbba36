extension Command {
  /// `rowsmith import`.
  static let `import` = Command(
    name: "import", summary: "Imports JSON, CSV or TSV into a database.",
    operands: Operands(
      placeholder: "FILE", help: "A JSON document, or a table; `-` is standard input. It may be gzip."),
    options: ImportArguments.declarations,
    discussion: """
      With --model, one of --entity, --document and --parent says what the document holds. Without --model, or with \
      `--schema-contract evolve`, they can be left out: then the content of the document is recognised.

      The document is an object, an array, or newline-delimited objects: the form is detected, and so is gzip. With --at, \
      a FILE may hold several documents, one after another. Every FILE is an import of its own, all of it or nothing, in the order given; \
      if one fails, those before it stay imported and those after it are not read. The report adds them up. In a dry run every \
      FILE is imported on its own. With --as-one they are one document, such as the pages of a dump.

      A table begins with a line of column names, which are keys as in JSON: `user.name` is a key inside an object. \
      An empty field is null unless it is quoted, text is converted if nothing is lost, and lists and objects are JSON.

      The report says per entity how many records were inserted, updated, unchanged and deleted, what was skipped, which \
      foreign keys name no row yet, and which keys of the JSON the model does not mention. With `--format json` it is \
      one object.

      In the KEY of --parent dots and colons need no escape. A key of several parts is written with commas between \
      them; `\\,` is a comma in a part, `\\\\` a backslash.

      Ctrl-C ends the import and leaves the database as it was. Transforms and hooks that the app implements are not \
      run; a value that such a transform would read fails the import.
      """
  ) { arguments, terminal in
    try Importer(arguments: try ImportArguments(arguments), terminal: terminal).run()
  }
}
