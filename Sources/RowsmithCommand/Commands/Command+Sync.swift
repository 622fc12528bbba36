extension Command {
  /// `rowsmith sync`.
  static let sync = Command(
    name: "sync", summary: "Keeps a database and a server alike, in both directions.",
    operands: Operands(
      placeholder: "DB", help: "The database file; created when it is missing.", isSingle: true),
    options: SyncArguments.declarations,
    discussion: """
      The entities that the model's `sync` names are brought and sent; whatever has written to them, rowsmith import, an \
      app or sqlite3. What was changed on both sides is brought together as the model says; rowsmith conflicts shows \
      what had to give way, and what waits for a decision.

      The exit status is 0 when everything was done that could be, otherwise 1: the server cannot be reached, wants a \
      log-in or to be left alone, has refused records, or has sent some that the model cannot take. Each page and each \
      answer is a transaction: what came and was sent stays, also after Ctrl-C, and the next sync goes on from there.

      Passwords and tokens go to this server alone, are not kept in the database, and are in no message.
      """
  ) { arguments, terminal in
    try Synchronizer(arguments: try SyncArguments(arguments), terminal: terminal).run()
  }
}
