import Foundation

/// What is under a path.
enum FileKind {
  case none, file, folder, pipe, device, socket

  /// - Parameter path: a symbolic link stands for what it leads to.
  init(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .none
      return
    }
    self =
      switch status.st_mode & S_IFMT {
      case S_IFDIR: .folder
      case S_IFIFO: .pipe
      case S_IFCHR, S_IFBLK: .device
      case S_IFSOCK: .socket
      default: .file
      }
  }

  /// Whether reading it may wait for somebody who writes.
  var isWaitedFor: Bool {
    switch self {
    case .none, .file, .folder: false
    case .pipe, .device, .socket: true
    }
  }

  /// What it is called where a file should be; nil for a file, and for nothing.
  var nounOfOther: String? {
    switch self {
    case .none, .file: nil
    case .folder: "a folder"
    case .pipe: "a named pipe"
    case .device: "a device"
    case .socket: "a socket"
    }
  }
}
