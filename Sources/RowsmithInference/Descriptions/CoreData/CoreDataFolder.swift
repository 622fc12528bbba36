import Foundation

/// Finds the XML of a Core Data model in its folders.
enum CoreDataFolder {
  /// Whether a folder is a Core Data model, by its content.
  static func isModel(_ path: String) -> Bool {
    let entries = entries(path)
    let visible = entries.filter { !$0.hasPrefix(".") }
    // A folder with other entries is a project's.
    let areVersions = !visible.isEmpty && visible.allSatisfy { $0.hasSuffix(".xcdatamodel") }
    return entries.contains(".xccurrentversion") || areVersions
      || entries.contains("contents") && startsAsModel("\(path)/contents")
  }

  /// The XML file; if there are several versions, that of the current one.
  static func contents(of path: String) throws(DescriptionError) -> (file: String, note: DraftNote?) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw DescriptionError(path, "there is no such file")
    }
    guard isFolder.boolValue else { return (path, nil) }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    if entries(folder).contains("contents") { return ("\(folder)/contents", nil) }
    let versions = entries(folder).filter { $0.hasSuffix(".xcdatamodel") }
    if let current = try current(folder) {
      guard versions.contains(current) else {
        throw DescriptionError(
          "\(folder)/.xccurrentversion", "the current version is '\(current)', which does not exist")
      }
      return try contents(ofVersion: "\(folder)/\(current)", nil)
    }
    guard let last = versions.max(by: isEarlier) else {
      throw DescriptionError(folder, "there is no '.xcdatamodel' in it, and no 'contents'")
    }
    let note = DraftNote(
      last, "no file says which of \(versions.count) versions is the current one; this one was taken")
    return try contents(ofVersion: "\(folder)/\(last)", versions.count > 1 ? note : nil)
  }

  private static func contents(
    ofVersion folder: String, _ note: DraftNote?
  ) throws(DescriptionError) -> (file: String, note: DraftNote?) {
    guard FileManager.default.fileExists(atPath: "\(folder)/contents") else {
      throw DescriptionError(folder, "there is no 'contents' in it")
    }
    return ("\(folder)/contents", note)
  }

  /// The version named in `.xccurrentversion`, a property list.
  private static func current(_ folder: String) throws(DescriptionError) -> String? {
    let path = "\(folder)/.xccurrentversion"
    guard let data = FileManager.default.contents(atPath: path) else { return nil }
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    guard let name = list?["_XCCurrentVersionName"] as? String else {
      throw DescriptionError(path, "the file is not a property list with '_XCCurrentVersionName'")
    }
    return name
  }

  private static func entries(_ path: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private static func startsAsModel(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let head = String(decoding: (try? file.read(upToCount: 1024)) ?? Data(), as: UTF8.self)
    return head.contains("<model")
  }

  /// Whether a name sorts before another, with numbers in order: `Model 2` before `Model 10`.
  private static func isEarlier(_ name: String, _ other: String) -> Bool {
    name.compare(other, options: [.numeric, .caseInsensitive]) == .orderedAscending
  }
}
