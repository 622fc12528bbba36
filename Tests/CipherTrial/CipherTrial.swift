#if SQLCipher
  import Bands
  import Foundation
  import Rowsmith
  import RowsmithSchema

  /// The rules that encrypted files are held to.
  final class CipherTrial {
    private let folder: URL
    private(set) var passed: [String] = []
    private let secret = "open sesame 4711"
    private let named = "Faust, a name that nobody may read"

    init(folder: URL) { self.folder = folder }

    private func check(_ rule: String, _ holds: Bool) throws {
      guard holds else { throw Broken(rule: rule) }
      passed.append(rule)
    }

    private struct Broken: Error { var rule: String }

    private func options(_ key: DatabaseKey?) -> StoreOptions {
      var options = StoreOptions()
      options.key = key
      return options
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func open(_ name: String, _ options: StoreOptions) throws -> Store {
      try Store(.file(path(name)), model: BandsModel(), options: options)
    }

    private func error(_ body: () throws -> Void) -> StoreError? {
      do {
        try body()
        return nil
      } catch {
        return error as? StoreError
      }
    }

    /// Whether a file begins as SQLite's do, or has the name in it.
    private func isReadable(_ name: String) -> Bool {
      guard let data = FileManager.default.contents(atPath: path(name)) else { return true }
      return data.starts(with: Data("SQLite format 3".utf8)) || data.range(of: Data(named.utf8)) != nil
    }

    private func fill(_ store: Store) throws {
      let json = #"[{"name": "\#(named)", "formed": 1971}]"#
      try store.importJSON(.string(json), into: Band.self)
      try store.write { try $0.insert(Band(name: "Can", formed: 1968)) }
    }

    func run() throws {
      try files()
      try wrongKeys()
      try copies()
      try secrecy()
    }

    private func files() throws {
      let key = options(.passphrase(secret))
      let store = try open("a.sqlite", key)
      try fill(store)
      try check("the log is encrypted", !isReadable("a.sqlite-wal"))
      try check("readers have the key", try store.fetch(Band.all.count()) == 2)
      let sorted = try store.fetch(.sql("SELECT * FROM Band a, Band b, Band c ORDER BY a.formed, b.name"))
      try check("what is sorted needs no file", sorted.count == 8)
      store.close()
      try check("the file is encrypted", !isReadable("a.sqlite"))
      try check("the key opens it again", try open("a.sqlite", key).fetch(Band.find("Can"))?.formed == 1968)
      let raw = options(.raw(Array(repeating: 7, count: 32)))
      try fill(try open("raw.sqlite", raw))
      try check("a key of bytes encrypts", !isReadable("raw.sqlite"))
      try check("a key of bytes opens it again", try open("raw.sqlite", raw).fetch(Band.all.count()) == 2)
      let memory = try Store(.memory, model: BandsModel(), options: key)
      try fill(memory)
      try check("memory takes a key and needs none", try memory.fetch(Band.all.count()) == 2)
    }

    private func wrongKeys() throws {
      var wrong = options(.passphrase("another"))
      wrong.onDamage = .setAside
      wrong.onModelChange = .deleteStore
      let before = FileManager.default.contents(atPath: path("a.sqlite"))
      let refusal = error { _ = try open("a.sqlite", wrong) }
      try check("a wrong key is an error of its own", refusal?.reason == .wrongKey)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      try check("it leaves the file alone", FileManager.default.contents(atPath: path("a.sqlite")) == before)
      try check("it sets nothing aside", !files.contains { $0.contains("damaged") })
      let none = error { _ = try open("a.sqlite", options(nil)) }
      try check("no key is an error, too", none?.message.contains("or one that has a key") == true)
      try fill(try open("plain.sqlite", options(nil)))
      let plain = error { _ = try open("plain.sqlite", options(.passphrase(secret))) }
      try check("a file that is not encrypted has no key", plain?.reason == .wrongKey)
      try check("without a key files are plain", isReadable("plain.sqlite"))
      let empty = error { _ = try open("empty.sqlite", options(.passphrase(""))) }
      try check("an empty key is a mistake", empty?.reason == .misuse)
    }

    private func copies() throws {
      let key = options(.passphrase(secret))
      try open("a.sqlite", key).backUp(to: path("copy.sqlite"))
      try check("a backup is encrypted", !isReadable("copy.sqlite"))
      try check("the same key opens it", try open("copy.sqlite", key).fetch(Band.all.count()) == 2)
      let wrong = error { _ = try open("copy.sqlite", options(.passphrase("another"))) }
      try check("another one does not", wrong?.reason == .wrongKey)
      let plan = try Store.migrationPlan(at: path("copy.sqlite"), to: BandsModel.schema, options: key)
      try check("a migration takes the key", plan.isEmpty)
    }

    private func secrecy() throws {
      let told = Told()
      var traced = options(.passphrase(secret))
      traced.trace = StatementTrace(showingValues: true) { told.add("\($0)") }
      try fill(try open("traced.sqlite", traced))
      try check("statements are traced", told.text.contains("INSERT"))
      try check("the key is in no trace", !told.text.contains(secret))
      var dumped = ""
      dump(traced, to: &dumped)
      try check("the key is in no text of the options", !"\(traced)\(dumped)".contains(secret))
    }
  }

  /// What a trace was told.
  private final class Told: @unchecked Sendable {
    /// Guards `lines`.
    private let lock = NSLock()
    private var lines = ""
    var text: String { lock.withLock { lines } }
    func add(_ line: String) { lock.withLock { lines += line + "\n" } }
  }
#endif
