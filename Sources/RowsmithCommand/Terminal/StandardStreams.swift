import Foundation

/// The three standard descriptors.
enum StandardStreams {
  /// Ensures that no file opened later gets the descriptor of a closed standard stream, and that writing to a pipe without a
  /// reader fails instead of ending the process.
  static func secure() {
    signal(SIGPIPE, SIG_IGN)
    // Exceeding the file size limit becomes an error of the file concerned.
    signal(SIGXFSZ, SIG_IGN)
    // Opened with the wrong mode, so that using them fails; diagnostics may be lost.
    for (descriptor, mode) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    where fcntl(descriptor, F_GETFD) == -1 {
      let opened = open("/dev/null", mode)
      if opened >= 0, opened != descriptor {
        dup2(opened, descriptor)
        close(opened)
      }
    }
  }
}

/// Why text could not be written.
enum StreamError: Error, CustomStringConvertible {
  /// The pipe has no reader any more.
  case readerIsGone
  case failed(stream: String, reason: String)

  var description: String {
    switch self {
    case .readerIsGone: "the reader of the output is gone"
    case .failed(let stream, let reason): "cannot write to \(stream): \(reason)"
    }
  }
}
