import Foundation

/// Identifies a file by device and inode, so it survives a rename.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  private init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  /// The file at a path; a symbolic link is not followed. `nil` if there is no file.
  init?(of path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that a path leads to: symbolic links are followed. `nil` if there is no file.
  init?(at path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The open file of a descriptor.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }
}
