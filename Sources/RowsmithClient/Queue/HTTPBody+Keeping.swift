import Foundation
import RowsmithSchema

extension HTTPBody {
  /// How many bytes of a form are kept in the database: SQLite takes 1,000,000,000 in a row, unless it was built otherwise, and
  /// the row of a request that was sent has its body twice, as it was given and as it left.
  private static let maximumKept = 499_000_000

  /// All bytes of the parts of a form, including those of files, to be kept in the database.
  ///
  /// - Throws: ``ClientError`` if a file cannot be read, or before any is read if there is no room for all of them.
  static func kept(_ parts: [HTTPBody]) throws -> [UInt8] {
    // A file that cannot be read is an error below.
    if let total = try? UploadSource(.parts(parts)).total, total > maximumKept {
      throw ClientError(
        .misuse,
        "a form of a queued call is kept in the database, which has room for \(maximumKept / 1_000_000) MB, and this one has "
          + "\(total / 1_000_000) MB: send the file as the body itself; nothing was sent")
    }
    return try collected(parts)
  }

  private static func collected(_ parts: [HTTPBody]) throws -> [UInt8] {
    try parts.reduce(into: []) { bytes, part in
      switch part {
      case .bytes(let piece): bytes += piece
      case .file(let path):
        guard let data = FileManager.default.contents(atPath: path) else {
          throw ClientError(
            .misuse, "the file '\(path.escapedForDisplay())' cannot be read; nothing was sent")
        }
        bytes += data
      case .parts(let parts): bytes += try collected(parts)
      }
    }
  }
}
