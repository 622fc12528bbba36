/// Where a store keeps its rows.
public enum StoreLocation: Sendable, Hashable {
  /// A file; created if it does not exist.
  case file(String)
  /// A file that already has the tables of the model. No file is created; any other file is refused.
  case existingFile(String)
  /// A file for each account of the app, in a folder that is created if it does not exist. The name of an account can be any
  /// text.
  case account(String, folder: String)
  /// Memory; the rows are lost with the store.
  case memory

  /// The path of the file; `nil` for memory.
  public var path: String? {
    switch self {
    case .file(let path), .existingFile(let path): StoreLocation.plain(path)
    case .account(let name, let folder): "\(folder)/\(StoreLocation.fileName(account: name))"
    case .memory: nil
    }
  }

  /// SQLite gives `:memory:`, what begins with `file:` and an empty path a meaning of its own; here they are names of files, and
  /// an empty one is the folder, which is no database.
  static func plain(_ path: String) -> String {
    path.isEmpty || path.hasPrefix(":") || path.hasPrefix("file:") ? "./\(path)" : path
  }

  /// Keeps lowercase letters, digits, `-` and `_`; escapes every other byte as `%` and two hexadecimal digits. So no name
  /// leaves the folder, and no two names share a file on a case-insensitive file system.
  private static func fileName(account: String) -> String {
    var name = ""
    for byte in account.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "_"):
        name.unicodeScalars.append(Unicode.Scalar(byte))
      default: name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return "account-\(name).sqlite"
  }
}
