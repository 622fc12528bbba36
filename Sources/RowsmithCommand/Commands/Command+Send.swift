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
      POST and PUT send all attributes of the record, PATCH those that have changed since the server's last \
      version. The answer is imported; if the server gives the record a new key, it is changed everywhere \
      in the database. Each --key is a call of its own; one that fails does not stop the others, but the exit status is 1.

      Prints the record afterwards, or the body of an answer that is not a record.

      Without a connection, a route with `offline: queue` puts the call into the queue of the database, which does not count \
      as a failure: rowsmith queue shows it. Requests that wait there already are sent first.

      A key of several parts is written with commas between them; `\\,` is a comma in a part, `\\\\` a backslash.
      """
  ) { arguments, terminal in
    try Sender(arguments: try SendArguments(arguments), terminal: terminal).run()
  }
}
