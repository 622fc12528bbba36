import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
import RowsmithSchema

extension Store {
  /// Copies the database to another file while it is in use.
  ///
  /// The copy is written under another name and then renamed, so the file appears whole or not at all. It is compacted, and
  /// replaces an existing file. A symbolic link stays, and leads to the copy. Reads and writes go on meanwhile; what they
  /// write is not in the copy. With `history: true`, the copy has a history of its own: no token of this database is good
  /// for it.
  ///
  /// - Throws: ``StoreError`` if the file cannot be written.
  public func backUp(to path: String) throws {
    let (place, partial) = try prepareCopy(to: path)
    try withReader { try self.copy($0.connection, to: partial) }
    try replace(place, with: partial)
  }

  /// Copies the database without blocking the caller's thread; see the synchronous version. A cancelled task leaves no copy.
  public func backUp(to path: String) async throws {
    let (place, partial) = try prepareCopy(to: path)
    try await withReader { try self.copy($0.connection, to: partial) }
    if Task.isCancelled {
      try StoreFiles(partial).delete()
      throw CancellationError()
    }
    try replace(place, with: partial)
  }

  private func copy(_ connection: Connection, to partial: String) throws {
    try connection.backUp(to: partial)
    if schema.history == nil { return }
    do {
      let copy = try Connection(path: partial, access: .existing)
      try copy.configure(options)
      try HistorySetup.rename(in: copy)
    } catch {
      try? StoreFiles(partial).delete()
      throw error
    }
  }

  /// - Returns: where the copy will be, and the file beside it in which it is written.
  private func prepareCopy(to path: String) throws -> (place: String, partial: String) {
    if let own = self.place,
      URL(fileURLWithPath: own).standardizedFileURL == URL(fileURLWithPath: path).standardizedFileURL
        || FileIdentity(at: own).map({ $0 == FileIdentity(at: path) }) ?? false
    {
      throw StoreError(.misuse, "cannot copy '\(path)' to itself; name another file")
    }
    // What a link leads to is replaced, not the link. SQLite would look for the log there, too.
    let place = LinkedFile.place(of: path)
    removeOldPartials(of: place)
    // A name of its own: another call, or another process, may be writing a copy to the same path.
    return (place, "\(place).partial-\(UUID().uuidString)")
  }

  /// Deletes the copies to a path that processes left half-written when they were killed, more than a day ago.
  private func removeOldPartials(of path: String) {
    let url = URL(fileURLWithPath: path)
    let folder = url.deletingLastPathComponent()
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix("\(url.lastPathComponent).partial-") {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: folder.appendingPathComponent(name).path)
      guard let date = attributes?[.modificationDate] as? Date, date.timeIntervalSinceNow < -86_400 else {
        continue
      }
      try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
  }

  private func replace(_ path: String, with partial: String) throws {
    do {
      // SQLite would apply the log of a replaced file to the new one.
      try StoreFiles(path).deleteLog()
      // `rename` is atomic: at every moment there is either the old copy or the new one.
      guard rename(partial, path) == 0 else {
        throw StoreError(.sqlite, "cannot write '\(path)': \(String(cString: strerror(errno)))")
      }
    } catch {
      try? StoreFiles(partial).delete()
      throw error
    }
  }
}

extension Connection {
  /// Writes a compact copy to a file that does not exist.
  fileprivate func backUp(to path: String) throws {
    // `query_only` forbids even writing the copy.
    let isQueryOnly = try pragma("query_only") == 1
    defer { if isQueryOnly { restore("PRAGMA query_only = ON") } }
    if isQueryOnly { try execute("PRAGMA query_only = OFF") }
    do {
      try run("VACUUM INTO ?1", [.text(path)])
    } catch let error as StoreError where error.code?.primary == .cannotOpen {
      // The copy could not be created; the database itself is open.
      throw StoreError(code: .cannotOpen, found: error.message, path: path, systemCode: 0)
    } catch {
      try? StoreFiles(path).delete()
      throw error
    }
  }
}
