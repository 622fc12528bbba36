extension Command {
  /// `rowsmith conflicts`.
  static let conflicts = Command(
    name: "conflicts", summary: "Shows and resolves what was changed on both sides.",
    operands: Operands(
      placeholder: "list",
      help: "Prints the conflicts that wait for a decision; with --all, also the others.",
      others: [("resolve ID", "Decides a conflict, also one that was decided: --mine, --theirs or --value.")],
      usage: "(list | resolve ID)"),
    options: ConflictArguments.declarations,
    discussion: """
      A sync resolves conflicts as the model says, and keeps what had to give way. Under `manual` both sides are kept, \
      and the record is not sent until somebody decides.

      Nothing is asked of a server: what stands is sent by the next rowsmith sync.
      """
  ) { arguments, terminal in
    try ConflictKeeper(arguments: try ConflictArguments(arguments), terminal: terminal).run()
  }
}
