extension Command {
  /// `rowsmith conflicts`.
  static let conflicts = Command(
    name: "conflicts", summary: "Shows and resolves conflicts: values that were changed on both sides.",
    operands: Operands(
      placeholder: "list",
      help: "Prints the conflicts that wait for a decision; with --all, also decided ones.",
      areActions: true,
      others: [
        (
          "resolve ID",
          "Decides a conflict, also one that is decided already: with --mine, --theirs or --value."
        )
      ],
      usage: "(list | resolve ID)"),
    options: ConflictArguments.declarations,
    discussion: """
      A sync resolves conflicts as the model says, and keeps the value that lost. With `manual` both values are kept, \
      and the record is not sent until the conflict is resolved.

      The server is not contacted: the next rowsmith sync sends the result.
      """
  ) { arguments, terminal in
    try ConflictKeeper(arguments: try ConflictArguments(arguments), terminal: terminal).run()
  }
}
