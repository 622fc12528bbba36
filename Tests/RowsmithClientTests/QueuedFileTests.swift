import Foundation
import Testing

@testable import RowsmithClient

@Suite("The path of a file in the queue") struct QueuedFileTests {
  private static let one = "0A6D1C52-7B0D-4C6F-9B0E-3C5B1B1F2A01"
  private static let other = "0A6D1C52-7B0D-4C6F-9B0E-3C5B1B1F2A02"

  @Test("It is relative to the database in the same folder named by a UUID, and leads there again")
  func relative() {
    let database = "/Data/\(Self.one)/Library/Data/news.sqlite"
    let stored = QueuedFile.stored("/Data/\(Self.one)/Documents/a.txt", beside: database)
    #expect(stored == "../../Documents/a.txt")
    #expect(QueuedFile.path(stored, beside: database) == "/Data/\(Self.one)/Documents/a.txt")
    let moved = "/Data/\(Self.other)/Library/Data/news.sqlite"
    #expect(QueuedFile.path(stored, beside: moved) == "/Data/\(Self.other)/Documents/a.txt")
  }

  @Test("A container has the same files with /private before it and without")
  func privateFolder() {
    let database = "/private/var/\(Self.one)/news.sqlite"
    #expect(QueuedFile.stored("/var/\(Self.one)/tmp/a.txt", beside: database) == "tmp/a.txt")
  }

  @Test("An absolute path, as earlier versions stored it, leads to the new place of the container")
  func earlier() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let containers = folder.path + "/Containers/Data/Application/"
    for (container, text) in [(Self.other, "new"), (Self.one, "old")] {
      let documents = containers + container + "/Documents"
      let path = containers + Self.one + "/Documents/a.txt"
      let database = containers + Self.other + "/Library/news.sqlite"
      // A file that is nowhere is named as it was stored.
      if container == Self.other { #expect(QueuedFile.path(path, beside: database) == path) }
      try FileManager.default.createDirectory(atPath: documents, withIntermediateDirectories: true)
      try text.write(toFile: documents + "/a.txt", atomically: true, encoding: .utf8)
      let found = QueuedFile.path(path, beside: database)
      #expect(try String(contentsOfFile: found, encoding: .utf8) == text)
    }
  }

  @Test("A file in the new container of the app is found if the database is in one that is shared")
  func shared() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let containers = folder.path + "/Containers"
    let database = containers + "/Shared/AppGroup/" + Self.one + "/news.sqlite"
    let homes = [Self.one, Self.other].map { containers + "/Data/Application/" + $0 }
    let stored = QueuedFile.stored(homes[0] + "/Documents/a.txt", beside: database)
    #expect(QueuedFile.path(stored, beside: database, home: homes[1]) == homes[0] + "/Documents/a.txt")
    let documents = homes[1] + "/Documents"
    try FileManager.default.createDirectory(atPath: documents, withIntermediateDirectories: true)
    try "new".write(toFile: documents + "/a.txt", atomically: true, encoding: .utf8)
    let found = QueuedFile.path(stored, beside: database, home: homes[1])
    #expect(try String(contentsOfFile: found, encoding: .utf8) == "new")
  }

  @Test("A file that is missing is not another one in a folder that is no container")
  func missing() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let own = folder.path + "/" + Self.other
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
    try "other".write(toFile: own + "/a.txt", atomically: true, encoding: .utf8)
    let path = folder.path + "/" + Self.one + "/a.txt"
    #expect(QueuedFile.path(path, beside: own + "/news.sqlite") == path)
  }

  @Test(
    "Any other path is absolute",
    arguments: [
      ("/home/me/a.txt", "/home/me/news.sqlite"),
      ("/files/\(QueuedFileTests.one)/a.txt", "/data/\(QueuedFileTests.one)/news.sqlite"),
      ("/data/\(QueuedFileTests.one)/../a.txt", "/data/\(QueuedFileTests.one)/news.sqlite"),
      ("/data/\(QueuedFileTests.one)/a.txt", nil),
    ] as [(String, String?)])
  func absolute(_ path: String, _ database: String?) {
    #expect(QueuedFile.stored(path, beside: database) == path)
    #expect(QueuedFile.path(path, beside: database) == path)
  }
}
