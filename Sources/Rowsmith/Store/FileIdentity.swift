import Foundation

/// Which file it is: the same as long as the file is there, whatever it is called.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  private init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  /// The file under a path, which may be a symbolic link itself; nil where there is none.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that is open.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
