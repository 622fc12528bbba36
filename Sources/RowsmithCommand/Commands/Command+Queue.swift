extension Command {
  /// `rowsmith queue`.
  static let queue = Command(
    name: "queue", summary: "Shows and sends the requests that wait in a database.",
    operands: Operands(
      placeholder: "list", help: "Prints the requests, in their order.", areActions: true,
      others: [
        ("flush", "Sends the waiting requests, first in, first out."),
        ("retry ID", "Queues a request again that the server has refused."),
        (
          "drop ID",
          "Removes a request without sending it; with --all, every request. If it belongs to a sync, its changes are undone."
        ),
      ], usage: "(list | flush | retry ID | drop ID)"),
    options: QueueArguments.declarations,
    discussion: """
      Calls of routes with `offline: queue` that find no connection wait in the database. They are sent before \
      the next call of an app or of rowsmith, and by flush. A request that the server refuses is set aside with \
      its reason; other requests for the same record wait, and those of records that refer to one the server does not \
      know yet. All others are sent.

      The exit status of flush is 0 if everything is sent, otherwise 1: requests are refused, or the server \
      cannot be reached. If a request is dropped, its changes in the database stay.

      The list also has the requests of a sync that got no answer or were refused. rowsmith sync sends them, not \
      flush. Dropping a refused one resets the record to the last version from the server; one that may have \
      reached the server cannot be dropped.
      """
  ) { arguments, terminal in
    try QueueKeeper(arguments: try QueueArguments(arguments), terminal: terminal).run()
  }
}
