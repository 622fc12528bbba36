/// What a command tells the shell.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// The input or the model is at fault; diagnostics say how.
  case failed = 1
  /// The arguments are not as the command wants them.
  case wrongUsage = 2
}
