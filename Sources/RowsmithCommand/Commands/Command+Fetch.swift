extension Command {
  /// `rowsmith fetch`.
  static let fetch = Command(
    name: "fetch", summary: "Asks a server for records and imports them.",
    operands: Operands(
      placeholder: "ROUTE",
      help:
        "A route of the model; without one, every route that needs no values is asked, in the order of the model.",
      isOptional: true,
      others: [
        (
          "NAME=VALUE",
          "The value of a placeholder of the path, or of a parameter of the query, read by its type."
        )
      ], usage: "[ROUTE [NAME=VALUE]…]"),
    options: FetchArguments.declarations,
    discussion: """
      The answer of a route, all its pages, is one import: all of it or nothing. A route that fails does not stop the \
      others, but the exit status is 1 then; where the server cannot be reached, the others are not asked. What waits \
      in the queue is sent first.

      A route with `cache` is asked only whether something changed since the last time, one with `incremental` only for \
      what changed, one with `maxAge` not at all within it; others are asked in full.

      Tokens and passwords are best given with --token-env or --header-file. They go to this server alone, are not \
      kept in the database, and are in no message.
      """
  ) { arguments, terminal in
    try Fetcher(arguments: try FetchArguments(arguments), terminal: terminal).run()
  }
}
