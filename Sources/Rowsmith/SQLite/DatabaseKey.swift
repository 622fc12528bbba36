/// The key of an encrypted database, for ``StoreOptions/key``. It is never printed.
public struct DatabaseKey: Sendable, Hashable {
  /// The form that SQLCipher expects.
  let bytes: [UInt8]

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// A text of any length, from which SQLCipher derives the key. That takes a fraction of a second for each connection, to
  /// slow down guessing.
  public static func passphrase(_ text: String) -> DatabaseKey { DatabaseKey(bytes: Array(text.utf8)) }

  /// The key itself, as stored in a keychain: 32 random bytes. It needs no derivation. SQLCipher takes another number of bytes
  /// for a passphrase, except 48: then the last 16 are the salt of the file.
  public static func raw(_ key: some Sequence<UInt8>) -> DatabaseKey {
    let digits = key.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    return DatabaseKey(bytes: Array("x'\(digits)'".utf8))
  }
}

extension DatabaseKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A placeholder, not the key.
  public var description: String { "(a key)" }
  /// A placeholder, not the key.
  public var debugDescription: String { description }
  /// Without the key, so that printing options does not show it.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
