extension Command {
  /// `rowsmith sync`.
  static let sync = Command(
    name: "sync", summary: "Synchronises a database and a server, in both directions.",
    operands: Operands(
      placeholder: "DB", help: "The database file; created if it is missing.", isSingle: true),
    options: SyncArguments.declarations,
    discussion: """
      Fetches and sends the changes of all entities that synchronise, no matter what made them: rowsmith import, \
      an app or sqlite3. Changes on both sides are merged as the model says; rowsmith conflicts shows the values \
      that lost, and the conflicts that wait for a decision.

      The exit status is 0 if everything was synchronised, otherwise 1: the server cannot be reached, \
      requires a log-in, asks to wait, has refused records, has answered without saying what became of them, or has \
      sent some that cannot be imported. Each page and each answer is a transaction: what was fetched and sent stays, \
      even after Ctrl-C, and the next sync continues from there.

      Passwords and tokens are sent to this server alone, are not stored in the database, and appear in no message.
      """
  ) { arguments, terminal in
    try Synchronizer(arguments: try SyncArguments(arguments), terminal: terminal).run()
  }
}
