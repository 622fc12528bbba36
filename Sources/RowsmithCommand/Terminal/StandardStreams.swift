import Foundation

/// The three descriptors that every program is given, or should be.
enum StandardStreams {
  /// Makes sure that no file opened later takes the place of a standard stream that is closed, and that writing to
  /// a pipe without a reader fails instead of ending the process.
  static func secure() {
    signal(SIGPIPE, SIG_IGN)
    // A limit of the size of files is an error of the file that meets it.
    signal(SIGXFSZ, SIG_IGN)
    // Opened the wrong way round, so that using them fails as it should; diagnostics may be lost.
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
