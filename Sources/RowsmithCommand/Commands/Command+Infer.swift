extension Command {
  /// `rowsmith infer`.
  static let infer = Command(
    name: "infer", summary: "Makes a model from samples.",
    operands: Operands(
      placeholder: "FILE",
      help:
        "A JSON document as the server sends it, or a table; `-` is standard input. It may be gzip. Or one "
        + "file that describes a model, see below."),
    options: InferArguments.declarations,
    discussion: """
      The samples are read as streams, any number of any size: they are documents of one kind, such as several answers to \
      one request. Objects with a key become entities, and their members attributes of the narrowest type that fits \
      all values. Comments say what was seen, and what was not decided. The model passes `rowsmith check` without a \
      warning, and an import of the samples keeps every value but those that a comment names. Relationships merge, \
      but for lists of records without a key; write `Replace` yourself where you want it.

      A file named .csv or .tsv is a table with a header.

      OpenAPI 3, JSON Schema, a Core Data model (.xcdatamodeld) and an SQLite database are recognised by their contents. \
      Such a FILE stands alone, and only --output and --format apply.

      With --hints, that model keeps its names, types, keys and policies. The result is that file with \
      what is new in the samples added in place; everything else stays the same, comments too.

      With `--format json` the result is an object whose `model` is the text of the model. A file always has the text \
      itself.
      """
  ) { arguments, terminal in
    try ModelInferrer(arguments: try InferArguments(arguments), terminal: terminal).run()
  }
}
