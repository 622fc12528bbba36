import Foundation
import Rowsmith

// Reads the feed's database as an app would, and prints what it took: `Reading DATABASE`.
// baseline/read.py and baseline/read.c do the same work; each prints the same checksum.

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: Reading DATABASE\n".utf8))
  exit(2)
}

var options = StoreOptions()
options.isReadOnly = true
let store = try Store(.existingFile(CommandLine.arguments[1]), model: ReadingModel(), options: options)

/// What a piece of work took, in seconds, and what it counted.
func measure(_ name: String, _ work: () throws -> Int) throws {
  let clock = ContinuousClock()
  var count = 0
  let elapsed = try clock.measure { count = try work() }
  let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) * 1e-18
  print("{\"work\": \"\(name)\", \"seconds\": \(seconds), \"checksum\": \(count)}")
}

// Once without being measured, so that the pages are in memory for everybody.
_ = try store.fetch(Comment.all).count

try measure("records") {
  let comments = try store.fetch(Comment.all)
  return comments.reduce(0) { $0 &+ $1.likes }
}

try measure("stream") {
  var likes = 0
  try store.read { db in
    try db.forEach(Comment.all) { likes &+= $0.likes }
  }
  return likes
}

let count = try store.fetch(Comment.all.count())

try measure("lookups") {
  var likes = 0
  var key = 1
  try store.read { db in
    for _ in 0..<100_000 {
      key = (key &* 48_271) % 2_147_483_647
      likes &+= try db.fetch(Comment.find(key % count + 1))?.likes ?? 0
    }
  }
  return likes
}

try measure("lookups-alone") {
  var likes = 0
  var key = 1
  for _ in 0..<20_000 {
    key = (key &* 48_271) % 2_147_483_647
    likes &+= try store.fetch(Comment.find(key % count + 1))?.likes ?? 0
  }
  return likes
}

try measure("screens") {
  var likes = 0
  for screen in 0..<1000 {
    try store.read { db in
      let articles = try db.fetch(Article.order { $0.publishedAt.descending }.limit(20, offset: screen))
      let authors = try db.fetch(Article.related(to: articles) { $0.author })
      let comments = try db.fetch(Article.related(to: articles) { $0.comments })
      likes &+= comments.all.reduce(0) { $0 &+ $1.likes } &+ authors.all.count
    }
  }
  return likes
}

/// Writes a thousand times, each time waiting until the observer of the record has been given what was written.
func observe() async throws {
  // In a database of its own, since writing to the one given would change what the others count.
  let path = CommandLine.arguments[1] + ".observed"
  let remove = {
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
  }
  remove()
  defer { remove() }
  let store = try Store(.file(path), model: ReadingModel())
  defer { store.close() }
  try await store.write { db in
    try db.insert(Comment(id: 1, body: "Observed", createdAt: Date(timeIntervalSince1970: 0), likes: 0))
  }
  let values = store.observe(Comment.find(1)).makeAsyncIterator()
  _ = try await values.next()
  var delivered = 0
  let clock = ContinuousClock()
  let start = clock.now
  for likes in 1...1000 {
    try await store.write { db in try db.update(Comment.all) { [$0.likes.set(likes)] } }
    while let comment = try await values.next() {
      guard comment?.likes == likes else { continue }
      delivered += likes
      break
    }
  }
  let elapsed = (clock.now - start).components
  let seconds = Double(elapsed.seconds) + Double(elapsed.attoseconds) * 1e-18
  print("{\"work\": \"commit-to-delivery\", \"seconds\": \(seconds), \"checksum\": \(delivered)}")
}

try await observe()
