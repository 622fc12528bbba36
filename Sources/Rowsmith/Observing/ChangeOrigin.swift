/// What brought a change.
public enum ChangeOrigin: Sendable, Hashable {
  /// An import, alone or as a part of a write block, with its report.
  case importJSON(ImportTarget, ImportReport)
  /// A write block. The imports that it made come before it.
  case write
  /// Another process, or another store of the same file.
  case external
}
