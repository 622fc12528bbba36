extension Command {
  /// `rowsmith queue`.
  static let queue = Command(
    name: "queue", summary: "Shows and sends the requests that wait in a database.",
    operands: Operands(
      placeholder: "list", help: "Prints the requests, in their order.",
      others: [
        ("flush", "Sends what waits, first in, first out."),
        ("retry ID", "Lets a request wait again that the server has refused."),
        (
          "drop ID",
          "Takes a request out without sending it; with --all, every request. Of a sync, what was changed is taken back."
        ),
      ], usage: "(list | flush | retry ID | drop ID)"),
    options: QueueArguments.declarations,
    discussion: """
      Calls of routes with `offline: queue` that find no connection wait in the database. They are sent before the \
      next call that goes out, by an app or by rowsmith, and by flush. A request that the server refuses is set aside \
      with its reason; what concerns the same record waits, everything else goes on.

      The exit status of flush is 0 when everything is sent, otherwise 1: requests are refused, or the server cannot be \
      reached. What was changed in the database stays when its request is dropped.

      What a sync has sent without an answer, and what the server has refused to it, is in the list, too. rowsmith sync \
      sends it, not flush. To drop what was refused gives the record back what the server said of it last; what may \
      have left cannot be dropped.
      """
  ) { arguments, terminal in
    try QueueKeeper(arguments: try QueueArguments(arguments), terminal: terminal).run()
  }
}
