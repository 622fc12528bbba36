/// What a command tells the shell.
enum ExitStatus: Equatable {
  /// Done.
  case done
  /// The input, the model or the server is at fault; diagnostics say how.
  case failed
  /// The arguments are not as the command wants them.
  case wrongUsage
  /// A signal ended the command, which has taken back what it had begun.
  case interrupted(by: Int32)

  /// The number that the shell gets: of a signal what it would be without anybody to catch it.
  var code: Int32 {
    switch self {
    case .done: 0
    case .failed: 1
    case .wrongUsage: 2
    case .interrupted(let signal): 128 + signal
    }
  }
}
