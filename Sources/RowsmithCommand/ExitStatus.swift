/// The exit status of a command.
enum ExitStatus: Equatable {
  /// The command succeeded.
  case done
  /// The input, the model or the server has an error, which was reported.
  case failed
  /// The arguments are invalid.
  case wrongUsage
  /// A signal ended the command, which was rolled back.
  case interrupted(by: Int32)

  /// The exit code. For a signal, it is the code of a process that the signal ends.
  var code: Int32 {
    switch self {
    case .done: 0
    case .failed: 1
    case .wrongUsage: 2
    case .interrupted(let signal): 128 + signal
    }
  }
}
