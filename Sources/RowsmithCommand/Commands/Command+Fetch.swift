extension Command {
  /// `rowsmith fetch`.
  static let fetch = Command(
    name: "fetch", summary: "Fetches records from a server and imports them.",
    operands: Operands(
      placeholder: "ROUTE",
      help:
        "A route of the model; without one, every route that needs no values is fetched, in the order of the model.",
      isOptional: true,
      others: [
        (
          "NAME=VALUE",
          "The value of a placeholder of the path, or of a parameter of the query."
        )
      ], usage: "[ROUTE [NAME=VALUE]…]"),
    options: FetchArguments.declarations,
    discussion: """
      The answer of a route, with all its pages, is one import: all of it or nothing. A route that fails does not stop \
      the others, but the exit status is then 1; if the server cannot be reached, the others are skipped. Requests that \
      wait in the queue are sent first.

      For a route with `cache` the server is asked only whether something has changed, for one with `incremental` only for \
      changes; one with `maxAge` is not fetched again within that time. All others are fetched in full.

      Give tokens and passwords with --token-env or --header-file. They are sent to this server alone, are not \
      stored in the database, and appear in no message.
      """
  ) { arguments, terminal in
    try Fetcher(arguments: try FetchArguments(arguments), terminal: terminal).run()
  }
}
