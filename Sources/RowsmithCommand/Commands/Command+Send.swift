extension Command {
  /// `rowsmith send`.
  static let send = Command(
    name: "send", summary: "Sends records of a database to a server, or deletes them there.",
    operands: Operands(
      placeholder: "ROUTE", help: "A route of the model with POST, PUT, PATCH or DELETE.",
      others: [
        (
          "NAME=VALUE",
          "The value of a placeholder of the path that the record does not give, or of a parameter of the query."
        )
      ], usage: "ROUTE [NAME=VALUE]…"),
    options: SendArguments.declarations,
    discussion: """
      With POST and PUT all attributes of the record leave, with PATCH those that changed since the server last said \
      what they are. The answer is imported; a record that has got its key from the server has it here afterwards, \
      everywhere. Each --key is a call of its own; one that fails does not stop the others, but the exit status is 1.

      Prints the record as it is then, or the body of an answer that is no record.

      Without a connection, a route with `offline: queue` puts the call into the queue of the database, and that is no \
      failure: rowsmith queue shows it. What waits there already is sent first.

      A key of several parts is written with commas between them; `\\,` is a comma in a part, `\\\\` a backslash.
      """
  ) { arguments, terminal in
    try Sender(arguments: try SendArguments(arguments), terminal: terminal).run()
  }
}
