/// Where a store keeps its rows.
public enum StoreLocation: Sendable, Hashable {
  /// A file, created when it is missing.
  case file(String)
  /// A file that has the tables of the model already. Nothing is created; any other file is refused.
  case existingFile(String)
  /// A file for each account of the app, in a folder that is created when it is missing. Any text can be the name of an
  /// account.
  case account(String, folder: String)
  /// Memory; the rows go with the store.
  case memory

  /// The path of the file; nil for memory.
  public var path: String? {
    switch self {
    case .file(let path), .existingFile(let path): path
    case .account(let name, let folder): "\(folder)/\(StoreLocation.fileName(account: name))"
    case .memory: nil
    }
  }

  /// Letters, digits, `-` and `_` stand for themselves; every other byte of the name becomes `%` and two digits. So no name
  /// leaves the folder, and no two names are one file where the file system ignores case.
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
