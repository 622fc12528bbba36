extension Command {
  /// `rowsmith infer`.
  static let infer = Command(
    name: "infer", summary: "Makes a model of samples.",
    operands: Operands(
      placeholder: "FILE", help: "A JSON document as the server sends it; `-` is standard input."),
    options: InferArguments.declarations,
    discussion: """
      The samples are read as streams, any number of any size: they are documents of one kind, such as several answers to \
      one request. Objects with a key become entities, what is in them attributes of the narrowest type that all values \
      fit. Comments say what was seen, and what was not decided. The model passes `rowsmith check` without a warning, and \
      an import of the samples keeps every value but those that a comment names. Relationships merge; `Replace` is for a person to write.

      With --hints, what stands in that model stands: its names, types, keys and policies. The result is that file with \
      what is new in the samples added at its place; everything else is as it was, to the comment.
      """
  ) { arguments, terminal in
    try ModelInferrer(arguments: try InferArguments(arguments), terminal: terminal).run()
  }
}
