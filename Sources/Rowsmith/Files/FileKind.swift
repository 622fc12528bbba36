import Foundation

/// The kind of file at a path.
enum FileKind {
  case none, file, folder, pipe, device, socket

  /// - Parameter path: symbolic links are followed.
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

  /// Whether reading it may wait for a writer.
  var isWaitedFor: Bool {
    switch self {
    case .none, .file, .folder: false
    case .pipe, .device, .socket: true
    }
  }

  /// Its name in an error if a file is expected; `nil` for a file, and if nothing is there.
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
